import { type Printable, words } from '../../text/printable.ts';
import { csvLine } from './csv.ts';
import type { Format } from './format.ts';
import { jsonText } from './json-text.ts';
import type { Report, Section } from './report.ts';
import { textFacts, textTable } from './text-table.ts';

/** How a report is asked for. */
export interface Rendering {
  readonly format: Format;
  readonly isTerminal: boolean;
  /** Cells in a line of the terminal. */
  readonly columns: number | undefined;
  /** Which of a series of reports this is: a series is a document a line, and has one head. */
  readonly place: 'only' | 'first' | 'further';
  /** Before every table of a series: when it was made. */
  readonly stamp: Printable;
}

/** Data for stdout, and what to say about it. */
export interface Rendered {
  readonly data: string;
  readonly notes: readonly Printable[];
}

const CUT = words`Some cells are cut to the width of the terminal; -o json has them whole.`;

function sectionLines(
  section: Section,
  columns: number | undefined,
): { readonly lines: readonly Printable[]; readonly cut: boolean } {
  switch (section.kind) {
    case 'facts':
      return { lines: textFacts(section.facts), cut: false };
    case 'table':
      return textTable(section.grid, columns);
    case 'lines':
      return { lines: section.lines, cut: false };
  }
}

function asTables({ sections, notes }: Report, { columns, place, stamp }: Rendering): Rendered {
  const drawn = sections.map((section) => sectionLines(section, columns));
  const blocks = drawn.map(({ lines }) => lines.join('\n')).filter((block) => block !== '');
  if (place !== 'only') blocks.unshift(stamp);
  const text = blocks.join('\n\n');
  return {
    data: `${place === 'further' ? '\n' : ''}${text}${text === '' ? '' : '\n'}`,
    notes: drawn.some(({ cut }) => cut) ? [...notes, CUT] : notes,
  };
}

/** A report in the form that was asked for. */
export function renderReport(report: Report, rendering: Rendering): Rendered {
  const { notes } = report;
  const { format, isTerminal, place } = rendering;
  switch (format) {
    case 'table':
      return asTables(report, rendering);
    case 'json':
      return { data: `${jsonText(report.document, place === 'only' ? 2 : 0)}\n`, notes };
    case 'ndjson':
      return { data: report.records.map((record) => `${jsonText(record, 0)}\n`).join(''), notes };
    case 'csv': {
      const { heads, rows } = report.csv.plain;
      const head = place === 'further' ? '' : csvLine(heads, isTerminal);
      return { data: head + rows.map((row) => csvLine(row, isTerminal)).join(''), notes };
    }
  }
}
