import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { EMPTY_WORKSPACE, type Workspace } from '../../src/state/workspace.ts';
import {
  expressionProblem,
  expressionSuggestions,
  itemsOf,
  matchingRows,
  readExpression,
} from '../../src/watches/expression.ts';
import { subjectOf } from '../../src/watches/subjects.ts';
import { overviewOf } from '../support/overviews.ts';

const NOW = Date.parse('2026-11-22T12:00:00Z');

const WORKSPACE: Workspace = {
  ...EMPTY_WORKSPACE,
  apps: [
    { id: 'a1', name: 'checkout' },
    { id: 'a2', name: 'check out' },
  ],
  shieldZones: [{ id: '7', name: 'shop' }],
};

const OVERVIEW = overviewOf({
  status: 'failing',
  currentLatency: { indicator: 61 },
  regions: [
    {
      region: 'DE',
      status: 'active',
      instances: 0,
      pods: [
        {
          name: 'p1',
          lastHeartBeat: '2026-11-22T11:58:00Z',
          volumesUtilizationPercentage: { data: 94.2, logs: 10 },
          containers: [{ name: 'web', numberOfRestarts: 7, exitCode: 1, image: 'shop:3' }],
        },
        {
          name: 'p2',
          lastHeartBeat: '2026-11-22T11:59:55Z',
          containers: [{ name: 'runs', numberOfRestarts: 0, exitCode: null, image: 'store:4' }],
        },
      ],
    },
  ],
});

function placesOf(text: string): readonly string[] {
  const read = readExpression(text);
  if (read.kind === 'refused') throw new Error(read.message);
  const { expression } = read;
  const { rows } = subjectOf(expression.subject);
  return matchingRows(expression, rows(OVERVIEW, NOW)).map(({ place }) => place);
}

const refusal = (text: string): string => {
  const read = readExpression(text);
  return read.kind === 'refused' ? `${read.column}: ${read.message}` : 'none';
};

describe('an expression has a subject, a condition and a duration', () => {
  it.each([
    ['app status != active', ['']],
    ['app:checkout status:failing', ['']],
    ['app status = active', []],
    ['app health = bad latency > 60', ['']],
    ['app latency>61', []],
    ['region instances = 0', ['DE']],
    ['pod heartbeat > 90s', ['DE p1']],
    ['pod heartbeat > 1s', ['DE p1', 'DE p2']],
    ['pod heartbeat > 90s region:US', []],
    ['volume > 90%', ['DE p1 data 94.2%']],
    ['volume>=90', ['DE p1 data 94.2%']],
    ['volume used > 5% volume:logs', ['DE p1 logs 10%']],
    ['container restarts > 5 or exit != 0', ['DE p1 web']],
    // A running container has no exit code.
    ['container exit != 0', ['DE p1 web']],
    ['container exit = 0', []],
    ['container not (exit = 1)', []],
    ['container not (exit != 1 or image:shop)', []],
    ['container not (exit = 0 and image:shop)', ['DE p1 web', 'DE p2 runs']],
    ['container -exit:1 or image:4', ['DE p2 runs']],
    ['container status!~x', []],
    ['container image:shop', ['DE p1 web']],
  ])('%s', (text, places) => {
    expect(placesOf(text)).toEqual(places);
  });

  it('parses the duration, and the rate of a zone', () => {
    expect(readExpression('  app:checkout status != active for 2m ')).toMatchObject({
      expression: { text: 'app:checkout status != active for 2m', lasting: 120_000 },
    });
    expect(readExpression('zone:shop status:Blocked > 50/min for 3m')).toMatchObject({
      expression: {
        kind: 'shieldZones',
        lasting: 180_000,
        asks: { kind: 'rate', sign: '>', bound: 50, per: 60_000 },
      },
    });
    expect(readExpression('zone:shop<1/h')).toMatchObject({
      expression: { asks: { kind: 'rate', filter: { kind: 'everything' }, per: 3_600_000 } },
    });
  });

  it.each([
    ['dns error:"waiting for retry"', 0],
    ['dns error:"waiting for 5m"', 0],
    ['dns error:"waiting for retry" for 5m', 300_000],
  ])('%s: quoted words are not a duration', (text, lasting) => {
    expect(readExpression(text)).toMatchObject({ kind: 'expression', expression: { lasting } });
  });

  it('names items by name, by id, in quotes, and with a wildcard', () => {
    const names = (text: string) => {
      const read = readExpression(text);
      return read.kind === 'refused' ? [] : itemsOf(read.expression, WORKSPACE).map(({ id }) => id);
    };
    expect(names('app:checkout status=failing')).toEqual(['a1']);
    expect(names('app:a2 status=failing')).toEqual(['a2']);
    expect(names('app:"check out" status=failing')).toEqual(['a2']);
    expect(names('app:check* status=failing')).toEqual(['a1', 'a2']);
    expect(names('app status=failing')).toEqual(['a1', 'a2']);
    expect(names('app:none status=failing')).toEqual([]);
  });
});

