import { describe, expect, it } from 'vitest';
import { EventStore } from '../../../src/events/store.ts';
import {
  askedTimes,
  chosenAt,
  chosenChanged,
  type FilterStack,
  filterLine,
  shownFilters,
  stacked,
  toggled,
  unseenValue,
  whyNotApplied,
  withFilter,
  withTyped,
} from '../../../src/panes/events/filter-stack.ts';
import { EMPTY_EVENTS } from '../../../src/panes/events/state.ts';
import { words } from '../../../src/text/printable.ts';
import { compose } from '../../../src/ui/line.ts';
import { sampleEntries } from '../../events/sample-entries.ts';
import { styledText } from '../../support/line-text.ts';

const stack = (...texts: string[]): FilterStack => ({
  filters: texts.map(stacked),
  chosen: null,
  typing: null,
  editing: null,
  typingProblem: null,
});
const texts = ({ filters }: Pick<FilterStack, 'filters'>) =>
  filters.map(({ text, state }) => `${state} ${text}`);

it('keys act on the last filter by default, and on a neighbour after the chosen one is removed', () => {
  const three = stack('a', 'b', 'c');
  expect(chosenAt(three)).toBe(2);
  expect(chosenAt({ ...three, chosen: 1 })).toBe(1);
  const off = chosenChanged({ ...three, chosen: 0 }, toggled);
  expect(texts(off)).toEqual(['off a', 'on b', 'on c']);
  expect(texts(chosenChanged(off, toggled))).toEqual(['on a', 'on b', 'on c']);
  const gone = chosenChanged(off, () => null);
  expect([texts(gone), chosenAt(gone)]).toEqual([['on b', 'on c'], 0]);
  expect(chosenAt(stack())).toBe(-1);
  expect(texts(chosenChanged(stack(), () => null))).toEqual([]);
});

it('a typed filter replaces the one being edited, but only while it is valid', () => {
  const editing = { ...stack('a', 'b'), typing: 'c', editing: 0 };
  expect(shownFilters(editing).map(({ text }) => text)).toEqual(['c', 'b']);
  expect(shownFilters({ ...editing, editing: null }).map(({ text }) => text)).toEqual([
    'a',
    'b',
    'c',
  ]);
  const wrong = { ...editing, typingProblem: words`wrong` };
  expect(shownFilters(wrong).map(({ text }) => text)).toEqual(['a', 'b']);
});

it('an empty text removes the edited filter; one that was off is switched on', () => {
  const [a, b] = [stacked('a'), stacked('b')];
  expect(withTyped([a, b], 0, '  ')).toEqual([b]);
  expect(withTyped([a], null, '')).toEqual([a]);
  expect(withTyped([{ ...a, state: 'off' }], 0, 'c')[0]?.state).toBe('on');
});

it('a new filter is added last or replaces the others, and is chosen', () => {
  const before = { ...stack('a', 'b'), chosen: 0 };
  expect(texts(withFilter('c')(before))).toEqual(['on a', 'on b', 'on c']);
  expect(withFilter('c')(before).chosen).toBeNull();
  expect(texts(withFilter('c', 'drop')(before))).toEqual(['on c']);
});

describe('why a filter is not applied', () => {
  it.each([
    ['status:blocked', null],
    ['', null],
    ['http://shop.example', null],
    ['contry:BG', 'There is no field contry; did you mean country?'],
    ['stats:blocked', 'There is no field stats; did you mean status?'],
    ['a:b', 'There is no field a; in quotes it is looked for as text.'],
    ['(owa', 'This is not closed. (column 1)'],
  ])('%s', (text, why) => {
    expect(whyNotApplied(text)).toBe(why);
  });
});

