import { expect, it } from 'vitest';
import { titleLines } from '../../../src/panes/events/analysis-title.ts';
import { words } from '../../../src/text/printable.ts';
import { span } from '../../../src/ui/line.ts';
import { linesText } from '../../support/line-text.ts';

const told = [words`A: 13,429`, words` · B: 14,056`, words` · 412 differ`].map((text) =>
  span(text),
);
const title = (columns: number, extent = words``) =>
  linesText(
    titleLines([span(words` Compare  `)], told, extent === '' ? [] : [span(extent)], columns),
  );

it('the title of an analysis goes on in a second line by whole clauses, and says where one is left out', () => {
  expect(title(44)).toEqual([' Compare  A: 13,429 · B: 14,056 · 412 differ']);
  expect(title(43)).toEqual([' Compare  A: 13,429 · B: 14,056', '   412 differ']);
  expect(title(30)).toEqual([' Compare  A: 13,429', '   B: 14,056 · 412 differ']);
  expect(title(20)).toEqual([' Compare  A: 13,429', '   B: 14,056 …']);
});

it('how much of an archive was read is always in it', () => {
  expect(title(44, words` · all read`)).toEqual([
    ' Compare  A: 13,429 · B: 14,056 · 412 differ',
    '   all read',
  ]);
  expect(title(30, words` · all read`)).toEqual([
    ' Compare  A: 13,429',
    '   B: 14,056 … · all read',
  ]);
});
