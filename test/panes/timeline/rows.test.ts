import { describe, expect, it } from 'vitest';
import type { Fact } from '../../../src/history/fact.ts';
import { factGroups, groupSentence } from '../../../src/history/fact-text.ts';
import { axisLines, axisSpan } from '../../../src/panes/timeline/view.tsx';
import { EMPTY_WORKSPACE } from '../../../src/state/workspace.ts';
import { plainText } from '../../../src/ui/line.ts';

const T = Date.parse('2026-11-22T12:00:00Z');
const workspace = { ...EMPTY_WORKSPACE, apps: [{ id: 'a1', name: 'checkout' }] };

const fact = (fields: Partial<Fact>): Fact => ({
  subject: { kind: 'apps', id: 'a1' },
  kind: 'status',
  severity: 'info',
  place: '',
  from: 'active',
  to: 'failing',
  after: T,
  by: T + 5000,
  ...fields,
});

const told = (facts: readonly Fact[]) =>
  factGroups(facts, workspace).map((row) => `${row.name}: ${groupSentence(row)}`);

describe('the rows of the timeline', () => {
  it('are the newest first, and of one answer the worst first', () => {
    expect(
      told([
        fact({ kind: 'instances', from: '15/15', to: '6/15' }),
        fact({ kind: 'exit', severity: 'bad', place: 'DE p1 web', from: null, to: 'exit 1' }),
        fact({ severity: 'good', from: 'failing', to: 'active', by: T + 10_000 }),
      ]),
    ).toEqual([
      'checkout: status failing → active',
      'checkout: exit 1 (DE p1 web)',
      'checkout: instances 15/15 → 6/15',
    ]);
  });

  it('say once what happened in several places, and where', () => {
    const restart = (place: string) =>
      fact({ kind: 'restart', severity: 'warn', place, from: '0', to: '1' });
    expect(told([restart('DE p1 web'), restart('DE p2 web'), restart('FR p3 web')])).toEqual([
      'checkout: restarts 0 → 1 x3 (DE 2, FR)',
    ]);
  });

  it('are one only where the same is true of each: what came is told apart from what went', () => {
    const pod = (place: string, from: string | null, to: string | null) =>
      fact({ kind: 'pod', place, from, to });
    expect(
      told([
        pod('DE p1', 'ready', null),
        pod('DE p2', null, 'ready'),
        pod('DE p3', 'ready', null),
        pod('DE p4', 'started', null),
      ]),
    ).toEqual([
      'checkout: pod removed (was ready) x2 (DE 2)',
      'checkout: pod added (ready) (DE p2)',
      'checkout: pod removed (was started) (DE p4)',
    ]);
    const exit = (place: string, to: string) =>
      fact({ kind: 'exit', severity: 'bad', place, from: null, to });
    expect(told([exit('DE p1', 'exit 137: OOMKilled'), exit('DE p2', 'exit 1')])).toEqual([
      'checkout: exit 137: OOMKilled (DE p1)',
      'checkout: exit 1 (DE p2)',
    ]);
    const record = (place: string, from: string | null, to: string | null) =>
      fact({ kind: 'record', severity: 'warn', place, from, to });
    expect(
      told([
        record('www A', '1.1.1.1', '9.9.9.9'),
        record('b A', null, '2'),
        record('a A', '1', null),
      ]),
    ).toEqual([
      'checkout: record changed: www A 1.1.1.1 → 9.9.9.9',
      'checkout: record added: b A 2',
      'checkout: record removed: a A 1',
    ]);
    const instances = (place: string, from: string | null, to: string) =>
      fact({ kind: 'instances', place, from, to });
    expect(told([instances('', '2/5', '3/5'), instances('FR', null, 'region')])).toEqual([
      'checkout: instances 2/5 → 3/5',
      'checkout: region added (FR)',
    ]);
  });

  it('say of restarts how many more each has, where their numbers are not the same', () => {
    const restart = (place: string, from: string, to: string) =>
      fact({ kind: 'restart', severity: 'warn', place, from, to });
    expect(
      told([
        restart('DE p1 web', '3', '4'),
        restart('DE p2 web', '10', '25'),
        restart('FR p3 web', '7', '8'),
      ]),
    ).toEqual(['checkout: restarts +1 x2 (DE, FR)', 'checkout: restarts 10 → 25 (DE p2 web)']);
    expect(told([restart('DE p1', '4', '1'), restart('DE p2', '25', '22')])).toEqual([
      'checkout: restarts -3 x2 (DE 2)',
    ]);
  });

  it('say in one word what was so before anybody looked, which stands before every row of a first answer', () => {
    const ill = fact({ kind: 'health', severity: 'bad', from: null, to: 'exit 1 x6', after: null });
    expect(told([ill])).toEqual(['checkout: initially: exit 1 x6']);
  });

  it('say whether a grade became better or worse, beside the names that the service has for grades', () => {
    const graded = (from: string | null, to: string | null) =>
      told([fact({ kind: 'grade', place: 'latency', from, to })])[0];
    expect(graded('doingGreat', 'notBad')).toBe(
      'checkout: latency graded worse: doingGreat → notBad',
    );
    expect(graded('couldBeBetter', 'doingGreat')).toBe(
      'checkout: latency graded better: couldBeBetter → doingGreat',
    );
    expect(graded('notBad', 'splendid')).toBe('checkout: latency graded notBad → splendid');
    expect(graded(null, 'notBad')).toBe('checkout: latency graded none → notBad');
  });

  it('say of a new image what is new about it', () => {
    const image = (from: string, to: string) => told([fact({ kind: 'image', from, to })])[0];
    expect(
      image('registry.example/shop/checkout:3.18.3', 'registry.example/shop/checkout:3.18.4'),
    ).toBe('checkout: image checkout:3.18.3 → 3.18.4');
    expect(image('a/web:1', 'b/web:1')).toBe('checkout: image a/web:1 → b/web:1');
  });

  it('say how often and where before what is over, as far as there is room', () => {
    const was = 'Starting: Waiting for the readiness probe';
    const again = (place: string) =>
      fact({ kind: 'exit', severity: 'good', place, from: was, to: null });
    const [row] = factGroups([again('NY p1 web'), again('NY p2 web')], workspace);
    const said = (room: number) => row && groupSentence(row, room);
    expect(said(80)).toBe(`runs again (was: ${was}) x2 (NY 2)`);
    expect(said(69)).toBe(`runs again (was: ${was}) x2 (NY 2)`);
    expect(said(68)).toBe('runs again x2 (NY 2)');
    expect(said(20)).toBe('runs again x2 (NY 2)');
    expect(said(19)).toBe('runs again x2');
    const killed = fact({ kind: 'exit', place: 'UK p1 web', to: 'exit 137: OOMKilled: too much' });
    const [end] = factGroups([killed], workspace);
    expect(end && groupSentence(end, 20)).toBe('exit 137 (UK p1 web)');
  });

  it('draw what others say as text', () => {
    expect(told([fact({ to: '\u001b[2Jgone' })])[0]).not.toContain('\u001b');
  });
});

