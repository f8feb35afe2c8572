import { expect, it } from 'vitest';
import { words } from '../../src/text/printable.ts';
import { detailsLayout } from '../../src/ui/details-layout.ts';
import { styledText } from '../support/line-text.ts';

const layout = (listLines: number) =>
  detailsLayout(
    {
      page: null,
      preview: true,
      details: null,
      why: Array.from({ length: 6 }, (_, at) => ({
        kind: 'text' as const,
        text: words`reason ${at}`,
      })),
      hasWhy: true,
      listLines,
      key: words`d`,
    },
    { columns: 80, rows: 16 },
  );

it('use 2: why has the lines that a short list leaves blank, and is whole there', () => {
  const { list, details } = layout(4);
  expect(list.rows).toBe(9);
  expect(styledText(details?.lines ?? []).map((line) => line.trim())).toEqual([
    '─'.repeat(80),
    ...Array.from({ length: 6 }, (_, at) => `reason ${at}`),
  ]);
});

it('a long list keeps its lines, and says how many more there are', () => {
  const { list, details } = layout(40);
  expect(list.rows).toBe(13);
  expect(styledText(details?.lines ?? [])[0]).toContain('4 more lines: d');
});
