import fc from 'fast-check';
import { expect, it } from 'vitest';
import { appDifferences } from '../../src/history/app-differences.ts';
import type { Fact } from '../../src/history/fact.ts';
import { FACT_SIGNS, factSentence } from '../../src/history/fact-text.ts';
import { lastSeverityIn } from '../../src/history/history-state.ts';
import { powerOf, timesOf } from '../support/growth.ts';
import { overviewOf } from '../support/overviews.ts';

const T = Date.parse('2026-11-22T12:03:05Z');

type Fields = Readonly<Record<string, unknown>>;

const container = (fields: Fields = {}) => ({ id: 'c-1', name: 'web', status: 'ready', ...fields });
const pod = (name: string, fields: Fields = {}) => ({ name, containers: [container()], ...fields });
const app = (pods: readonly Fields[], fields: Fields = {}) =>
  overviewOf({ regions: [{ region: 'DE', pods }], ...fields });

const NOTHING_REPORTED = () => undefined;

const between = (before: ReturnType<typeof app>, after: ReturnType<typeof app>) =>
  appDifferences({ answer: before, at: T }, { answer: after, at: T + 5000 }, NOTHING_REPORTED).map(
    ({ kind, place, from, to }) => [kind, place, from, to].join(' | '),
  );

it('the same answer twice has no differences, whatever the order of its pods', () => {
  const pods = [pod('p1'), pod('p2', { message: 'evicted' })];
  expect(between(app(pods), app(pods))).toEqual([]);
  expect(between(app(pods), app(pods.toReversed()))).toEqual([]);
});

it('finds a new image, restarts and how a container ended, with the values before', () => {
  const web = (fields: Fields) => app([pod('p1', { containers: [container(fields)] })]);
  expect(
    between(
      web({ imageDisplay: 'shop:3.18.3', numberOfRestarts: 0, exitCode: null }),
      web({
        imageDisplay: 'shop:3.18.4',
        numberOfRestarts: 3,
        exitCode: 1,
        reason: 'Error',
        message: 'missing PAYMENT_API_URL',
      }),
    ),
  ).toEqual([
    'health |  | no issues | exit 1 — Error: missing PAYMENT_API_URL (DE p1 web)',
    'image | web | shop:3.18.3 | shop:3.18.4',
    'restart | DE p1 web | 0 | 3',
    'exit | DE p1 web |  | exit 1: Error: missing PAYMENT_API_URL',
  ]);
});

it('finds the image of a deploy once, however its pods are replaced', () => {
  const of = (name: string, tag: string) =>
    pod(name, { containers: [container({ imageDisplay: `shop:${tag}` })] });
  const images = (before: readonly Fields[], after: readonly Fields[]) =>
    between(app(before), app(after)).filter((fact) => fact.startsWith('image'));
  const [old, both, both2, back] = [
    [of('p1', '3.18.3'), of('p2', '3.18.3')],
    [of('p1', '3.18.3'), of('p3', '3.18.4')],
    [of('p2', '3.18.3'), of('p3', '3.18.4'), of('p4', '3.18.4')],
    [of('p5', '3.18.3')],
  ];
  expect(images(old, both)).toEqual(['image | web | shop:3.18.3 | shop:3.18.4']);
  expect(images(both, both2)).toEqual([]);
  expect(images(both2, back)).toEqual(['image | web | shop:3.18.4 | shop:3.18.3']);
});

it('finds added and removed pods, and distinguishes two of one name', () => {
  expect(between(app([pod('p1'), pod('p1')]), app([pod('p1'), pod('p3')]))).toEqual([
    'pod | DE p1 (2) | there | ',
    'pod | DE p3 |  | there',
  ]);
});

it('finds a volume that passes 90 percent, and a heartbeat that is overdue', () => {
  const at = (percent: number, beat: number) =>
    app([
      pod('p1', {
        volumesUtilizationPercentage: { data: percent },
        lastHeartBeat: new Date(beat).toISOString(),
      }),
    ]);
  const found = between(at(89.97, T - 1000), at(93, T - 120_000));
  expect(found).toContain('volume | DE p1 | data 89.9% full | data 93% full');
  expect(found.some((fact) => fact.startsWith('heartbeat | DE p1'))).toBe(true);
});

it('reports a latency a quarter above its target, and nothing while it hovers around that', () => {
  const at = (latency: number) =>
    app([], { currentLatency: { indicator: latency }, targetLatency: { indicator: 45 } });
  expect(between(at(44), at(47))).toEqual([]);
  expect(between(at(44), at(61))).toEqual(['latency |  | 44 | 61 (target 45)']);
  expect(between(at(61), at(44))).toEqual(['latency |  | 61 | 44 (target 45)']);
});

