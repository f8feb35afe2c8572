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

/** A size that all journeys are played at, instead of their own: `60x15`. */
export const SIZE = process.env['FRAMES_SIZE'];
/** What the frames of one console were found to be, in the journal. */
export interface SeenJourney {
  readonly size: string;
  readonly file: string;
  readonly test: string;
  /** Different ones. */
  readonly frames: number;
  readonly rows: number;
  /** In these rows. */
  readonly words: number;
  readonly findings: readonly string[];
}

interface Size {
  readonly columns: number;
  readonly rows: number;
}

/** The size that a terminal is opened with. */
export function playedSize({ columns, rows }: Size): Size {
  if (SIZE === undefined) return { columns, rows };
  const [wide = columns, high = rows] = SIZE.split('x').map(Number);
  return { columns: wide, rows: high };
}

/** All frames that one console shows, and where the words that are not its own come from. */
export interface SeenFrames {
  /** A frame that was painted: its words are looked at. */
  saw(frame: string): void;
  /** The frame that stands once nothing is under way, on a terminal so wide: what is read. */
  stood(frame: string, columns: number): void;
  /** What was written in lines, to be read aloud. */
  heard(text: string): void;
  /** An answer of the service, or why there is none: all texts in it are data. */
  answered(value: unknown): void;
  /** What came from the keyboard: it is data as it stands, and letter by letter. */
  typed(bytes: string): void;
  /** What else came from outside: a workspace, a file. */
  given(value: unknown): void;
  drawnWith(palette: Palette): void;
  /** The styles of what is on the terminal, each with a place. */
  painted(styles: () => ReadonlyMap<Style, string>): void;
  /** Looks at all that was seen, or at how it is laid out alone: gives what breaks a rule. */
  judge(looksAt?: 'all' | 'layout'): readonly string[];
  counts(): Pick<SeenJourney, 'frames' | 'rows' | 'words'>;
}

/** Rows that were looked at, by all consoles of a process: most rows of a frame are those of the one before. */
const ROWS = new Map<string, LookedAt>();
/** Texts of answers whose words are known. */
const TEXTS = new Set<string>();
const MOST_KEPT = 200_000;

interface LookedAt {
  readonly others: readonly OtherWord[];
  readonly never: readonly string[];
}
/** Words of answers in this process: the embedded platform says the same in nearly all journeys. */
const ANSWERED = new Set<string>();

const CONTROL = /\u001b\[[\d;?]*[ -/]*[@-~]|\u001bO.|[\u0000-\u001f\u007f]/g;

/** What countries are called is said by Intl, after their codes. */
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

/** All texts in a value, names of fields among them, in no order. */
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

  /** The words that are nobody's: neither the program's nor of data, each with a row. */
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
    // While a word is typed its beginnings are seen.
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
    // What a piece is of may be no word: an id.
    for (const from of [texts, readVocabulary(), ANSWERED, textsIn(answers)]) {
      for (const text of from) {
        const all = printable(text).toLowerCase();
        for (const word of pieces) if (left.has(word) && all.includes(word)) left.delete(word);
        if (isOver()) return left;
      }
    }
    return left;
  };
  /** What was typed, key after key, and as one text: a field shows the keys as one. */
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
