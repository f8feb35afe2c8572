import { parseDuration } from '../../../config/duration.ts';
import { FIELDS, fieldNamed } from '../../../events/filter/fields.ts';
import { bothOf, OUTCOMES, oneOf, outcomeOf, type Split, sumOf } from '../../../events/outcome.ts';
import { COLUMN_FACTS, type ColumnName, isLabel } from '../../../events/storage/columns.ts';
import { UserError } from '../../../session/errors.ts';
import { nearest } from '../../../text/nearest.ts';
import { count, percentExact } from '../../../text/numbers.ts';
import { type Printable, printable, words } from '../../../text/printable.ts';
import { DAY_MS, stamp } from '../../../text/time.ts';
import { grid, type OutputColumn } from '../../output/grid.ts';
import { type Report, tableReport } from '../../output/report.ts';
import type { Given } from '../../table/commands.ts';
import type { OutputRow } from './entry-filter.ts';

/** A request to count entries instead of printing them. */
export interface Counting {
  readonly counts: EntryCounts;
  /** How many values of each field are listed. */
  readonly most: number;
  readonly isByTime: boolean;
}

type Options = Pick<Given<'events'>['options'], 'top' | 'by' | 'follow' | 'columns'>;

/** How many values of each field are listed without `--limit`. */
const DEFAULT_LISTED = 10;

/** Reads `--top` and `--by`; undefined if neither is given. */
export function countingOf(
  { top, by, follow, columns }: Options,
  limit: number,
): Counting | undefined {
  if (top === undefined && by === undefined) return undefined;
  if (follow) throw new UserError([words`--top and --by cannot be used with --follow.`]);
  if (columns !== undefined)
    throw new UserError([words`--top and --by cannot be used with --columns.`]);
  if (top === undefined && Number.isFinite(limit))
    throw new UserError([words`--limit cannot be used with --by, unless --top is there, too.`]);
  const piece = by === undefined ? null : pieceOf(by);
  return {
    counts: new EntryCounts(top === undefined ? [] : fieldsOf(top), piece),
    most: Number.isFinite(limit) ? limit : DEFAULT_LISTED,
    isByTime: piece !== null,
  };
}

const COUNTABLE = FIELDS.filter(({ target }) => target?.kind === 'column');

function fieldsOf(text: string): readonly ColumnName[] {
  const names = text.split(',').map((name) => name.trim());
  const columns = names.map((name) => {
    const target = fieldNamed(name)?.target;
    if (target?.kind === 'column') return target.column;
    const known = COUNTABLE.map((field) => field.name);
    const meant = nearest(name, known);
    throw new UserError([
      meant === undefined
        ? words`--top: “${printable(name)}” is not a field that can be counted by. There are ${printable(known.join(', '))}.`
        : words`--top: “${printable(name)}” is not a field that can be counted by; did you mean ${printable(meant)}?`,
    ]);
  });
  const twice = names[columns.findIndex((column, at) => columns.indexOf(column) < at)];
  if (twice !== undefined) throw new UserError([words`--top names ${printable(twice)} twice.`]);
  return columns;
}

const NAMED: ReadonlyMap<string, string> = new Map([
  ['minute', '1m'],
  ['hour', '1h'],
  ['day', '1d'],
]);

const MINUTE = 60_000;

function pieceOf(text: string): number {
  const piece = parseDuration(NAMED.get(text) ?? text);
  // Buckets must start where the day does, so that every run has the same ones.
  if (piece !== undefined && piece >= MINUTE && DAY_MS % piece === 0) return piece;
  throw new UserError([
    words`--by takes minute, hour, day, or a duration of a minute or more that divides a day, such as 5m or 6h.`,
  ]);
}

/** The field's name in the filter language. */
const fieldName = (field: ColumnName | null): string | null =>
  field === null ? null : COLUMN_FACTS[field].fields[0];

const isoOf = (time: number | null): string | null =>
  time === null ? null : new Date(time).toISOString();

