import { describe, expect, it } from 'vitest';
import { schemaRenderer } from '../../../src/guardian/derive.ts';
import type { PlanLimits } from '../../../src/guardian/limits.ts';
import { checkPage, exceeded, gaugeLines } from '../../../src/panes/guardian/check-page.ts';
import { NEW_ZONE } from '../../../src/panes/guardian/state.ts';
import { checked, returnedFor, SHOP } from '../../support/guardian-samples.ts';
import {
  ANSWERED,
  AT,
  CHOSEN,
  FACTS,
  FILE,
  FILTERED,
  idsIn,
  pageSays,
  UNREADABLE,
} from '../../support/guardian-states.ts';
import { linesText, recordText } from '../../support/line-text.ts';

it('explains how to choose a file', () => {
  expect(pageSays(checkPage(NEW_ZONE, FACTS))).toContain(
    'Press o and type the path of an OpenAPI document.',
  );
});

it('says what the file is, what it has of each limit, and which endpoints it declares', () => {
  const text = pageSays(checkPage(CHOSEN, FACTS), 80);
  expect(text).toContain(' Shop  version 2.4.0 · OpenAPI 3.0.3 in YAML · 7 endpoints');
  expect(text).toContain(' Plan limits not known yet: the service tells them');
  expect(text).toContain(' No problem was found.');
  const { table, detail } = checkPage(CHOSEN, FACTS);
  expect(idsIn({ table }).slice(0, 2)).toEqual(['GET /search', 'GET /products/{name}']);
  // What the file says of the one under the cursor.
  const shown = recordText(detail?.({ columns: 76, rows: 40 }) ?? [], 76);
  expect(shown[0]).toBe('GET /search');
  expect(shown.join('\n')).toMatch(/^In the file, from line \d+ on$/m);
  expect(shown.join('\n')).toContain('responses:');
  expect(shown.join('\n')).not.toContain('/products');
});

it('says what an endpoint accepts in full: a reference is resolved, a schema in place said once', () => {
  const saidOf = (cursor: string) => {
    const { detail } = checkPage(CHOSEN, { ...FACTS, list: { ...FACTS.list, cursor } });
    return recordText(detail?.({ columns: 76, rows: 60 }) ?? [], 76);
  };
  const login = saidOf('POST /login');
  const at = login.indexOf('Request body, references resolved');
  expect(login.slice(at + 1, at + 3)).toEqual(['type: object', 'required:']);
  const reviews = saidOf('POST /api/v2/reviews').join('\n');
  expect(reviews).toContain('stars:');
  expect(reviews).not.toContain('resolved');
});