describe('the axis', () => {
  const rows = factGroups(
    [
      fact({ severity: 'bad', by: T }),
      fact({ severity: 'good', by: T + 60_000 }),
      fact({ subject: { kind: 'apps', id: 'b2' }, severity: 'info', by: T + 30_000 }),
    ],
    workspace,
  );
  const draw = (height: number, of = rows) => {
    const span = axisSpan(of, { zoom: 0, cursor: T, now: T + 60_000 });
    return axisLines(
      { rows: of, span, cursor: T, now: T + 60_000, zone: 'utc' },
      { columns: 60, rows: height },
    ).map(plainText);
  };

  it('has a line for each thing, that which was bad first at the top, and a mark at the cursor', () => {
    const lines = draw(6);
    expect(lines[0]).toMatch(/^checkout +✖ +✓$/);
    expect(lines[1]).toMatch(/^b2 +· +$/);
    expect(lines[2]).toMatch(/^ +12:00:00 ▲─+ 12:01:00$/);
  });

  it('begins a week ago at most, since the start of what lasts may be older', () => {
    const old = factGroups([fact({ by: T - 30 * 86_400_000 }), fact({ by: T })], workspace);
    expect(axisSpan(old, { zoom: 0, cursor: null, now: T }).from).toBe(T - 7 * 86_400_000);
  });

  /** The scale, drawn at `now` as the pane does, with the cursor at `cursor`. */
  const scale = (now: number, cursor: number, zoom = 0) => {
    const span = axisSpan(rows, { zoom, cursor, now });
    return axisLines(
      { rows, span, cursor, now: Math.ceil(now / 60_000) * 60_000, zone: 'utc' },
      { columns: 80, rows: 2 },
    ).map(plainText)[1];
  };

  it('ends with now only where that is true to a column, else with the time of its end', () => {
    expect(scale(T + 92_000, T + 60_000)).toMatch(/^ +12:00:00 ─+▲─+ 12:02:00$/);
    expect(scale(T + 3_600_000, T)).toMatch(/ now$/);
    expect(scale(T + 3_599_000, T, 5)).toMatch(/^ +11:57:30 ─+▲─+ 12:02:30$/);
    expect(scale(T + 7_200_000, T + 7_200_000, 5)).toMatch(/ now$/);
    // Of another day than the rest.
    const midnight = Date.parse('2026-11-23T00:00:00Z');
    const late = factGroups([fact({ by: midnight - 45_000 })], workspace);
    const span = axisSpan(late, { zoom: 0, cursor: null, now: midnight - 30_000 });
    const lines = axisLines(
      { rows: late, span, cursor: null, now: midnight, zone: 'utc' },
      { columns: 80, rows: 2 },
    ).map(plainText);
    expect(lines[1]).toMatch(/^ +23:59:00 ─+ 11-23 00:00:00$/);
  });

  it('hides the mark of the cursor behind no time', () => {
    expect(scale(T + 59_000, T + 57_000)).toMatch(/^ +12:00:00 ─+▲─*$/);
  });

  it('does not move every second', () => {
    const spanAt = (zoom: number, now: number) =>
      axisSpan(rows, { zoom, cursor: null, now: T + now });
    expect(spanAt(0, 61_000)).toEqual(spanAt(0, 119_000));
    expect(spanAt(5, 61_000)).toEqual(spanAt(5, 64_000));
    expect(spanAt(5, 66_000)).not.toEqual(spanAt(5, 64_000));
  });

  it('puts everything on one line where there is no room for more', () => {
    const lines = draw(2);
    expect(lines).toHaveLength(2);
    expect(lines[0]).toMatch(/^all +✖ +· +✓$/);
    const one = rows.filter(({ name }) => name === 'checkout');
    expect(draw(2, one)[0]).toMatch(/^checkout +✖ +✓$/);
  });
});
