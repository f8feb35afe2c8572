import type { OptionValues } from '../../session/options.ts';
import { csvLine, jsonText, type Writing } from '../../text/json-and-csv.ts';
import { type Printable, words } from '../../text/printable.ts';
import { stamp } from '../../text/time.ts';
import type { Context } from '../context.ts';
import type { OUTPUT_OPTIONS } from '../table/spec.ts';
import { type Grid, grid, type OutputColumn, textFacts, textTable } from './grid.ts';

interface Drawn {
  readonly lines: readonly Printable[];
  /** Whether cells were cut to the width of the terminal. */
  readonly cut: boolean;
}

/** A part of the human-readable output. */
export interface Section {
  /** The only table format that has it; both by default. */
  readonly only?: 'table' | 'wide';
  /** @param columns terminal width in cells */
  draw(format: 'table' | 'wide', columns: number | undefined): Drawn;
}

/** The result of a command, for every output format. */
export interface Report {
  /** The JSON document. */
  readonly document: unknown;
  /** The lines of `ndjson`; by default the document. */
  readonly records?: readonly unknown[];
  readonly sections: readonly Section[];
  readonly csv: Grid;
  /** Remarks for standard error, such as that there are more results. */
  readonly notes?: readonly Printable[];
}

export const lines = (...texts: readonly Printable[]): Section => ({
  draw: () => ({ lines: texts, cut: false }),
});

export const facts = (...pairs: readonly (readonly [Printable, Printable])[]): Section =>
  lines(...textFacts(pairs));

export const table = (grid: Grid): Section => ({
  draw: (format, columns) =>
    format === 'wide' ? textTable(grid.wide, undefined) : textTable(grid.shown, columns),
});

/** A report with one table, omitted if there are no rows. `records` defaults to the rows. */
export function tableReport<Row>({
  columns,
  rows,
  wide,
  document,
  records = rows,
  above = [],
  notes = [],
}: Omit<Report, 'sections' | 'csv'> & {
  readonly columns: readonly OutputColumn<Row>[];
  readonly rows: readonly Row[];
  readonly wide?: readonly OutputColumn<Row>[];
  readonly above?: readonly Section[];
}): Report {
  const shown = grid(columns, rows, wide);
  return {
    document,
    records,
    sections: [...above, ...(rows.length === 0 ? [] : [table(shown)])],
    csv: shown,
    notes,
  };
}

export const onlyTable = (section: Section): Section => ({ ...section, only: 'table' });

export const onlyWide = (section: Section): Section => ({ ...section, only: 'wide' });

export type OutputFlags = Pick<OptionValues<typeof OUTPUT_OPTIONS>, 'output' | 'wide'> & {
  /** `NAME,NAME`, already validated by `columns.ts`. */
  readonly columns?: string | undefined;
};

export type Format = NonNullable<OutputFlags['output']>;

/**
 * The requested format. By default a terminal gets a table, a pipe what suits the command. `--wide` affects only
 * tables, since other formats have all fields anyway.
 */
export function formatOf(
  { output, wide, columns }: OutputFlags,
  isTerminal: boolean,
  piped: Format = 'json',
): Format {
  if (wide && (output === undefined || output === 'table')) return 'wide';
  return output ?? (isTerminal ? 'table' : columns === undefined ? piped : 'csv');
}

/**
 * Prints reports in the requested format: data to stdout, notes to stderr.
 *
 * @param kind whether there will be one report or a series
 */
export function printerFor(
  { stdout, messages, edges, writing }: Context,
  flags: OutputFlags,
  kind: 'one' | 'series',
) {
  let place: 'only' | 'first' | 'further' = kind === 'one' ? 'only' : 'first';
  return {
    async print(whole: Report) {
      const report = flags.columns === undefined ? whole : withColumns(whole, flags.columns);
      const format = formatOf(flags, stdout.isTerminal, kind === 'one' ? 'json' : 'ndjson');
      const rendering = {
        writing,
        columns: stdout.columns,
        place,
        stamp: stamp(edges.clock.now(), 'utc'),
      };
      const { data, notes } =
        format === 'yaml'
          ? await renderYaml(report, rendering)
          : renderReport(report, { ...rendering, format });
      if (place === 'first') place = 'further';
      messages.clearProgress();
      await stdout.write(data);
      for (const note of notes) messages.print(note);
    },
  };
}

/** Only the list of a report, with the requested columns. */
function withColumns(report: Report, columns: string): Report {
  const csv = report.csv.chosen(columnsIn(columns));
  return { ...report, sections: csv.plain.rows.length === 0 ? [] : [table(csv)], csv };
}

export const columnsIn = (text: string): readonly string[] =>
  text
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');

export interface Rendering {
  readonly format: Exclude<Format, 'yaml'>;
  readonly writing: Writing;
  /** Terminal width in cells. */
  readonly columns: number | undefined;
  /** Position in a series. A series is printed as one document per line, with one heading. */
  readonly place: 'only' | 'first' | 'further';
  /** Time of creation, printed before each table of a series. */
  readonly stamp: Printable;
}

interface Rendered {
  readonly data: string;
  readonly notes: readonly Printable[];
}

const CUT = words`Some cells are cut to the width of the terminal; -o json has them whole.`;

function asTables(
  { sections, notes = [] }: Report,
  format: 'table' | 'wide',
  { columns, place, stamp }: Rendering,
): Rendered {
  const drawn = sections
    .filter(({ only }) => only === undefined || only === format)
    .map((section) => section.draw(format, columns));
  const blocks = drawn.map(({ lines }) => lines.join('\n')).filter((block) => block !== '');
  if (place !== 'only') blocks.unshift(stamp);
  const text = blocks.join('\n\n');
  return {
    data: `${place === 'further' ? '\n' : ''}${text}${text === '' ? '' : '\n'}`,
    notes: drawn.some(({ cut }) => cut) ? [...notes, CUT] : notes,
  };
}

/** The document as YAML; in a series, separated by `---`. The YAML library is loaded on demand. */
async function renderYaml(
  { document, notes = [] }: Report,
  { place, writing }: Pick<Rendering, 'place' | 'writing'>,
): Promise<Rendered> {
  const { yamlText } = await import('./yaml.ts');
  const mark = place === 'only' ? '' : '---\n';
  return { data: `${mark}${yamlText(jsonText(document), writing)}`, notes };
}

export function renderReport(report: Report, rendering: Rendering): Rendered {
  const { notes = [] } = report;
  const { format, place, writing } = rendering;
  switch (format) {
    case 'table':
    case 'wide':
      return asTables(report, format, rendering);
    case 'json':
      return { data: `${jsonText(report.document, place === 'only' ? 2 : 0, writing)}\n`, notes };
    case 'ndjson': {
      const records = report.records ?? [report.document];
      return { data: records.map((record) => `${jsonText(record, 0, writing)}\n`).join(''), notes };
    }
    case 'csv': {
      const { heads, rows } = report.csv.plain;
      const head = place === 'further' ? '' : csvLine(heads);
      return { data: head + rows.map((row) => csvLine(row, writing)).join(''), notes };
    }
  }
}
