import { printable } from '../../src/text/printable.ts';
import type { Style } from '../../src/text/style.ts';
import { type Palette, THEME_NAMES, THEMES, type ThemeName } from '../../src/text/themes.ts';
import {
  blankBand,
  cutThoughItFits,
  neverSaid,
  type OtherWord,
  otherWords,
  rowsOf,
  tooFaint,
} from './frame-scan.ts';
import { readVocabulary, wordsOf } from './own-words.ts';

/** A size for all journeys instead of their own: `60x15`. */
export const SIZE = process.env['FRAMES_SIZE'];
/** The findings of one console, in the journal. */
export interface SeenJourney {
  readonly size: string;
  readonly file: string;
  readonly test: string;
  /** Distinct frames. */
  readonly frames: number;
  readonly rows: number;
  /** Words in these rows. */
  readonly words: number;
  readonly findings: readonly string[];
}

interface Size {
  readonly columns: number;
  readonly rows: number;
}

/** The size to open a terminal with. */
export function playedSize({ columns, rows }: Size): Size {
  if (SIZE === undefined) return { columns, rows };
  const [wide = columns, high = rows] = SIZE.split('x').map(Number);
  return { columns: wide, rows: high };
}

/** All frames of one console, and the sources of words that are not the program's own. */
export interface SeenFrames {
  /** A painted frame, whose words are checked. */
  saw(frame: string): void;
  /** The frame of an idle console, whose layout is checked for a terminal of this width. */
  stood(frame: string, columns: number): void;
  /** Text of a console that speaks lines. */
  heard(text: string): void;
  /** An answer of the service or an error. All texts in it are data. */
  answered(value: unknown): void;
  /** Keyboard input. It is data as a whole and in every part. */
  typed(bytes: string): void;
  /** Other input, such as a workspace or a file. */
  given(value: unknown): void;
  drawnWith(palette: Palette): void;
  /** The styles on the terminal, each with a row that has it. */
  painted(styles: () => ReadonlyMap<Style, string>): void;
  /** Checks everything or only the layout. Returns a sentence for each violation. */
  judge(looksAt?: 'all' | 'layout'): readonly string[];
  counts(): Pick<SeenJourney, 'frames' | 'rows' | 'words'>;
}

/** Checked rows of all consoles of this process, because most rows of a frame are the same as in the previous one. */
const ROWS = new Map<string, LookedAt>();
/** Texts of answers whose words are in `ANSWERED`. */
const TEXTS = new Set<string>();
const MOST_KEPT = 200_000;

interface LookedAt {
  readonly others: readonly OtherWord[];
  readonly never: readonly string[];
}
/** Words of answers to all consoles of this process. The embedded platform's texts are the same in nearly all journeys. */
const ANSWERED = new Set<string>();

