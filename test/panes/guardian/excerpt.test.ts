import { expect, it } from 'vitest';
import { excerpt } from '../../../src/panes/guardian/excerpt.ts';
import { linesText } from '../../support/line-text.ts';

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
