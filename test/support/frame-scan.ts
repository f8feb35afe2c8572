import { isSimple, type Printable } from '../../src/text/printable.ts';
import type { Style } from '../../src/text/style.ts';
import type { ThemeName } from '../../src/text/themes.ts';
import { graphemes, width } from '../../src/text/width.ts';
import { paintedContrast } from './contrast.ts';
import { ownTexts, readVocabulary, WORD } from './own-words.ts';

/*
 * Rules for every screen. Each returns a sentence for each violation. `seen-frames.ts` applies them to every frame of every
 * journey.
 */

const STYLES = /\u001b\[[\d;]*m|\u001b\]8;;[^\u0007\u001b]*(?:\u0007|\u001b\\)/g;

/** The rows of a frame without styles, links and trailing blanks. */
export const rowsOf = (frame: string): readonly string[] =>
  frame
    .replace(STYLES, '')
    .split('\n')
    .map((row) => row.trimEnd());

/** Rows of the header (badges, tabs, title) and the footer (notice, keys). Each is laid out on its own. */
const AROUND = { above: 3, below: 2 } as const;

const isAround = (row: number, rows: readonly string[]): boolean =>
  row < AROUND.above || row >= rows.length - AROUND.below;

/** The end of a row that names the keys to see the rest of it. */
const SHOWN_BY_A_KEY = /\[ \]$|← →$|\[;\] in full$/;
/** Rows that say that something is hidden. */
const MORE = / more lines?\b| \d+›/;

/** The program's own texts before `…` that are not cut: `Loading…` is ongoing, `name:…` is to be completed. */
const goesOn = lazily(() => {
  const all = ownTexts().flatMap(({ text }) =>
    [...text.matchAll(/([^\0…\s][^\0…]*)…/g)].map(([, before = '']) => before.slice(-END)),
  );
  return [...new Set(all)];
});

/** The program's own texts after a `…` that is a symbol: `… loading`. */
const signed = lazily(() =>
  ownTexts().flatMap(({ text }) => /^…( [^\0\n]{3,})/.exec(text)?.[1] ?? []),
);

const isOurs = (before: string): boolean => goesOn().some((end) => before.endsWith(end));