const CONTROL = /\u001b\[[\d;?]*[ -/]*[@-~]|\u001bO.|[\u0000-\u001f\u007f]/g;

/** Names of countries, which the program gets from Intl. */
const COUNTRIES = (() => {
  const names = new Intl.DisplayNames('en', { type: 'region' });
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
  return letters.flatMap((a) => letters.map((b) => names.of(a + b))).join('\n');
})();

const lowerWords = (text: string): readonly string[] => wordsOf(text.toLowerCase());

function lookedAt(row: string): LookedAt {
  let found = ROWS.get(row);
  if (!found) {
    found = { others: otherWords(row), never: neverSaid(row) };
    if (ROWS.size < MOST_KEPT) ROWS.set(row, found);
  }
  return found;
}

/** All texts in a value, including names of fields, in any order. */
function* textsIn(value: unknown): Generator<string> {
  const seen = new Set<unknown>();
  const pending = [value];
  while (pending.length > 0) {
    const each = pending.pop();
    if (typeof each === 'string') yield each;
    if (typeof each !== 'object' || each === null || seen.has(each)) continue;
    seen.add(each);
    if (each instanceof Uint8Array) yield new TextDecoder('latin1').decode(each);
    else if (Symbol.iterator in each)
      for (const one of each as Iterable<unknown>) pending.push(one);
    else {
      if (each instanceof Error) yield each.message;
      for (const [name, one] of Object.entries(each)) {
        yield name;
        pending.push(one);
      }
    }
  }
}

export function seenFrames(): SeenFrames {
  const frames = new Set<string>();
  const standing = new Map<string, number>();
  const rows = new Set<string>();
  const answers: unknown[] = [];
  const others: unknown[] = [];
  const faint = new Set<string>();
  let theme: ThemeName = 'dark';

  /** The words that are neither standard nor data, each with a row. */
  const strangers = (): ReadonlyMap<string, string> => {
    const left = new Map<string, string>();
    const pieces = new Set<string>();
    for (const row of rows) {
      for (const other of lookedAt(row).others) {
        const word = other.word.toLowerCase();
        if (ANSWERED.has(word)) continue;
        if (!other.isPiece) pieces.delete(word);
        else if (!left.has(word)) pieces.add(word);
        left.set(word, row);
      }
    }
    const isOver = () => left.size === 0;
    if (isOver()) return left;
    const texts = [...typed, COUNTRIES, ...[...textsIn(others)].map(printable)];
    for (const text of texts) for (const word of lowerWords(text)) left.delete(word);
    // While a word is typed, the screen shows its beginnings.
    for (const text of typed) {
      const all = text.toLowerCase();
      for (const word of left.keys()) if (all.includes(word)) left.delete(word);
    }
    if (isOver()) return left;
    for (const text of textsIn(answers)) {
      if (TEXTS.has(text)) continue;
      for (const word of lowerWords(printable(text))) {
        ANSWERED.add(word);
        left.delete(word);
      }
      if (TEXTS.size < MOST_KEPT) TEXTS.add(text);
      if (isOver()) return left;
    }
    // A piece may come from a text that is not a word, such as an id.
    for (const from of [texts, readVocabulary(), ANSWERED, textsIn(answers)]) {
      for (const text of from) {
        const all = printable(text).toLowerCase();
        for (const word of pieces) if (left.has(word) && all.includes(word)) left.delete(word);
        if (isOver()) return left;
      }
    }
    return left;
  };
  /** The typed keys one by one, and as one text, because a field shows them joined. */
  let keys = '';
  const typed = {
    *[Symbol.iterator]() {
      yield keys.replaceAll(CONTROL, ' ');
      yield keys.replaceAll(CONTROL, '');
    },
  };

  return {
    saw(frame) {
      frames.add(frame);
    },
    stood(frame, columns) {
      standing.set(frame, columns);
    },
    heard(text) {
      for (const row of text.split(/[\r\n]+/)) rows.add(row);
    },
    answered(value) {
      answers.push(value);
    },
    typed(bytes) {
      keys += bytes;
    },
    given(value) {
      others.push(value);
    },
    drawnWith(palette) {
      theme = THEME_NAMES.find((name) => THEMES[name] === palette) ?? theme;
    },
    painted(styles) {
      for (const each of tooFaint(styles(), theme)) faint.add(each);
    },
    judge(looksAt = 'all') {
      const findings = new Set(faint);
      const lines = new Set([...frames, ...standing.keys()].flatMap((frame) => frame.split('\n')));
      for (const line of lines) for (const row of rowsOf(line)) rows.add(row);
      for (const [frame, columns] of standing) {
        const shown = rowsOf(frame);
        for (const each of [...blankBand(shown), ...cutThoughItFits(shown, columns)]) {
          findings.add(`${each}:\n${shown.join('\n')}`);
        }
      }
      for (const row of rows) {
        for (const each of lookedAt(row).never) findings.add(`${JSON.stringify(each)} in: ${row}`);
      }
      for (const [word, row] of looksAt === 'all' ? strangers() : []) {
        findings.add(
          `${JSON.stringify(word)} is no standard word, and did not come as data: ${row}`,
        );
      }
      return [...findings];
    },
    counts: () => ({
      frames: frames.size,
      rows: rows.size,
      words: [...rows].reduce((sum, row) => sum + wordsOf(row).length, 0),
    }),
  };
}