describe('shows hard-to-read files quickly', () => {
  const saidOf = (content: string, cursor: string) => {
    const preflight = checked(content);
    const file = { ...FILE, content, preflight, yamlOf: schemaRenderer(preflight.specification) };
    const work = { ...NEW_ZONE, choice: { kind: 'read', file } } as const;
    const { detail } = checkPage(work, { ...FACTS, list: { ...FACTS.list, cursor } });
    return recordText(detail?.({ columns: 76, rows: 60 }) ?? [], 76);
  };
  const document = (schema: object, description: string) => ({
    openapi: '3.0.3',
    info: { title: 'Shop', version: '1' },
    paths: {
      '/first': { get: { description, responses: { 200: { description: 'ok' } } } },
      '/last': {
        post: {
          requestBody: { content: { 'application/json': { schema } } },
          responses: { 200: { description: 'ok' } },
        },
      },
    },
    components: { schemas: { Id: { type: 'string', maxLength: 36 } } },
  });
  const ID = { $ref: '#/components/schemas/Id' };

  it('shows a limited part of a one-line file after the place', () => {
    const text = JSON.stringify(document(ID, 'x'.repeat(1_000_000)));
    const last = saidOf(text, 'POST /last');
    const at = last.findIndex((line) => line.startsWith('In the file, '));
    expect(last[at]).toMatch(/^In the file, from line 1, column 1,000,\d+ on$/);
    expect(last[at + 1]).toMatch(/^(?:"post":)?\{"requestBody":/);
    expect(last.join('\n')).toContain('maxLength: 36');
    expect(saidOf(text, 'GET /first').length).toBeLessThan(60);
  });

  it('shows nothing of the other methods of the path', () => {
    const parsed = document(ID, 'x');
    const both = { ...parsed.paths['/first'], put: { description: 'y', responses: {} } };
    const text = JSON.stringify({ ...parsed, paths: { '/first': both } }, null, 1);
    const declared = (cursor: string, content = text) => {
      const said = saidOf(content, cursor);
      return said.slice(said.findIndex((line) => line.startsWith('In the file, ')) + 1);
    };
    expect(declared('GET /first')).toEqual([
      '"get": {',
      ' "description": "x",',
      ' "responses": {',
      '  "200": {',
      '   "description": "ok"',
      '  }',
      ' }',
      '},',
    ]);
    expect(declared('PUT /first')).toEqual([
      '"put": {',
      ' "description": "y",',
      ' "responses": {}',
      '}',
    ]);
    const session = declared('GET /api/v2/session', SHOP).join('\n');
    expect(session).toMatch(/^get:\n/);
    expect(session).not.toContain('post:');
  });

  it('a schema of thousands of fields is not written out', () => {
    const properties = Object.fromEntries(Array.from({ length: 2000 }, (_, at) => [`f${at}`, ID]));
    const text = JSON.stringify(document({ type: 'object', properties }, 'x'), null, 1);
    const said = saidOf(text, 'POST /last');
    const at = said.indexOf('Request body, references resolved');
    expect(said.slice(at + 1)).toEqual(['more than 1,000 values: see the file']);
  });
});

it('limits are those of the last answer', () => {
  const text = pageSays(checkPage(ANSWERED, FACTS), 80);
  expect(text).toContain(' Plan limits as the service returned them at 2026-03-14 14:02:05Z');
  expect(text).toMatch(/ endpoints +7 of 100 +▊ +7% /);
});

it('a file that cannot be read has no limits to be held against', () => {
  const text = pageSays(checkPage(UNREADABLE, FACTS));
  expect(text).toContain(' This file cannot be read as OpenAPI 3.0 or 3.1.');
  expect(text).not.toContain('Plan limits');
});

it('a filter that leaves nothing says so', () => {
  expect(pageSays(checkPage(CHOSEN, FILTERED))).toContain(
    'No endpoint matches “nothing like it”. Esc clears the filter.',
  );
});

const shop = checked(SHOP);
const LIMITS: PlanLimits = {
  maxEndpoints: 8,
  maxFieldsPerType: 10,
  maxNestingDepth: 5,
  maxTotalSchemaNodes: 20,
  maxTotalRegexLength: null,
};

describe('the use of each plan limit by a file', () => {
  it('limits that the service never sent are unknown and not invented', () => {
    expect(linesText(gaugeLines(shop, null, { columns: 79, rows: 9 }))).toEqual([
      'endpoints         8           line 43 paths › /api/v2/session',
      'fields of a type  3           line 91 components › schemas › Product',
      'nesting depth     7           line 19 …00 › content › application/json › schema',
      'schema nodes      18          line 91 components › schemas › Product',
      'pattern length    29          line 99 …ct › properties › tags › items › pattern',
    ]);
  });

  it('known limits are drawn as bars, each with its worst place', () => {
    expect(linesText(gaugeLines(shop, LIMITS, { columns: 79, rows: 9 }))).toEqual([
      'endpoints         8 of 8    ██████████  100%  line 43 paths › /api/v2/session',
      'fields of a type  3 of 10   ███          30%  line 91 …ents › schemas › Product',
      'nesting depth     7 of 5    ██████████  OVER  line 19 …pplication/json › schema',
      'schema nodes      18 of 20  █████████    90%  line 91 …ents › schemas › Product',
      'pattern length    29        limit not known   line 99 …› tags › items › pattern',
    ]);
  });

  it('the place is not cut if there is room', () => {
    expect(linesText(gaugeLines(shop, LIMITS, { columns: 160, rows: 9 }))[2]).toMatch(
      / OVER {2}line 19 paths › \/search › get › responses › 200 › content › application\/json › schema$/,
    );
  });

  it('a limit of zero is exceeded by one', () => {
    const [line] = linesText(
      gaugeLines(shop, { ...LIMITS, maxEndpoints: 0 }, { columns: 79, rows: 9 }),
    );
    expect(line).toMatch(/ 8 of 0 +█+ +OVER /);
  });
});

it('does not say that a file is without problems if it exceeds a plan limit', () => {
  const data = returnedFor(SHOP, { maxEndpoints: 5 });
  const returned = { data, sent: shop, at: AT, doubtedAt: null };
  const text = pageSays(checkPage({ ...ANSWERED, returned }, FACTS), 80);
  expect(text).toContain(' 1 plan limit exceeded');
  expect(text).not.toContain('No problem');
});

it('names the limits that are exceeded', () => {
  expect(exceeded(shop, LIMITS)).toEqual(['nesting depth']);
  expect(exceeded(shop, null)).toEqual([]);
});