describe('a value that no entry has', () => {
  const store = new EventStore();
  for (const _ of store.ingest('7', sampleEntries(1)(500), 'backfill', 1000));
  const seen = store.value(store.at(0) as number, 'status') ?? '';

  it.each(['status:blok', '-status:blok', 'owa or (asn:1 status:blok)'])('%s', (text) => {
    expect(unseenValue(text.replace('asn:1 ', ''), store)).toMatch(
      /^No status is “blok”\. Quote it to apply\. Seen: .+\.$/,
    );
  });

  it.each([
    `status:${seen}`,
    `status:${seen.toUpperCase()}`,
    'status:b*',
    'status:"blok"',
    'path:nowhere',
    'nothing',
    '-status:*',
  ])('is not said of %s', (text) => {
    expect(unseenValue(text, store)).toBeNull();
  });

  it('is not reported while nothing is loaded', () => {
    expect(unseenValue('status:blok', new EventStore())).toBeNull();
  });
});

it.each([
  ['status:blocked since:15m', ' from 10:44:21'],
  ['-(a or since:1h until:5m)', ' from 09:59:21 until 10:54:21'],
  ['since:1d', ' from 11-22 10:59:21'],
  ['since:10:00 b', ''],
  ['since:23:50', ' from 11-22 23:50:00'],
  ['at:23:50..', ' from 11-22 23:50:00'],
  ['since:10:00 until:09:00', ' until 11-24 09:00:00'],
  ['since:22:00 until:23:00', ' from 11-22 22:00:00 until 11-22 23:00:00'],
  ['(since:22:00 until:23:00) or until:09:00', ' from 11-22 22:00:00 until 11-22 23:00:00'],
  ['since:2026-11-20T10:00', ''],
])('of %s it is said from when on that was asked:%s', (text, told) => {
  const now = Date.UTC(2026, 10, 23, 10, 59, 21);
  const moment = { now, day: Date.UTC(2026, 10, 23), offsetMinutes: 0 };
  const clock = { now, zone: 'utc' } as const;
  expect(askedTimes(stacked(text).filter, moment, clock)).toBe(told);
});

it('of a time of day it is said of which day it is, once the day has changed', () => {
  const { filter } = stacked('since:07:00');
  const applied = { now: Date.UTC(2026, 10, 22, 9), day: Date.UTC(2026, 10, 22), offsetMinutes: 0 };
  const told = (now: number) => askedTimes(filter, applied, { now, zone: 'utc' });
  expect(told(Date.UTC(2026, 10, 22, 23, 59))).toBe('');
  expect(told(Date.UTC(2026, 10, 23, 0, 10))).toBe(' from 11-22 07:00:00');
});

it.each([
  [[], ' [since 12:00:00 until 12:15:00] hides 500'],
  [['country:US'], ' [country:US] hides 12  [since 12:00:00 until 12:15:00] hides 500'],
  [
    ['message:"Detects concatenated basic SQL injection"'],
    /^ \[message:"Detects .*… \[since 12:00:00 until 12:15:00\]$/,
  ],
  [
    ['country:US', 'message:"Detects concatenated basic SQL injection"'],
    /^‹›\[message:.*… \[since 12:00:00 until 12:15:00\]$/,
  ],
])('beside the filters %j, the time range is whole at 80 columns', (filters, line) => {
  const from = Date.UTC(2026, 2, 14, 12);
  const timeRange = { from, until: from + 15 * 60_000 };
  const state = { ...EMPTY_EVENTS, filters: filters.map(stacked), timeRange };
  const store = { size: 500, firstAtOrAfter: () => 0 };
  const shown = {
    store,
    span: { from, until: from + 3_600_000 },
    hiddenBy: () => 12,
    view: { counts: { stopped: null } },
    scope: { moment: { now: 0, day: 0, offsetMinutes: 0 } },
  };
  const [text = ''] = styledText([
    compose(filterLine(state, shown as never, { now: 0, zone: 'utc' }, 80), 80),
  ]);
  if (typeof line === 'string') expect(text.trimEnd()).toBe(line);
  else expect(text.trimEnd()).toMatch(line);
});
