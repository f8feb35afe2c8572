import { expect, it } from 'vitest';
import { preflight } from '../../../src/guardian/preflight.ts';
import { listedRows } from '../../../src/panes/guardian/page.ts';
import {
  excerpt,
  PROBLEMS,
  problemCountLine,
  problemDetail,
  problemMark,
  problemRows,
} from '../../../src/panes/guardian/problems.ts';
import { SHOP } from '../../support/guardian-samples.ts';
import { linesText, lineText, recordText } from '../../support/line-text.ts';

const WRONG = SHOP.replace(
  "'#/components/schemas/Product'}",
  "'#/components/schemas/Nothing'}",
).replace('  /login:', '  login:');
const found = preflight(WRONG);
const filtered = (filter: string) =>
  listedRows(problemRows(found), PROBLEMS, { filter, sort: null });

it('counts the problems, the worst kind first', () => {
  expect(lineText(problemCountLine(found, 0))).toMatch(/^2 errors/);
  expect(problemMark(found, 0)).toMatchObject({ text: '✖ 2' });
  const fine = preflight(SHOP);
  expect(lineText(problemCountLine(fine, 0))).toBe('No problem was found.');
  expect(problemMark(fine, 0)).toMatchObject({ text: '✓' });
});

it('counts an exceeded plan limit as a problem, beside the errors', () => {
  const fine = preflight(SHOP);
  expect(lineText(problemCountLine(fine, 1))).toBe('1 plan limit exceeded');
  expect(problemMark(fine, 1)).toMatchObject({ text: '✖ 1' });
  expect(lineText(problemCountLine(found, 2))).toMatch(/^2 plan limits exceeded · 2 errors/);
  expect(problemMark(found, 2)).toMatchObject({ text: '✖ 4' });
});

it('says how many of very many are listed', () => {
  const many = preflight(
    JSON.stringify({
      openapi: '3.0.0',
      info: { title: 'x', version: '1' },
      paths: Object.fromEntries(Array.from({ length: 300 }, (_, at) => [`no-slash-${at}`, {}])),
    }),
  );
  expect(lineText(problemCountLine(many, 0))).toMatch(/ · the worst 200 are listed$/);
});

it('the filter looks at kind, line and sentence', () => {
  expect(filtered('')).toHaveLength(found.problems.length);
  expect(filtered('error login')).toHaveLength(1);
  expect(filtered('nothing like that')).toEqual([]);
});

it('a problem in full has its place, its sentence and the lines around it', () => {
  const [row] = filtered('login');
  const lines = row ? recordText(problemDetail(row, WRONG, { columns: 70, rows: 20 }), 70) : [];
  expect(lines.find((line) => line.startsWith('✖'))).toMatch(/^✖ error in line \d+, column \d+$/);
  expect(lines.join('\n')).toContain('login:');
  expect(lines.some((line) => line.includes('▲'))).toBe(true);
  expect(lines).toContain('paths › login');
});

const TEXT = 'one\ntwo\n  three: [\nfour\r\nfive\nsix';

it('shows the lines around a place, with a mark under its column', () => {
  const lines = excerpt(TEXT, { line: 3, column: 10 }, { around: 1, columns: 60 });
  expect(linesText(lines)).toEqual([' 2 │ two', ' 3 │   three: [', '              ▲', ' 4 │ four']);
});

it('stops where the text does', () => {
  const first = excerpt(TEXT, { line: 1, column: 1 }, { around: 1, columns: 60 });
  expect(linesText(first)).toEqual([' 1 │ one', '     ▲', ' 2 │ two']);
  const last = excerpt(TEXT, { line: 6, column: 4 }, { around: 1, columns: 60 });
  expect(linesText(last)).toEqual([' 5 │ five', ' 6 │ six', '        ▲']);
  expect(excerpt(TEXT, { line: 99, column: 1 }, { around: 1, columns: 60 })).toEqual([]);
});

it('of a line of megabytes only what is near the place is shown', () => {
  const text = `{"a":"${'x'.repeat(2_000_000)}"!}`;
  const column = text.indexOf('!') + 1;
  const [line = '', mark = ''] = linesText(
    excerpt(text, { line: 1, column }, { around: 2, columns: 60 }),
  );
  expect(line).toMatch(/^ 1 │ x+"!\}$/);
  expect(line.length).toBeLessThan(60);
  expect(mark.indexOf('▲')).toBe(line.indexOf('!'));
});

it('what would move the cursor is shown, and the mark stays under its character', () => {
  const [line = '', mark = ''] = linesText(
    excerpt('\u001b[31mname', { line: 1, column: 6 }, { around: 0, columns: 60 }),
  );
  expect(line).toBe(' 1 │ ␛[31mname');
  expect(mark.indexOf('▲')).toBe(line.indexOf('n'));
});