it('a grade recovers only from the lowest one; other changes are neutral', () => {
  const cpu = (statusGrade: string | null) =>
    app([], { averageCPU: { indicator: 50, statusGrade } });
  const severity = (was: string | null, is: string | null) =>
    appDifferences(
      { answer: cpu(was), at: T },
      { answer: cpu(is), at: T + 5000 },
      NOTHING_REPORTED,
    ).find(({ kind }) => kind === 'grade')?.severity;
  expect(severity('notBad', 'couldBeBetter')).toBe('warn');
  expect(severity('couldBeBetter', 'notBad')).toBe('good');
  expect(severity('notBad', 'doingGreat')).toBe('info');
  expect(severity('doingGreat', 'notBad')).toBe('info');
  expect(severity('couldBeBetter', null)).toBe('info');
});

it('reports the number of instances without their grade, and the grade if the number stays', () => {
  const instances = (indicator: number, statusGrade: string) =>
    app([], { activeInstances: { indicator, statusGrade }, desiredInstances: 4 });
  const reported = (was: ReturnType<typeof app>, is: ReturnType<typeof app>) =>
    between(was, is).filter((fact) => /^(?:instances|grade)/.test(fact));
  expect(reported(instances(4, 'doingGreat'), instances(3, 'notBad'))).toEqual([
    'instances |  | 4/4 | 3/4',
  ]);
  expect(reported(instances(4, 'doingGreat'), instances(4, 'notBad'))).toEqual([
    'grade | active instances | doingGreat | notBad',
  ]);
});

it('a change and its reversal are two facts', () => {
  const [active, failing] = [app([], { status: 'active' }), app([], { status: 'failing' })];
  const there = between(active, failing);
  const back = between(failing, active);
  expect(there).toContain('status |  | active | failing');
  expect(back).toContain('status |  | failing | active');
});

it('the first answer only has facts about what is wrong', () => {
  const first = (status: string) =>
    appDifferences(null, { answer: app([], { status }), at: T }, NOTHING_REPORTED);
  expect(first('active')).toEqual([]);
  expect(first('failing')).toEqual([
    { kind: 'health', severity: 'bad', place: '', from: null, to: 'status failing' },
  ]);
});

/** The facts of one answer after another, each fact with its sign. */
function factsOver(answers: readonly ReturnType<typeof app>[]): readonly string[] {
  const facts: Fact[] = [];
  const subject = { kind: 'apps', id: 'a1' } as const;
  for (const [at, answer] of answers.entries()) {
    const before = answers[at - 1];
    const by = T + at * 5000;
    const was = before ? { answer: before, at: by - 5000 } : null;
    for (const each of appDifferences(was, { answer, at: by }, lastSeverityIn(facts, subject)))
      facts.push({ ...each, subject, after: was?.at ?? null, by });
  }
  return facts.map((fact) => `${FACT_SIGNS[fact.severity]} ${factSentence(fact)}`);
}

it('a container that is being created warns, like its issue, and is no failure', () => {
  const web = (of: Fields) => app([pod('p1', { containers: [container(of)] })]);
  const starting = web({ status: 'started', reason: 'Starting', message: 'Waiting' });
  const warned = expect.arrayContaining([expect.stringMatching(/^! Starting: Waiting/)]);
  expect(factsOver([web({}), starting])).toEqual(warned);
  expect(factsOver([web({ exitCode: 1 }), starting])).toEqual(warned);
  expect(factsOver([web({}), starting]).join()).not.toContain('✖');
});

it('a value that is no longer sent is reported as such, not as a recovery', () => {
  const killed = { status: 'started', exitCode: 137, reason: 'OOMKilled' };
  const [ill, silent, well] = [
    { latency: 300, status: 'failing', beat: T - 3_600_000, of: killed },
    { latency: null, status: null, beat: null, of: { status: 'notStarted', exitCode: null } },
    { latency: 50, status: 'active', beat: T, of: { status: 'ready', exitCode: null } },
  ].map(({ latency, status, beat, of }) =>
    app(
      [
        pod('p1', {
          lastHeartBeat: beat === null ? null : new Date(beat).toISOString(),
          containers: [container(of)],
        }),
      ],
      {
        status,
        currentLatency: { indicator: latency },
        targetLatency: { indicator: 100 },
      },
    ),
  );
  if (!ill || !silent || !well) throw new Error('Too few answers');
  const begin =
    '✖ initially: exit 137: killed (SIGKILL), often out of memory — OOMKilled (DE p1 web)';
  const was = '(was: exit 137: killed (SIGKILL), often out of memory — OOMKilled (DE p1 web))';
  const lost = [
    `· no status in the answer ${was}`,
    '· status no longer reported (was: failing)',
    '· latency 300 → – (target 100), no longer reported',
    '· heartbeat no longer reported',
    '· status started → notStarted',
    '· exit no longer reported (was: exit 137: OOMKilled)',
  ];
  expect(factsOver([ill, silent, silent])).toEqual([begin, ...lost]);
  // Only an explicit good state is a recovery.
  expect(factsOver([well, ill, silent, well]).slice(-5)).toEqual([
    '✓ no issues any more (was: no status in the answer)',
    '✓ status none → active',
    '✓ latency – → 50 (target 100)',
    '✓ heartbeat is back',
    '✓ status notStarted → ready',
  ]);
  expect(factsOver([ill, well])).toContain('✓ runs again (was: exit 137: OOMKilled)');
  expect(
    factsOver([well, silent, well]).filter((fact) => /issues|latency|beat/.test(fact)),
  ).toEqual([]);
});

