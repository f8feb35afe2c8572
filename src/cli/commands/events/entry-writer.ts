import { entryShape } from '../../../contract/operations/event-logs.ts';
import { csvCells, csvColumns, csvPlace, jsonEntry } from '../../../events/export.ts';
import { type CsvValue, csvLine, type Writing } from '../../../text/json-and-csv.ts';
import { type Printable, words } from '../../../text/printable.ts';
import { dayOf, timeOfDayExact } from '../../../text/time.ts';
import { fit, pad } from '../../../text/width.ts';
import { displayValue, grid, type OutputColumn, textTable } from '../../output/grid.ts';
import type { Format } from '../../output/report.ts';
import type { Sink } from '../../output/streams.ts';
import { wideColumns } from '../../output/wide.ts';
import type { OutputRow } from './entry-filter.ts';

/** How a format renders entries that arrive page by page. */
interface EntryFormat {
  /** Printed before the first entries; with `isAlways`, even if there are none. */
  readonly head?: string;
  readonly isAlways?: boolean;
  /** Printed between two pages. */
  readonly between?: string;
  text(rows: readonly OutputRow[]): string | Promise<string>;
  end?(hasEntries: boolean): string;
}

/** A table column with a fixed width, since later entries are not known yet. */
interface FixedColumn {
  readonly title: Printable;
  readonly width: number;
  show(row: OutputRow): Printable;
}

const TABLE: readonly FixedColumn[] = [
  {
    title: words`TIME (UTC)`,
    width: 23,
    show: ({ time }) =>
      time === null ? words`?` : words`${dayOf(time, 'utc')} ${timeOfDayExact(time, 'utc')}`,
  },
  { title: words`STATUS`, width: 10, show: ({ entry }) => displayValue(entry.labels.status) },
  { title: words`METHOD`, width: 7, show: ({ entry }) => displayValue(entry.labels.method) },
  { title: words`CC`, width: 2, show: ({ entry }) => displayValue(entry.labels.country) },
  { title: words`ADDRESS`, width: 15, show: ({ extract }) => displayValue(extract('remoteIp')) },
  { title: words`RULE`, width: 8, show: ({ entry }) => displayValue(entry.labels.ruleId) },
];

/** Long enough for most paths. */
const PATH_WIDTH = 24;
/** The last columns, which take the rest of the line. */
const REST = words`${pad(words`PATH`, PATH_WIDTH)}  MESSAGE`;

function rest({ entry, extract }: OutputRow): Printable {
  const [path, message] = [extract('path'), extract('message')];
  // A log of another format is shown as it is.
  if (path === null && message === null) return displayValue(entry.log);
  return words`${pad(displayValue(path), PATH_WIDTH)}  ${displayValue(message)}`;
}

function tableLine(cells: readonly Printable[], last: Printable, columns: number | undefined) {
  const line = words`${cells.join('  ') as Printable}  ${last}`;
  return `${columns === undefined ? line : fit(line, columns).trimEnd()}\n`;
}

const tableFormat = ({ columns }: Sink): EntryFormat => ({
  head: tableLine(
    TABLE.map(({ title, width }) => pad(title, width)),
    REST,
    columns,
  ),
  text: (rows) =>
    rows
      .map((row) =>
        tableLine(
          TABLE.map(({ width, show }) => pad(show(row), width)),
          rest(row),
          columns,
        ),
      )
      .join(''),
});

const WIDE = wideColumns(
  [
    {
      name: 'time',
      title: words`TIME (UTC)`,
      value: ({ time }: OutputRow) => (time === null ? null : new Date(time).toISOString()),
    },
  ],
  entryShape,
  ({ entry }) => entry,
);

interface EntryOutput {
  readonly sink: Sink;
  readonly zone: string;
  readonly writing: Writing;
}

/** CSV, or a table per page, with only the named columns. */
function columnsFormat(
  { sink, zone, writing }: EntryOutput,
  names: readonly string[],
  format: 'table' | 'wide' | 'csv',
): EntryFormat {
  const places = names.map(csvPlace);
  const cells = (row: OutputRow) => {
    const all = csvCells({ ...row, zone });
    return places.map((at) => all[at] ?? null);
  };
  if (format === 'csv') {
    return {
      head: csvLine(names),
      isAlways: true,
      text: (rows) => rows.map((row) => csvLine(cells(row), writing)).join(''),
    };
  }
  const columns = names.map(
    (name, at): OutputColumn<readonly CsvValue[]> => ({
      name,
      shrinks: true,
      value: (row) => row[at] ?? null,
    }),
  );
  const room = format === 'wide' ? undefined : sink.columns;
  return { between: '\n', text: (rows) => tableText(columns, rows.map(cells), room) };
}

/** A table for one page. Each page has its own column widths. */
const tableText = <Row>(
  columns: readonly OutputColumn<Row>[],
  rows: readonly Row[],
  room?: number,
): string => `${textTable(grid(columns, rows).shown, room).lines.join('\n')}\n`;

function formatIn(output: EntryOutput, format: Format, columns?: readonly string[]): EntryFormat {
  const { zone, writing } = output;
  const json = (row: OutputRow) => jsonEntry({ ...row, zone }, writing);
  switch (format) {
    case 'table':
      return columns ? columnsFormat(output, columns, format) : tableFormat(output.sink);
    case 'wide':
      return columns
        ? columnsFormat(output, columns, format)
        : { between: '\n', text: (rows) => tableText(WIDE, rows) };
    case 'csv':
      return columnsFormat(output, columns ?? csvColumns, format);
    case 'yaml':
      return {
        // One document per entry.
        async text(rows) {
          const { yamlText } = await import('../../output/yaml.ts');
          return rows
            .map((row) => `---\n${yamlText(jsonEntry({ ...row, zone }), writing)}`)
            .join('');
        },
      };
    case 'ndjson':
      return { text: (rows) => rows.map((row) => `${json(row)}\n`).join('') };
    case 'json':
      // One array over all pages, one entry per line. It is always closed, so that it parses.
      return {
        head: '[\n',
        between: ',\n',
        text: (rows) => rows.map(json).join(',\n'),
        end: (hasEntries) => (hasEntries ? '\n]\n' : '[]\n'),
      };
  }
}

/** @param columns names of {@link csvColumns} in the wanted order; all by default */
export function entryWriter(output: EntryOutput, format: Format, columns?: readonly string[]) {
  const {
    head = '',
    isAlways = false,
    between = '',
    text,
    end,
  } = formatIn(output, format, columns);
  const { sink } = output;
  let [isHeaded, hasEntries] = [false, false];
  const write = async (rows: readonly OutputRow[]) => {
    if (rows.length === 0 && !isAlways) return;
    const before = hasEntries ? between : isHeaded ? '' : head;
    [isHeaded, hasEntries] = [true, hasEntries || rows.length > 0];
    await sink.write(before + (rows.length === 0 ? '' : await text(rows)));
  };
  return {
    write,
    /** Prints the end of the output. */
    async end() {
      if (isAlways && !isHeaded) await write([]);
      await sink.write(end?.(hasEntries) ?? '');
    },
  };
}