export function countReport({ counts, most, isByTime }: Counting): Report {
  const rows = counts.rows(most);
  const all = Math.max(1, counts.entries);
  const hasFields = rows.some(({ field }) => field !== null);
  const timeText = (time: number | null): Printable =>
    time === null ? words`–` : stamp(time, 'utc');
  const time = (
    name: string,
    title: Printable,
    of: (row: CountRow) => number | null,
  ): OutputColumn<CountRow> => ({
    name,
    title,
    value: (row) => isoOf(of(row)),
    text: (row) => timeText(of(row)),
  });
  const figure = (name: string, of: (row: CountRow) => number): OutputColumn<CountRow> => ({
    name,
    title: words`${printable(name.toUpperCase())}`,
    align: 'right',
    value: of,
    text: (row) => count(of(row)),
  });
  const entries = ({ split }: CountRow) => sumOf(split);
  const shareOf = (row: CountRow) => entries(row) / all;
  const columns: readonly OutputColumn<CountRow>[] = [
    ...(isByTime ? [time('time', words`TIME`, (row) => row.time)] : []),
    ...(hasFields
      ? ([
          { name: 'field', title: words`FIELD`, value: ({ field }) => fieldName(field) },
          {
            name: 'value',
            title: words`VALUE`,
            shrinks: true,
            text: ({ value, isRest }) =>
              isRest
                ? words`(others)`
                : value === null
                  ? words`(none)`
                  : printable(value || '(empty)'),
          },
          { name: 'others', only: 'csv', value: ({ isRest }) => isRest },
        ] satisfies readonly OutputColumn<CountRow>[])
      : []),
    figure('entries', entries),
    {
      name: 'share',
      title: words`SHARE`,
      align: 'right',
      value: (row) => Math.round(shareOf(row) * 10_000) / 10_000,
      text: (row) => percentExact(shareOf(row)),
    },
    ...OUTCOMES.map((outcome) => figure(outcome, ({ split }) => split[outcome])),
    time('first', words`FIRST`, (row) => row.first),
    time('last', words`LAST`, (row) => row.last),
  ];
  const { heads, rows: cells } = grid(columns, rows).plain;
  const records = rows.map((row, at) => ({
    ...Object.fromEntries(heads.map((head, place) => [head, cells[at]?.[place]])),
    share: shareOf(row),
  }));
  const { uncounted } = counts;
  return tableReport({
    columns,
    rows,
    document: { entries: counts.entries, counts: records },
    records,
    notes:
      uncounted > 0
        ? [
            words`There are too many values to count each: ${count(uncounted)} entries are among the others.`,
          ]
        : [],
  });
}

interface Tally {
  readonly split: Split;
  /** Times of the first and last entry; null if no entry has a time. */
  readonly first: number | null;
  readonly last: number | null;
}

/** The count for one value, in total or in one time bucket. */
interface CountRow extends Tally {
  /** Start of the time bucket; null for the total, and for entries without a time. */
  readonly time: number | null;
  /** Null when counting by time only. */
  readonly field: ColumnName | null;
  /** Null for entries without a value, and for the rest. */
  readonly value: string | null;
  readonly isRest: boolean;
}

function merged(a: Tally | undefined, b: Tally): Tally {
  if (!a) return b;
  const times = [a.first, b.first, a.last, b.last].filter((time) => time !== null);
  return {
    split: bothOf(a.split, b.split),
    first: times.length === 0 ? null : Math.min(...times),
    last: times.length === 0 ? null : Math.max(...times),
  };
}

/** Limit on counted values and buckets. Attackers choose the values, so memory must be bounded. */
const MAX_TALLIES = 1_000_000;

/** The bucket key for totals and for entries without a time. */
const NO_TIME = Number.NaN;

class FieldCounts {
  readonly #tallies = new Map<string | null, Map<number, Tally>>();
  /** Entries that exceeded the limit, by time bucket. */
  readonly uncounted = new Map<number, Tally>();

