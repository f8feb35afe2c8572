import { expect, it } from 'vitest';
import { EventStore } from '../../../src/events/store.ts';
import { elapsedText, eventColumns, sinceMark } from '../../../src/panes/events/list.ts';
import { placeColumns } from '../../../src/ui/columns.ts';
import { textOf } from '../../../src/ui/spoken.ts';
import { entryWith } from '../../events/sample-entries.ts';

it('elapsed time counts from the last mark, negative before the first', () => {
  expect(sinceMark([], 5)).toBeNull();
  expect([5, 10, 15, 20, 25].map((time) => sinceMark([10, 20], time))).toEqual([-5, 0, 5, 0, 5]);
});

it.each([
  [0, '+0.000'],
  [-12_000, '-12.000'],
  [59_999, '+59.999'],
  [62_003, '+1:02.003'],
  [-3_723_456, '-1:02:03.456'],
  [90_000_000, '+25:00:00.000'],
])('%d ms is written %s', (ms, text) => {
  expect(elapsedText(ms)).toBe(text);
});

const NOON = Date.UTC(2026, 2, 14, 12, 0, 0, 250);
const ONE_DAY = { from: NOON, until: NOON + 1 };
const TWO_DAYS = { from: NOON - 86_400_000, until: NOON + 1 };

it.each([
  [80, '12:00:00', ONE_DAY],
  [120, '12:00:00.250', ONE_DAY],
  [61, '03-14 12:00:00', TWO_DAYS],
  [80, '03-14 12:00:00', TWO_DAYS],
  [100, '03-14 12:00:00', TWO_DAYS],
  [140, '03-14 12:00:00.250', TWO_DAYS],
])(
  'in %d columns an entry of which two versions came is marked behind its whole time',
  (room, time, span) => {
    const store = new EventStore({ unit: 'ms' });
    const timestamp = NOON;
    const columns = (of: typeof span = span) =>
      placeColumns(
        eventColumns({
          shown: {
            store,
            zones: ['7'],
            view: { stateOf: () => 'match' },
            found: null,
            span: of,
          } as never,
          zone: 'utc',
          zones: [],
          timeColumn: 'time',
          coloured: false,
          marks: new Set(),
          notes: new Map(),
          width: room,
        }),
        room,
      );
    const first = () => {
      const [of] = columns();
      const cell = of?.column.cell(store.at(0) ?? -1, of.width) ?? [];
      return { text: textOf([cell].flat()), width: of?.width };
    };
    store.add('7', [entryWith({ logId: 'a', timestamp })]);
    // The date does not displace another column.
    expect(columns().map(({ column }) => column.id)).toEqual(
      columns(ONE_DAY).map(({ column }) => column.id),
    );
    expect(first()).toEqual({ text: time, width: time.length });
    store.add('7', [entryWith({ logId: 'a', timestamp, labels: { country: 'XX' } })]);
    expect(first()).toEqual({ text: `${time}≠`, width: time.length + 1 });
  },
);
