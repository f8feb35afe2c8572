import { entryShape } from '../../../contract/operations/event-logs.ts';
import { csvCells, csvColumns, csvEntry, csvHead, jsonEntry } from '../../../events/export.ts';
import { type CsvValue, csvLine, type Writing } from '../../../text/json-and-csv.ts';
import { type Printable, words } from '../../../text/printable.ts';
import { dayOf, timeOfDayExact } from '../../../text/time.ts';
import { fit, pad } from '../../../text/width.ts';
import { displayValue, grid, type OutputColumn, textTable } from '../../output/grid.ts';
import type { Format } from '../../output/report.ts';
import type { Sink } from '../../output/streams.ts';
import { wideColumns } from '../../output/wide.ts';
import type { OutputRow } from './entry-filter.ts';

interface EntryWriter {
  write(rows: readonly OutputRow[]): Promise<void>;
  /** What the format needs at its end. */
  end(): Promise<void>;
}

/** A column of the table, whose widths are fixed: what comes later is not known. */
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

/** What comes last in a line has the rest of it. */
const REST = words`PATH  MESSAGE`;

function rest({ entry, extract }: OutputRow): Printable {
  const [path, message] = [extract('path'), extract('message')];
  // A log of another form is shown as it is.
  if (path === null && message === null) return displayValue(entry.log);
  return words`${displayValue(path)}  ${displayValue(message)}`;
}

function tableLine(cells: readonly Printable[], last: Printable, columns: number | undefined) {
  const line = words`${cells.join('  ') as Printable}  ${last}`;
  return `${columns === undefined ? line : fit(line, columns).trimEnd()}\n`;
}

function tableWriter(sink: Sink): EntryWriter {
  let begun = false;
  return {
    async write(rows) {
      if (rows.length === 0) return;
      const head = tableLine(
        TABLE.map(({ title, width }) => pad(title, width)),
        REST,
        sink.columns,
      );
      const lines = rows.map((row) =>
        tableLine(
          TABLE.map(({ width, show }) => pad(show(row), width)),
          rest(row),
          sink.columns,
        ),
      );
      await sink.write((begun ? '' : head) + lines.join(''));
      begun = true;
    },
    end: async () => {},
  };
}

function csvWriter({ sink, zone, writing }: EntryOutput): EntryWriter {
  let begun = false;
  return {
    async write(rows) {
      const lines = rows.map((row) => csvEntry({ ...row, zone }, writing));
      await sink.write((begun ? '' : csvHead) + lines.join(''));
      begun = true;
    },
    end: async () => {
      if (!begun) await sink.write(csvHead);
    },
  };
}

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

/** Every field of every entry, a table for each page: how wide the cells of the next one are is not known. */
function wideWriter({ sink }: EntryOutput): EntryWriter {
  let before = '';
  return {
    async write(rows) {
      if (rows.length === 0) return;
      const { lines } = textTable(grid(WIDE, rows).shown, undefined);
      await sink.write(`${before}${lines.join('\n')}\n`);
      before = '\n';
    },
    end: async () => {},
  };
}

/** A document for each entry. */
const yamlWriter = ({ sink, zone, writing }: EntryOutput): EntryWriter => ({
  async write(rows) {
    const { yamlText } = await import('../../output/yaml.ts');
    const documents = rows.map((row) => `---\n${yamlText(jsonEntry({ ...row, zone }), writing)}`);
    await sink.write(documents.join(''));
  },
  end: async () => {},
});

const ndjsonWriter = ({ sink, zone, writing }: EntryOutput): EntryWriter => ({
  write: (rows) =>
    sink.write(rows.map((row) => `${jsonEntry({ ...row, zone }, writing)}\n`).join('')),
  end: async () => {},
});

/** One array over all pages, an entry a line; closed whatever ends it, so that it always parses. */
function jsonWriter({ sink, zone, writing }: EntryOutput): EntryWriter {
  let before = '[\n';
  return {
    async write(rows) {
      const entries = rows.map((row) => {
        const text = `${before}${jsonEntry({ ...row, zone }, writing)}`;
        before = ',\n';
        return text;
      });
      await sink.write(entries.join(''));
    },
    end: () => sink.write(before === '[\n' ? '[]\n' : '\n]\n'),
  };
}

interface EntryOutput {
  readonly sink: Sink;
  /** Shield zone id. */
  readonly zone: string;
  readonly writing: Writing;
}

/** Cells of CSV by the names of their columns; a table has them page by page, too. */
function columnsWriter(
  { sink, zone, writing }: EntryOutput,
  names: readonly string[],
  format: 'table' | 'wide' | 'csv',
): EntryWriter {
  const cells = (row: OutputRow) => {
    const all = csvCells({ ...row, zone });
    return names.map((name) => all[csvColumns.indexOf(name)] ?? null);
  };
  const columns = names.map(
    (name, at): OutputColumn<readonly CsvValue[]> => ({
      name,
      shrinks: true,
      value: (row) => row[at] ?? null,
    }),
  );
  let begun = false;
  return {
    async write(rows) {
      if (rows.length === 0) return;
      if (format === 'csv') {
        const lines = rows.map((row) => csvLine(cells(row), writing));
        await sink.write((begun ? '' : csvLine(names)) + lines.join(''));
      } else {
        const room = format === 'wide' ? undefined : sink.columns;
        const { lines } = textTable(grid(columns, rows.map(cells)).shown, room);
        await sink.write(`${begun ? '\n' : ''}${lines.join('\n')}\n`);
      }
      begun = true;
    },
    async end() {
      if (!begun && format === 'csv') await sink.write(csvLine(names));
    },
  };
}

/** @param columns names of {@link csvColumns}, in the order wanted; all that the format has where none are chosen */
export function entryWriter(
  output: EntryOutput,
  format: Format,
  columns?: readonly string[],
): EntryWriter {
  if (columns && (format === 'table' || format === 'wide' || format === 'csv')) {
    return columnsWriter(output, columns, format);
  }
  switch (format) {
    case 'table':
      return tableWriter(output.sink);
    case 'wide':
      return wideWriter(output);
    case 'yaml':
      return yamlWriter(output);
    case 'csv':
      return csvWriter(output);
    case 'ndjson':
      return ndjsonWriter(output);
    case 'json':
      return jsonWriter(output);
  }
}
