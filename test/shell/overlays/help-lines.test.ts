import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type HelpRow,
  helpColumns,
  helpLines,
  helpRowAt,
  matchingTexts,
} from '../../../src/shell/overlays/help-lines.ts';
import { printable, words } from '../../../src/text/printable.ts';
import { styledText } from '../../support/line-text.ts';

const row = (section: string, at: number): HelpRow => ({
  id: `${section} ${at}`,
  keys: printable(`k${at}`),
  label: printable(`does ${section}-${at}.`),
  section: printable(section),
  reason: undefined,
});

describe('the help as lines', () => {
  it('shows the row under the cursor at any size, under its heading and in full at the end', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 12 }), { minLength: 1, maxLength: 5 }),
        fc.integer({ min: 60, max: 300 }),
        fc.integer({ min: 4, max: 40 }),
        fc.nat(),
        (sizes, columns, rows, chosen) => {
          const all = sizes.flatMap((size, section) =>
            Array.from({ length: size }, (_, at) => row(`Part${section}`, at)),
          );
          const here = all[chosen % all.length];
          if (!here) throw new Error('no row');
          const lines = styledText(helpLines(all, here.id, { columns, rows }));
          expect(lines).toHaveLength(rows);
          expect(lines.join('\n')).toContain(`❯ ${here.keys}`);
          expect(lines.at(-1)).toBe(` ${here.keys}  ${here.label}`);
          for (const line of lines) expect(line.length).toBeLessThanOrEqual(columns);
        },
      ),
    );
  });

  it('maps places to rows: every line of a label, but no heading or blank line', () => {
    const all = ['Lists', 'Apps'].flatMap((section) =>
      Array.from({ length: 12 }, (_, at) => ({
        ...row(section, at),
        label: printable(`${section}-${at} does much: ${'and more '.repeat(at)}`.trim()),
      })),
    );
    const room = { columns: 130, rows: 14 };
    const seen = new Set<string>();
    for (const { id: selected } of all) {
      styledText(helpLines(all, selected, room)).forEach((text, line) => {
        for (const start of [0, 66]) {
          const part = text.slice(start, start + 64);
          const id = helpRowAt(all, selected, room, { line, column: start + 5 });
          if (id === undefined) {
            if (line < room.rows - 1) expect(part).toMatch(/^ *(?:Lists|Apps)? *$/);
            continue;
          }
          seen.add(id);
          const name = id.replace(' ', '-');
          expect(part).toMatch(
            part.includes(' does ') ? `${name} does much` : /^ {6,}(?:and|more)/,
          );
        }
      });
    }
    expect(seen.size).toBe(all.length);
    expect(helpRowAt(all, null, room, { line: 2, column: 65 })).toBeUndefined();
    expect(helpRowAt([], null, room, { line: 0, column: 4 })).toBeUndefined();
  });

  it('has each row on one page', () => {
    const all = [...Array.from({ length: 30 }, (_, at) => row('Lists', at)), row('Apps', 0)];
    const room = { columns: 80, rows: 12 };
    const seen = all.flatMap(({ id }) => styledText(helpLines(all, id, room)).slice(0, -1));
    for (const { label } of all) expect(seen.some((line) => line.includes(label))).toBe(true);
  });

  it('has as many readable columns as fit', () => {
    expect([60, 80, 130, 200, 300, 1000].map(helpColumns)).toEqual([1, 1, 2, 3, 4, 4]);
  });

  it('says in full why a command is unavailable', () => {
    const reason = words`Nothing is under the cursor: move to a row to copy from.`;
    const lines = styledText(
      helpLines([{ ...row('Apps', 0), reason }], 'Apps 0', { columns: 80, rows: 4 }),
    );
    expect(lines.at(-1)).toBe(` k0  does Apps-0.  ${reason}`);
  });
});

describe('a search of the help', () => {
  const found = (typed: string, texts: readonly string[]) =>
    texts.filter((_, at) => matchingTexts(typed, texts).has(at));

  it('finds words that begin with what is typed, also after punctuation', () => {
    const texts = ['m Mark/unmark the entry', 'Space Mark or unmark the row', 'x Punmark'];
    expect(found('unmark', texts)).toEqual(texts.slice(0, 2));
    expect(found('utc', ['T UTC or local time', ', unknown outcomes', 't (utc)'])).toEqual([
      'T UTC or local time',
      't (utc)',
    ]);
  });

  it.each([
    ['secret', 'a Add a variable to the script'],
    ['throttled', '6 Show Rate limits'],
    ['openapi', 'o Choose a specification to check'],
  ])('finds what “%s” stands for', (typed, text) => {
    expect(found(typed, ['q Quit', text])).toEqual([text]);
  });

  it('finds what is typed anywhere in words if no word begins with it', () => {
    expect(found('known', [', unknown outcomes', 'q Quit'])).toEqual([', unknown outcomes']);
  });
});
