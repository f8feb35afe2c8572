import { expect, it } from 'vitest';
import type { Actor } from '../../../src/events/questions/actors.ts';
import type { TimeRange } from '../../../src/events/time-range.ts';
import { actorsView } from '../../../src/panes/events/analysis-actors.ts';

const FIRST = Date.parse('2026-03-14T12:00:00Z');

/** The text about when an actor with this number of entries was seen. */
const seen = (entries: number, seconds: number, span: TimeRange | null = null) =>
  detailOf('seen', actorOf(entries, seconds), span);

function actorOf(entries: number, seconds: number): Actor {
  return {
    asn: null,
    family: null,
    shape: '/login',
    shapes: 1,
    country: null,
    count: entries,
    addresses: 1,
    moreAddresses: false,
    targets: 1,
    reached: 0,
    severe: 0,
    outcomes: { blocked: entries, challenged: 0, logged: 0, other: 0 },
    first: FIRST,
    last: FIRST + seconds * 1000,
    trend: new Uint32Array(),
  };
}

function detailOf(name: string, actor: Actor, span: TimeRange | null = null) {
  const answer = { rows: [actor], actors: 1, total: actor.count, leftOut: 0 };
  const facts = { shown: { span }, zone: 'utc', asns: new Map() } as never;
  const details = actorsView({} as never).details(actor, answer, facts, {} as never);
  return details.flatMap((item) => ('name' in item && item.name === name ? item.value : []))[0];
}

it('the duration of an actor matches its rate', () => {
  expect(seen(3003, 419)).toBe('12:00:00 to 12:06:59, 6 min 59 s, 430 a minute');
  expect(seen(3003, 420)).toBe('12:00:00 to 12:07:00, 7 min 00 s, 429 a minute');
  expect(seen(30, 41)).toBe('12:00:00 to 12:00:41, 41 s, 30.0 a minute');
  expect(seen(3000, 7500)).toBe('12:00:00 to 14:05:00, 2 h 05 min, 24.0 a minute');
});

it('an actor shows dates in a log of several days', () => {
  const span = { from: FIRST - 1000, until: FIRST + 40 * 3_600_000 };
  expect(seen(3900, 39 * 3600, span)).toMatch(/^03-14 12:00:00 to 03-16 03:00:00, 1 d 15 h, /);
});

it('an actor with addresses beyond the dictionary has at least as many as were told apart', () => {
  const actor = { ...actorOf(231_808, 60), addresses: 57_343 };
  expect(detailOf('from', actor)).toContain(', 57,343 addresses as');
  const more = { ...actor, moreAddresses: true };
  expect(detailOf('from', more)).toContain(', ≥57,343 addresses as');
  const view = actorsView({} as never);
  const facts = { shown: { span: null }, zone: 'utc', asns: new Map() } as never;
  const answer = { rows: [more], actors: 1, total: more.count, leftOut: 0 };
  const column = view.columns(answer, facts, {} as never).find(({ id }) => id === 'addresses');
  expect(column?.cell(more, 9)).toMatchObject({ text: '≥57,343' });
});