function lazily<Value extends object>(make: () => Value): () => Value {
  let made: Value | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

/** Only the last characters of a value are looked for elsewhere, because details beside a list wrap it. */
const END = 12;

interface RowCut {
  /** The column of the `…`. */
  readonly at: number;
  /** The text before it, back to the previous two blanks. */
  readonly stem: string;
  /** The number of blanks after it; null if nothing follows in the row. */
  readonly blanks: number | null;
}

interface Cut extends RowCut {
  readonly row: number;
}

/** The cut values of a row. Two blanks separate values. */
function cutsIn(text: string): readonly RowCut[] {
  if (SHOWN_BY_A_KEY.test(text)) return [];
  return [...text.matchAll(/…(?=$|[\s│])/g)].flatMap(({ index }): RowCut[] => {
    const last = index === 0 ? -1 : text.lastIndexOf('…', index - 1);
    const before = text.slice(last + 1, index);
    const stem =
      before
        .split(/ {2,}|│/)
        .at(-1)
        ?.trimStart() ?? '';
    if (!/[\p{L}\p{N}]/u.test(stem) || isOurs(before)) return [];
    if (signed().some((behind) => text.startsWith(behind, index + 1))) return [];
    const behind = text.slice(index + 1);
    const blanks = behind === '' ? null : behind.length - behind.trimStart().length;
    return [{ at: columnsOf(text.slice(0, index)), stem, blanks }];
  });
}

/** A cache, because most rows of a frame are the same as in the previous one. */
const CUTS = new Map<string, readonly RowCut[]>();
const MOST_KEPT = 100_000;

function cutsOf(rows: readonly string[]): readonly Cut[] {
  return rows.flatMap((text, row) => {
    if (!text.includes('…')) return [];
    let cuts = CUTS.get(text);
    if (!cuts) {
      cuts = cutsIn(text);
      if (CUTS.size < MOST_KEPT) CUTS.set(text, cuts);
    }
    return cuts.map((cut) => ({ ...cut, row }));
  });
}

/** The count within a text that is shown once for several occurrences: `exit 137 x2 — OOMKilled`. */
const HOW_OFTEN = / x\d+(?= — )/g;

/** Whether the screen also shows the whole value that begins with `stem`, in one line or wrapped before its last word. */
function isWhole(stem: string, screen: string): boolean {
  const text = screen.replace(HOW_OFTEN, '');
  const goesOn = (end: string) =>
    text.split(end).some((rest, at) => at > 0 && !rest.startsWith('…'));
  if (goesOn(stem.slice(-END))) return true;
  const last = stem.slice(stem.lastIndexOf(' '));
  const before = stem.slice(0, -last.length).slice(-END);
  return last.length > LEAST_STEM && goesOn(last) && text.split(before).length > 2;
}

/** The largest share of consecutive blank rows that is accepted while something is hidden. */
const MOST_BLANK = 0.3;
/** Shorter stems do not identify a value. */
const LEAST_STEM = 5;

/** Reports the longest run of blank rows if it is too long and a value or lines are hidden. */
export function blankBand(rows: readonly string[]): readonly string[] {
  let most = 0;
  let run = 0;
  let end = 0;
  for (const [at, row] of rows.entries()) {
    run = row === '' ? run + 1 : 0;
    if (run > most) [most, end] = [run, at];
  }
  if (most <= rows.length * MOST_BLANK) return [];
  // The program says what it is working on there: `Counting…`.
  const above = (rows[end - most] ?? '').split('…').slice(0, -1);
  if (above.length > 0 && above.every(isOurs)) return [];
  const text = rows.join('\n');
  const hidden =
    cutsOf(rows).find(
      ({ row, stem }) => !isAround(row, rows) && stem.length >= LEAST_STEM && !isWhole(stem, text),
    )?.stem ?? MORE.exec(rows.filter((row) => !SHOWN_BY_A_KEY.test(row)).join('\n'))?.[0].trim();
  if (hidden === undefined) return [];
  const band = `rows ${end - most + 2} to ${end + 1} of ${rows.length}`;
  return [`${band} are blank while ${JSON.stringify(hidden)} is hidden`];
}

/** The characters of a row by column. */
function cellsOf(row: string): readonly string[] {
  if (isSimple(row)) return [...row];
  return [...graphemes(row as Printable)].flatMap((each) => [
    each,
    ...Array<string>(Math.max(0, width(each) - 1)).fill(''),
  ]);
}

/** A blank row or a horizontal line ends a block of rows that are laid out together. */
const isBetween = (row: string): boolean => /^\s*(?:$|──)/.test(row);

/** The block of rows around `row` that are laid out together. */
function blockOf(rows: readonly string[], row: number): readonly [from: number, until: number] {
  let [from, until] = [row, row + 1];
  if (isAround(row, rows)) return [from, until];
  while (!isAround(from - 1, rows) && !isBetween(rows[from - 1] ?? '')) from -= 1;
  while (!isAround(until, rows) && !isBetween(rows[until] ?? '')) until += 1;
  return [from, until];
}

/** Blanks between columns. */
const APART = 2;
/** Fewer unused columns are accepted. */
const LEAST_ROOM = 4;
/** The share of columns at the right that may be blank, because details beside a list have a fixed width. */
const MOST_AT_RIGHT = 0.3;

const widestOf = (rows: readonly string[]): number => Math.max(...rows.map(columnsOf));

/** The columns after `at` that are blank in all rows, without the separator before the next value. */
function blankBeside(rows: readonly string[], columns: number, at: number): number {
  const cells = rows.map(cellsOf);
  let blank = 0;
  while (at + 1 + blank < columns && cells.every((row) => (row[at + 1 + blank] ?? ' ') === ' '))
    blank += 1;
  return at + 1 + blank >= columns ? blank : Math.max(0, blank - APART);
}

/**
 * Reports values that are cut although columns beside them are blank in all rows of their block. A value that is shown
 * elsewhere in full is accepted.
 *
 * @param wholeOf the shortest known value with this beginning; if none is known, any room of a few columns is reported
 */
export function cutThoughItFits(
  rows: readonly string[],
  columns: number,
  wholeOf: (stem: string) => string | undefined = () => undefined,
): readonly string[] {
  const cuts = cutsOf(rows);
  if (cuts.length === 0) return [];
  const text = rows.join('\n');
  const right = columns - widestOf(rows.slice(AROUND.above, -AROUND.below));
  const isOpen = right > columns * MOST_AT_RIGHT;
  return cuts.flatMap(({ row, at, stem, blanks }) => {
    const whole = wholeOf(stem);
    const lacks = whole === undefined ? LEAST_ROOM : columnsOf(whole) - columnsOf(stem) - 1;
    const least = Math.max(1, lacks);
    const behind = blanks === null ? columns - at - 1 : blanks - APART;
    if (behind + (isOpen ? right : 0) < least || isWhole(stem, text)) return [];
    const [from, until] = blockOf(rows, row);
    const beside = blankBeside(rows.slice(from, until), columns, at);
    const isLast = at + 1 + beside >= columns;
    const spare = beside + (isOpen && !isLast && !isAround(row, rows) ? right : 0);
    if (spare < least) return [];
    const room = `${spare} columns are blank in rows ${from + 1} to ${until}`;
    return [`${JSON.stringify(`${stem}…`)} is cut in row ${row + 1} while ${room}`];
  });
}

const columnsOf = (text: string): number => width(text as Printable);

/** Former texts that have been replaced by standard ones. */
const NEVER_SAID: readonly RegExp[] = [
  /gone · j and k|j and k move on|Nothing is kept any more|Keys, and words for|Ask again now/,
  /Write what the list shows|or let go|Look closer at|Turn the last filter|Take the last filter/,
  /Only what stands out|Worth a look|known by\b|Enter take\b|by way of the terminal/,
  /APPLICATION {2}|\bCOURSE\b|\bSURPRISE\b|\bA MINUTE\b|\bMIX\b|\bCHALL\./,
  /\bmostly [^(]*\((?:[1-4]?\d(?:\.\d)?) ?%|Leave out everything|\(yes or no\)|gave up in/,
  /knows it no more|answered that it did not do it|No operation of the service shows/,
  /Off the list|takes it off|in the workspace of this run|hands type|type that fast|Let go before/,
];

/** The banned texts in `text`. */
export const neverSaid = (text: string): readonly string[] =>
  NEVER_SAID.flatMap((pattern) => pattern.exec(text)?.[0] ?? []);

/** Internal or unusual words that the program must not use. Data may contain them. */
export const HOME_MADE: ReadonlySet<string> = new Set(
  `aside asides befall board boards breathe brush brushes claimof desk desks dress errand errands gathering gatherings
  hurry lane lanes lull lulls lying spell strip strips struck wear wears`.split(/\s+/),
);

const vocabulary = lazily(() => new Set(readVocabulary()));

/** Beginnings of standard words, for column titles that are cut. */
const beginnings = lazily(() => {
  const all = new Set<string>();
  for (const word of readVocabulary()) {
    for (let end = 2; end < word.length; end += 1) all.add(word.slice(0, end).toUpperCase());
  }
  return all;
});

/** A word outside the list of standard words, and whether it may be a piece of data. */
export interface OtherWord {
  readonly word: string;
  /** Next to `…`, after the `‹` of sideways scrolling, or at the edge of its cell, where long values are broken. */
  readonly isPiece: boolean;
}

/** The words of a row that are not in the list of standard words. */
export function otherWords(row: string): readonly OtherWord[] {
  return [...row.matchAll(WORD)].flatMap(({ 0: word, index }) => {
    if (vocabulary().has(word.toLowerCase()) || beginnings().has(word)) return [];
    const [before, after] = [row.slice(0, index), row.slice(index + word.length)];
    const isCut = after.startsWith('…');
    if (isCut && beginnings().has(word.toUpperCase())) return [];
    const isAtEnd =
      /(?:^ ?|│ ?| {2}|[…‹])[^\p{L} ]*$/u.test(before) || /^[^\p{L} ]*(?:$|│| {2}|…)/u.test(after);
    return [{ word, isPiece: isCut || isAtEnd }];
  });
}

/** Reports text with too little contrast. `painted` has each style with a row that has it. */
export function tooFaint(painted: ReadonlyMap<Style, string>, theme: ThemeName): readonly string[] {
  return [...painted].flatMap(([style, where]) => {
    const contrast = paintedContrast(style, theme);
    if (contrast >= LEAST_CONTRAST) return [];
    return [`${JSON.stringify(where)} has a contrast of ${contrast.toFixed(1)} in ${theme}`];
  });
}

/** WCAG 2, text. */
const LEAST_CONTRAST = 4.5;