  /** Adds to a tally. Returns the number of tallies it created: none without `room`. */
  count(value: string | null, time: number, one: Tally, room: number): number {
    const byTime = this.#tallies.get(value) ?? new Map<number, Tally>();
    const isNew = !byTime.has(time);
    if (isNew && room <= 0) {
      this.uncounted.set(time, merged(this.uncounted.get(time), one));
      return 0;
    }
    byTime.set(time, merged(byTime.get(time), one));
    this.#tallies.set(value, byTime);
    return Number(isNew);
  }

  /** Values by descending count, then alphabetically; entries without a value come last. */
  top(): readonly (readonly [value: string | null, byTime: ReadonlyMap<number, Tally>])[] {
    const totals = new Map(
      [...this.#tallies].map(([value, byTime]) => [
        value,
        [...byTime.values()].reduce((sum, { split }) => sum + sumOf(split), 0),
      ]),
    );
    return [...this.#tallies].sort(
      ([a], [b]) =>
        Number(a === null) - Number(b === null) ||
        (totals.get(b) ?? 0) - (totals.get(a) ?? 0) ||
        ((a ?? '') < (b ?? '') ? -1 : 1),
    );
  }
}

/**
 * Counts entries as they arrive, by field values, by time bucket, or both, without keeping them. All numbers are
 * exact; values beyond the limit are counted together.
 */
export class EntryCounts {
  readonly #fields: ReadonlyMap<ColumnName | null, FieldCounts>;
  readonly #piece: number | null;
  #room: number;
  #entries = 0;

  /**
   * @param fields empty to count by time only
   * @param piece bucket size in milliseconds, aligned to the start of the day; null for totals
   */
  constructor(fields: readonly ColumnName[], piece: number | null, most = MAX_TALLIES) {
    const all = fields.length === 0 ? [null] : fields;
    this.#fields = new Map(all.map((field) => [field, new FieldCounts()]));
    this.#piece = piece;
    this.#room = most;
  }

  get entries(): number {
    return this.#entries;
  }

  add(rows: readonly OutputRow[]): void {
    for (const row of rows) {
      this.#entries += 1;
      const { time } = row;
      const piece =
        this.#piece === null || time === null
          ? NO_TIME
          : Math.floor(time / this.#piece) * this.#piece;
      const split = oneOf(outcomeOf(row.entry.labels.status));
      const one = { split, first: time, last: time };
      for (const [field, counts] of this.#fields) {
        this.#room -= counts.count(valueIn(row, field), piece, one, this.#room);
      }
    }
  }

  /** Entries that exceeded the limit, over all fields. */
  get uncounted(): number {
    let all = 0;
    for (const { uncounted } of this.#fields.values()) {
      for (const { split } of uncounted.values()) all += sumOf(split);
    }
    return all;
  }

  /**
   * The `most` most frequent values of each field, then all others together, each with its time buckets, oldest
   * first.
   */
  rows(most: number): readonly CountRow[] {
    return [...this.#fields].flatMap(([field, counts]) => {
      const all = counts.top();
      const rest = new Map<number, Tally>();
      for (const byTime of [...all.slice(most).map(([, each]) => each), counts.uncounted]) {
        for (const [time, tally] of byTime) rest.set(time, merged(rest.get(time), tally));
      }
      return [
        ...all.slice(0, most).flatMap(([value, byTime]) => countRows(field, value, byTime)),
        ...countRows(field, null, rest, true),
      ];
    });
  }
}

const countRows = (
  field: ColumnName | null,
  value: string | null,
  byTime: ReadonlyMap<number, Tally>,
  isRest = false,
): readonly CountRow[] =>
  [...byTime]
    .sort(([a], [b]) => a - b || Number(Number.isNaN(b)) - Number(Number.isNaN(a)))
    .map(([time, tally]) => ({
      ...tally,
      time: Number.isNaN(time) ? null : time,
      field,
      value,
      isRest,
    }));

function valueIn({ entry, extract }: OutputRow, field: ColumnName | null): string | null {
  if (field === null) return null;
  return isLabel(field) ? entry.labels[field] : extract(field);
}