it('a latency without its target and a heartbeat ahead of the clock are no recovery', () => {
  const at = (target: number | null, beat: number) =>
    app([pod('p1', { lastHeartBeat: new Date(beat).toISOString() })], {
      currentLatency: { indicator: 300 },
      targetLatency: { indicator: target },
    });
  const [late, ahead] = [T - 120_000, T + 3_600_000];
  expect(
    factsOver([at(1000, late), at(100, late), at(null, ahead), at(100, T)]).filter((fact) =>
      /latency|heartbeat (?:is|ahead of the clock$)/.test(fact),
    ),
  ).toEqual([
    '! latency 300 → 300 (target 100)',
    '· latency 300 → 300 (target –), no longer reported',
    '· heartbeat ahead of the clock',
    '! latency 300 → 300 (target 100)',
    '✓ heartbeat is back',
  ]);
});

/** Any overview, as fields: regions of pods, each in any state. */
const anyPod = (name: string) =>
  fc.record({
    name: fc.constant(name),
    status: fc.constantFrom('ready', 'scheduled', null),
    message: fc.constantFrom('', 'evicted'),
    containers: fc
      .record({
        id: fc.constant('c-1'),
        name: fc.constant('web'),
        status: fc.constantFrom('ready', 'started'),
        numberOfRestarts: fc.nat(3),
        exitCode: fc.constantFrom(null, 0, 1, 137),
        reason: fc.constantFrom('', 'CrashLoopBackOff'),
      })
      .map((only) => [only]),
  });
const anyApp = fc.record({
  status: fc.constantFrom('active', 'failing', 'progressing'),
  desiredInstances: fc.nat(3),
  regions: fc
    .tuple(fc.subarray(['p1', 'p2', 'p3']), fc.subarray(['p4', 'p5']))
    .chain(([here, there]) =>
      fc.tuple(fc.tuple(...here.map(anyPod)), fc.tuple(...there.map(anyPod))),
    )
    .map(([here, there]) => [
      { region: 'DE', status: 'active', pods: here },
      { region: 'FR', status: 'active', pods: there },
    ]),
});

it('for any answers, equal ones have no differences, and the way back has the reversed ones', () => {
  fc.assert(
    fc.property(anyApp, anyApp, (a, b) => {
      const reversed = a.regions
        .map((region) => ({ ...region, pods: region.pods.toReversed() }))
        .toReversed();
      expect(between(overviewOf(a), overviewOf(a))).toEqual([]);
      expect(between(overviewOf(a), overviewOf({ ...a, regions: reversed }))).toEqual([]);
      const turned = (fact: string) => {
        const [kind, place, from, to] = fact.split(' | ');
        return [kind, place, to, from].join(' | ');
      };
      const there = between(overviewOf(a), overviewOf(b));
      const back = between(overviewOf(b), overviewOf(a));
      expect(there.map(turned).toSorted()).toEqual(back.toSorted());
    }),
  );
});

it('reports a volume that hovers around its threshold once, and its recovery when it is clearly below', () => {
  const facts: Fact[] = [];
  const subject = { kind: 'apps', id: 'a1' } as const;
  const readings = [80, 90.1, 89.9, 90, 88, 91, 85, 90, 84.9, 86, 89.9, 85, 90];
  const seen = readings.map((data, at) => ({
    answer: app([pod('p1', { volumesUtilizationPercentage: { data, data2: 5 } })]),
    at: T + at * 5000,
  }));
  for (const [at, after] of seen.entries()) {
    const before = seen[at - 1];
    if (!before) continue;
    const lastSeverity = lastSeverityIn(facts, subject);
    for (const difference of appDifferences(before, after, lastSeverity))
      facts.push({ ...difference, subject, after: before.at, by: after.at });
    expect(appDifferences(after, after, lastSeverityIn(facts, subject))).toEqual([]);
  }
  const times = (kind: string) =>
    facts
      .filter((fact) => fact.kind === kind)
      .map(({ severity, by }) => [severity, readings[(by - T) / 5000]]);
  const due = [
    ['warn', 90.1],
    ['good', 84.9],
    ['warn', 90],
  ];
  expect(times('volume')).toEqual(due);
  expect(times('health')).toEqual(due);
});

it('distinguishes thousands of pods without a name in linear time', async () => {
  const work = (text: string) => {
    const answer = app(Array.from(text, () => pod('')));
    expect(between(answer, answer)).toEqual([]);
  };
  const sizes = [1000, 8000];
  const times = await timesOf(work, (count) => 'x'.repeat(count), sizes);
  // Halfway between linear and quadratic.
  expect(powerOf(times, sizes)).toBeLessThan(1.5);
});