describe('an invalid expression is explained, with suggestions', () => {
  it.each([
    ['', /^0: An expression begins with one of app, region/],
    ['ap status=active', /Did you mean app\?$/],
    ['app', /^3: A condition is missing: app:checkout/],
    [
      'app checkout is active',
      /^4: app has no checkout; it has status, .*\. For example: app:checkout status != active for 2m\.$/,
    ],
    ['app statsu=failing', /^4: app has no statsu; it has status, .* Did you mean status\?$/],
    ['app failing', /^4: app has no failing/],
    ['app status', /^4: status needs a comparison, such as status = failing\.$/],
    ['app health Status', /^4: health needs a comparison, such as health = bad\.$/],
    ['pod heartbeat for 2m', /^4: heartbeat needs a comparison, such as heartbeat > 90s\.$/],
    ['container restarts', /^10: restarts needs a comparison, such as restarts > 5\.$/],
    ['container image', /^10: image needs a comparison, such as image:TEXT\.$/],
    ['volume used', /^7: used needs a comparison, such as used > 90%\.$/],
    ['app status=faling', /status is one of .* Did you mean failing\?$/],
    ['pod heartbeat > 90', /^16: 90 is not a duration, such as 90s or 5m\.$/],
    ['volume > much', /^9: much is not a number\.$/],
    ['app status=failing for ever', /^18: "for" needs a duration/],
    ['app name:"x" for ever', /^12: "for" needs a duration/],
    ['app latency > 5/min', /^12: Only a zone has a rate of events\.$/],
    ['zone:shop status:Blocked', /zone has no status; it has burst, or a filter of Events/],
    ['zone:shop at:99 > 5/min', /^13: /],
    ['zone:shop status:Blocked > 100/mn', /^31: “mn” is not a unit; use \/s, \/min or \/h\.$/],
    ['zone:shop > 5/constructor for 3m', /^14: “constructor” is not a unit/],
    ['zone:shop > 5/', /^14: A unit is missing; use/],
    ['app (status=failing', /This is not closed\.$/],
  ])('%s', (text, message) => {
    expect(refusal(text)).toMatch(message);
  });

  it('also while typing, and for missing workspace items', () => {
    const problem = (typed: string) => expressionProblem(typed, WORKSPACE);
    expect(problem('')).toBe(null);
    expect(problem('app')).toBe(null);
    expect(problem('app:checkout st')).toBe(null);
    expect(problem('app:checkout xy')).toMatch(/^app has no xy/);
    expect(problem('zone:shop > 5/mi')).toBe(null);
    expect(problem('zone:shop > 5/mi ')).toMatch(/^“mi” is not a unit/);
    expect(problem('app:checkout st ')).toMatch(/^app has no st/);
    expect(problem('app:checkout status=active')).toBe(null);
    expect(problem('app:chekout status=active')).toBe(
      'No application “chekout” in this workspace. Did you mean checkout?',
    );
    expect(problem('dns scan=failed')).toBe('The workspace has nothing for dns.');
  });

  it('is rejected quickly if it is too long', () => {
    const long = `app status=failing${' or status=failing'.repeat(60)}`;
    expect(refusal(long)).toBe('1000: It is longer than 1000 characters.');
    const pasted = `app status=${'x'.repeat(100_000)} `;
    const begun = performance.now();
    expect(refusal(pasted)).toMatch(/longer than/);
    expect(expressionProblem(pasted, WORKSPACE)).toBe('It is longer than 1000 characters.');
    expect(expressionSuggestions(pasted, WORKSPACE)).toEqual([]);
    expect(performance.now() - begun).toBeLessThan(1000);
  });

  it('never throws for any text', () => {
    const piece = fc.constantFrom(
      'app',
      ':',
      'zone',
      ' ',
      '>',
      '=',
      '5/min',
      'for',
      '2m',
      '"',
      '(',
      'status',
    );
    fc.assert(
      fc.property(
        fc.array(fc.oneof(piece, fc.string({ maxLength: 4 })), { maxLength: 12 }),
        (parts) => {
          const text = parts.join('');
          readExpression(text);
          expressionProblem(text, WORKSPACE);
          for (const { value } of expressionSuggestions(text, WORKSPACE))
            expect(value).toEqual(expect.any(String));
        },
      ),
      { numRuns: 300 },
    );
  });
});

it.each([
  ['', ['app ', 'region ', 'pod ', 'container ', 'volume ', 'dns ', 'zone ']],
  ['po', ['pod ']],
  ['app:', ['app:checkout ', 'app:"check out" ']],
  ['app:checkout st', ['app:checkout status:']],
  ['app:checkout status:fa', ['app:checkout status:failing']],
  ['pod hea', ['pod heartbeat>']],
  ['zone:shop coun', ['zone:shop country:']],
])('suggests what can follow %j', (typed, values) => {
  expect(expressionSuggestions(typed, WORKSPACE).map(({ value }) => value)).toEqual(values);
});
