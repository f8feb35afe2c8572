import { expect, it } from 'vitest';
import { preflight } from '../../../src/guardian/preflight.ts';
import {
  problemCountLine,
  problemDetail,
  problemMark,
  problemRows,
} from '../../../src/panes/guardian/problems.ts';
import { SHOP } from '../../support/guardian-samples.ts';
import { linesText, lineText } from '../../support/line-text.ts';

const WRONG = SHOP.replace(
  "'#/components/schemas/Product'}",
  "'#/components/schemas/Nothing'}",
).replace('  /login:', '  login:');
const found = preflight(WRONG);

it('counts the problems, the worst kind first', () => {
  expect(lineText(problemCountLine(found))).toMatch(/^ 2 errors/);
  expect(problemMark(found)).toMatchObject({ text: '✖ 2' });
  const fine = preflight(SHOP);
  expect(lineText(problemCountLine(fine))).toBe(' No problem was found.');
  expect(problemMark(fine)).toMatchObject({ text: '✓' });
});

it('says how many of very many are listed', () => {
  const many = preflight(
    JSON.stringify({
      openapi: '3.0.0',
      info: { title: 'x', version: '1' },
      paths: Object.fromEntries(Array.from({ length: 300 }, (_, at) => [`no-slash-${at}`, {}])),
    }),
  );
  expect(lineText(problemCountLine(many))).toMatch(/ · the worst 200 are listed$/);
});

it('the filter looks at kind, line and sentence', () => {
  expect(problemRows(found, '')).toHaveLength(found.problems.length);
  expect(problemRows(found, 'error login')).toHaveLength(1);
  expect(problemRows(found, 'nothing like that')).toEqual([]);
});

it('a problem in full has its place, its sentence and the lines around it', () => {
  const [row] = problemRows(found, 'login');
  const lines = row ? linesText(problemDetail(row, WRONG, 70)) : [];
  expect(lines[0]).toMatch(/^✖ error in line \d+, column \d+$/);
  expect(lines.join('\n')).toContain('login:');
  expect(lines.some((line) => line.includes('▲'))).toBe(true);
  expect(lines.at(-1)).toBe('paths › login');
});
