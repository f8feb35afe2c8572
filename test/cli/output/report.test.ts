import { describe, expect, it } from 'vitest';
import { grid } from '../../../src/cli/output/grid.ts';
import {
  facts,
  formatOf,
  lines,
  type Rendering,
  type Report,
  renderReport,
  table,
} from '../../../src/cli/output/report.ts';
import { words } from '../../../src/text/printable.ts';

const GRID = grid(
  [{ name: 'a', title: words`A`, shrinks: true, value: (row: string) => row }],
  ['one', 'two'],
);
const REPORT: Report = {
  document: { list: [{ a: 'one' }, { a: 'two' }] },
  records: [{ a: 'one' }, { a: 'two' }],
  sections: [facts([words`f`, words`v`]), table(GRID), lines(words`last`)],
  csv: GRID,
  notes: [words`a note`],
};
const PIPE: Rendering = {
  format: 'table',
  writing: 'escaped',
  columns: undefined,
  place: 'only',
  stamp: words`NOW`,
};
const render = (rendering: Partial<Rendering>) => renderReport(REPORT, { ...PIPE, ...rendering });

describe('a report', () => {
  it('is sections separated by empty lines, for people', () => {
    expect(render({})).toEqual({ data: 'f  v\n\nA\none\ntwo\n\nlast\n', notes: ['a note'] });
  });

  it('is a whole document, one record per line, or rows', () => {
    expect(JSON.parse(render({ format: 'json' }).data)).toEqual(REPORT.document);
    expect(render({ format: 'ndjson' }).data).toBe('{"a":"one"}\n{"a":"two"}\n');
    expect(render({ format: 'csv' }).data).toBe('a\none\ntwo\n');
  });

  it('in a series has a timestamp, one line per document, and one heading', () => {
    expect(render({ place: 'first' }).data).toMatch(/^NOW\n\nf {2}v\n/);
    expect(render({ place: 'further' }).data).toMatch(/^\nNOW\n\nf {2}v\n/);
    expect(render({ format: 'json', place: 'further' }).data).toBe(
      '{"list":[{"a":"one"},{"a":"two"}]}\n',
    );
    expect(render({ format: 'csv', place: 'further' }).data).toBe('one\ntwo\n');
  });

  it('reports that cells were cut', () => {
    const long: Report = {
      ...REPORT,
      sections: [
        table(grid([{ name: 'a', shrinks: true, value: (row: string) => row }], ['x'.repeat(100)])),
      ],
    };
    const { notes } = renderReport(long, { ...PIPE, columns: 40 });
    expect(notes).toContain(
      'Some cells are cut to the width of the terminal; -o json has them whole.',
    );
  });
});

it.each([
  [undefined, true, 'table'],
  [undefined, false, 'json'],
  ['csv', true, 'csv'],
  ['ndjson', false, 'ndjson'],
] as const)('with -o %s, on a terminal: %s, is printed as %s', (asked, isTerminal, format) => {
  expect(formatOf({ output: asked, wide: false }, isTerminal)).toBe(format);
});

it('defaults to the command’s own format in a pipe', () => {
  expect(formatOf({ output: undefined, wide: false }, false, 'ndjson')).toBe('ndjson');
});

it.each([
  [undefined, 'wide'],
  ['table', 'wide'],
  ['wide', 'wide'],
  ['json', 'json'],
  ['csv', 'csv'],
] as const)('D17: --wide with -o %s is %s', (output, format) => {
  for (const isTerminal of [true, false]) {
    expect(formatOf({ output, wide: true }, isTerminal)).toBe(format);
  }
});
