import { parseDuration } from '../../../config/duration.ts';
import { nearest } from '../../../config/nearest.ts';
import { FIELDS, fieldNamed } from '../../../events/filter/fields.ts';
import { OUTCOMES, sumOf } from '../../../events/outcome.ts';
import { COLUMN_FACTS, type ColumnName } from '../../../events/storage/columns.ts';
import { UserError } from '../../../session/errors.ts';
import { count, percentExact } from '../../../text/numbers.ts';
import { type Printable, printable, words } from '../../../text/printable.ts';
import { DAY_MS, stamp } from '../../../text/time.ts';
import type { OutputColumn } from '../../output/grid.ts';
import { type Report, tableReport } from '../../output/report.ts';
import type { Given } from '../../table/commands.ts';
import { type CountRow, EntryCounts } from './entry-counts.ts';

/** What is counted instead of written. */
export interface Counting {
  readonly counts: EntryCounts;
  /** Values of each field that are listed. */
  readonly most: number;
  /** Whether it is counted by pieces of time. */
  readonly isByTime: boolean;
}

type Options = Pick<Given<'events'>['options'], 'top' | 'by' | 'follow' | 'columns'>;

/** Values listed of each field when `--limit` does not say. */
const USUAL = 10;

/** What `--top` and `--by` ask for; undefined where entries themselves are asked for. */
export function countingOf(
  { top, by, follow, columns }: Options,
  limit: number,
): Counting | undefined {
  if (top === undefined && by === undefined) return undefined;
  if (follow) throw new UserError([words`--top and --by go without --follow.`]);
  if (columns !== undefined) throw new UserError([words`--top and --by go without --columns.`]);
  const piece = by === undefined ? null : pieceOf(by);
  return {
    counts: new EntryCounts(top === undefined ? [] : fieldsOf(top), piece),
    most: Number.isFinite(limit) ? limit : USUAL,
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
        ? words`--top: “${printable(name)}” is no field to count by. There are ${printable(known.join(', '))}.`
        : words`--top: “${printable(name)}” is no field to count by; did you mean ${printable(meant)}?`,
    ]);
  });
  return [...new Set(columns)];
}

const NAMED: ReadonlyMap<string, string> = new Map([
  ['minute', '1m'],
  ['hour', '1h'],
  ['day', '1d'],
]);

const MINUTE = 60_000;

function pieceOf(text: string): number {
  const piece = parseDuration(NAMED.get(text) ?? text);
  // Pieces begin where the day does, so that they are the same ones for whoever asks.
  if (piece !== undefined && piece >= MINUTE && DAY_MS % piece === 0) return piece;
  throw new UserError([
    words`--by takes minute, hour, day, or a duration of a minute or more that divides a day, as 5m or 6h.`,
  ]);
}

/** How a field is called: as in filters. */
const fieldName = (field: ColumnName | null): string | null =>
  field === null ? null : COLUMN_FACTS[field].fields[0];

const isoOf = (time: number | null): string | null =>
  time === null ? null : new Date(time).toISOString();

/** What was counted, in every form. */
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
  const columns: readonly OutputColumn<CountRow>[] = [
    ...(isByTime ? [time('time', words`TIME`, (row) => row.time)] : []),
    ...(hasFields
      ? ([
          { name: 'field', title: words`FIELD`, value: ({ field }) => fieldName(field) },
          {
            name: 'value',
            title: words`VALUE`,
            shrinks: true,
            value: ({ value }) => value,
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
      value: (row) => Math.round((entries(row) / all) * 10_000) / 10_000,
      text: (row) => percentExact(entries(row) / all),
    },
    ...OUTCOMES.map((outcome) => figure(outcome, ({ split }) => split[outcome])),
    time('first', words`FIRST`, (row) => row.first),
    time('last', words`LAST`, (row) => row.last),
  ];
  const records = rows.map((row) => ({
    ...(isByTime && { time: isoOf(row.time) }),
    ...(row.field !== null && {
      field: fieldName(row.field),
      value: row.value,
      others: row.isRest,
    }),
    entries: entries(row),
    share: entries(row) / all,
    ...row.split,
    first: isoOf(row.first),
    last: isoOf(row.last),
  }));
  const { untold } = counts;
  return tableReport({
    columns,
    rows,
    document: { entries: counts.entries, counts: records },
    records,
    notes:
      untold > 0
        ? [
            words`There are too many values to tell all apart: ${count(untold)} entries are among the others.`,
          ]
        : [],
  });
}
