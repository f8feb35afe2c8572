import { describe, expect, it } from 'vitest';
import { printable, words } from '../../src/text/printable.ts';
import { SPOKEN_ROOM } from '../../src/text/spoken.ts';
import { span } from '../../src/ui/line.ts';
import { headingItem, pageCount, pageOf, recordLines } from '../../src/ui/record-lines.ts';

const plain = (lines: readonly string[]) =>
  lines.map((line) => line.replace(/\u001b\[[\d;]*m/g, '').trimEnd());

const fields = [
  { name: words`exitCode`, value: words`137` },
  { name: words`message`, value: words`Container exceeded its memory limit and was killed` },
];

it('names are aligned, and long values go on below where they began', () => {
  expect(plain(recordLines(fields, { columns: 40, rows: 9 }))).toEqual([
    'exitCode  137',
    'message   Container exceeded its memory',
    '          limit and was killed',
  ]);
});

it('a name that leaves no room for its value is on a line above it, and neither is cut', () => {
  const items = [{ name: words`averyveryverylongname`, value: words`1` }, ...fields];
  expect(plain(recordLines(items, { columns: 30, rows: 9 }))).toEqual([
    'averyveryverylongname',
    '  1',
    'exitCode  137',
    'message   Container exceeded',
    '          its memory limit and',
    '          was killed',
  ]);
});

it('a long heading goes on below, and is not cut', () => {
  const items = [headingItem(words`In total; the service does not say since when`)];
  expect(plain(recordLines(items, { columns: 30, rows: 9 }))).toEqual([
    'In total; the service does not',
    'say since when',
  ]);
});

it('headings stand apart, sentences go on behind their sign', () => {
  const lines = plain(
    recordLines(
      [
        { kind: 'text', sign: words`✖`, text: words`exit 1: missing variable` },
        { kind: 'heading', text: words`Images` },
        { kind: 'line', line: [span(words`▁▂▃`)] },
      ],
      { columns: 16, rows: 9 },
    ),
  );
  expect(lines).toEqual(['✖ exit 1:', '  missing', '  variable', '', 'Images', '▁▂▃']);
});

describe('details longer than their room', () => {
  const lines = recordLines(
    Array.from({ length: 10 }, (_, at) => ({ name: words`f${at}`, value: words`v${at}` })),
    { columns: 40, rows: 4 },
  );
  const room = { columns: 40, rows: 4 };
  const page = (at: number) => plain(pageOf(lines, room, at, words`d`));

  it('are shown page by page, and nothing is left out', () => {
    expect(pageCount(lines.length, room.rows)).toBe(4);
    expect(page(0)).toEqual(['f0  v0', 'f1  v1', 'f2  v2', '… 7 more lines: d']);
    expect(page(3)).toEqual(['f7  v7', 'f8  v8', 'f9  v9', 'end of 10 lines: d goes back']);
    const seen = [0, 1, 2, 3].flatMap((at) => page(at).slice(0, 3));
    expect(new Set(seen)).toEqual(new Set(plain(lines)));
    // A shorter one came under the cursor meanwhile.
    expect(page(9)).toEqual(page(3));
  });

  it('are one page where they fit', () => {
    expect(pageOf(lines, { columns: 40, rows: 10 }, 0, words`d`)).toEqual(lines);
    expect(pageCount(lines.length, 10)).toBe(1);
  });
});

it('no fields give no lines', () => {
  expect(recordLines([], { columns: 40, rows: 9 })).toEqual([]);
});

it('spoken output has a name and a value per line', () => {
  expect(plain(recordLines(fields, SPOKEN_ROOM))).toEqual([
    'exitCode: 137',
    'message: Container exceeded its memory limit and was killed',
  ]);
});

it('use 17: a value that is an address is a link to all of it, on each of its lines', () => {
  const address = 'https://api.example/problems/quota-exceeded';
  const lines = recordLines([{ name: words`type`, value: printable(address) }], {
    columns: 30,
    rows: 9,
  });
  expect(plain(lines).length).toBeGreaterThan(1);
  for (const line of lines) expect(line).toContain(`]8;;${address}\u0007`);
  const none = recordLines([{ name: words`type`, value: words`about:blank` }], {
    columns: 30,
    rows: 9,
  });
  expect(none.join('')).not.toContain(']8;');
});
