import type { Printable } from './printable.ts';

/** One match: which candidate, and which of its characters matched, as [from, to) pairs. */
export interface FuzzyMatch {
  readonly index: number;
  /** Whether every word typed stands in it as it was typed. */
  readonly isExact: boolean;
  readonly ranges: readonly Range[];
}

type Range = readonly [from: number, to: number];

/** Others choose names, and may choose them to be slow to match: no more of one is looked at. */
const LONGEST_NAME = 256;
const LONGEST_TYPED = 64;
/** Beyond this many matches the query says too little for ranking to help: the first of them are ranked. */
const RANKED = 10_000;
/** Shorter words are too much like each other to forgive a letter. */
const SHORTEST_WITH_TYPO = 4;

/** Nobody types more letters than these and leaves others out. */
const LONGEST_LEFT_OUT = 16;
/** Letters are left out of names, and not of the end of long sentences. */
const LONGEST_ABBREVIATED = 64;
/** So many letters are left out for each that is typed, and the word is another one. */
const MOST_LEFT_OUT = 3;

/** What a match costs: the less, the better. Letters left out cost {@link SCATTERED} and how many they are. */
const AT_START = 0;
const AT_WORD = 1;
const INSIDE = 2;
const TYPO = 3;
const SCATTERED = 0x100;
const NONE = -1;
/** More letters than any name has. */
const NOWHERE = 1e6;
/** Costs are compared before lengths, lengths before positions: all three in one number. */
const LENGTHS = 0x200;
const INDEXES = 2 ** 32;

/**
 * Fuzzy matching over short names (applications, commands, files); never over logs, where people want exactly what
 * they typed. The words typed may come in any order. Where no name has them all, one letter of a word may be wrong,
 * missing or swapped with the next; where that finds nothing, letters may also be left out: of one word (`chk` for
 * `checkout`), or between the beginnings of words (`lw` for `legacy-wiki`); letters that are scattered over a sentence
 * are no match.
 *
 * Takes a time that is linear in the number of candidates, however they are written. What is worked out about
 * candidates is kept until others come.
 */
export function createFuzzy() {
  let known: Names = { candidates: [], lower: [], letters: new Int32Array() };
  return {
    /** The matches, best first; every candidate in its own order when nothing was typed. */
    rank(typed: string, candidates: readonly Printable[], limit = 200): readonly FuzzyMatch[] {
      const terms = termsOf(typed);
      if (terms.length === 0) {
        return candidates.slice(0, limit).map((_, index) => ({ index, isExact: true, ranges: [] }));
      }
      if (!isSame(known.candidates, candidates)) known = namesOf(candidates);
      return ranksOf(terms, known)
        .slice(0, limit)
        .map((rank) => {
          const index = rank % INDEXES;
          const name = known.lower[index] ?? '';
          return {
            index,
            isExact: terms.every(({ text }) => name.includes(text)),
            ranges: joined(terms.flatMap(({ text }) => rangesOf(text, name))),
          };
        });
    },
  };
}

interface Term {
  readonly text: string;
  readonly letters: number;
}

const termsOf = (typed: string): readonly Term[] =>
  lowered(typed.trim().slice(0, LONGEST_TYPED))
    .split(/\s+/)
    .filter(Boolean)
    .map((text) => ({ text, letters: lettersOf(text) }));

/** Candidates, ready to be matched. */
interface Names {
  readonly candidates: readonly string[];
  readonly lower: readonly string[];
  readonly letters: Int32Array;
}

function namesOf(candidates: readonly string[]): Names {
  const lower = candidates.map((name) => lowered(name.slice(0, LONGEST_NAME)));
  return { candidates, lower, letters: Int32Array.from(lower, lettersOf) };
}

function isSame(some: readonly string[], others: readonly string[]): boolean {
  if (some.length !== others.length) return false;
  for (let at = 0; at < some.length; at += 1) if (some[at] !== others[at]) return false;
  return true;
}

/** In lower case, but for the few characters that would become longer by it. */
function lowered(text: string): string {
  const lower = text.toLowerCase();
  if (lower.length === text.length) return lower;
  return Array.from(text, (character) => {
    const small = character.toLowerCase();
    return small.length === character.length ? small : character;
  }).join('');
}

/** Which characters there are in a text, a bit for each code modulo 32: what lacks one cannot match. */
function lettersOf(text: string): number {
  let letters = 0;
  for (let at = 0; at < text.length; at += 1) letters |= 1 << (text.charCodeAt(at) & 31);
  return letters;
}

/** The matches as one number each, best first: cost, length, index. */
function ranksOf(terms: readonly Term[], names: Names): readonly number[] {
  const exact = ranksBy(exactCost, terms, names);
  if (exact.length > 0) return exact;
  const loose = ranksBy(looseCost, terms, names);
  const close = loose.filter((rank) => rank < SCATTERED * LENGTHS * INDEXES);
  return close.length > 0 ? close : loose;
}

/** What a match of one word costs; {@link NONE} when it is none. `missing`: which of its letters the name lacks. */
type Cost = (term: string, name: string, missing: number) => number;

function ranksBy(costOf: Cost, terms: readonly Term[], { lower, letters }: Names): number[] {
  const ranks: number[] = [];
  for (let index = 0; index < lower.length && ranks.length < RANKED; index += 1) {
    const name = lower[index] ?? '';
    let whole = 0;
    for (const term of terms) {
      const missing = term.letters & ~(letters[index] ?? 0);
      const cost = costOf(term.text, name, missing);
      if (cost === NONE) {
        whole = NONE;
        break;
      }
      whole += cost;
    }
    if (whole !== NONE) ranks.push((whole * LENGTHS + name.length) * INDEXES + index);
  }
  return Array.from(Float64Array.from(ranks).sort());
}

function exactCost(term: string, name: string, missing: number): number {
  if (missing !== 0) return NONE;
  const at = name.indexOf(term);
  if (at <= 0) return at < 0 ? NONE : AT_START;
  return isAtWord(term, name, at) ? AT_WORD : INSIDE;
}

function looseCost(term: string, name: string, missing: number): number {
  // One letter may be wrong: of two bits or more, something is left without the lowest.
  if ((missing & (missing - 1)) !== 0) return NONE;
  const exact = exactCost(term, name, missing);
  if (exact !== NONE) return exact;
  if (typoIn(term, name)) return TYPO;
  const left = missing === 0 ? leftOut(term, name) : undefined;
  return left ? SCATTERED + left.letters : NONE;
}

/** Whether the term, which first stands at `first`, begins a word somewhere. */
function isAtWord(term: string, name: string, first: number): boolean {
  for (let at = first; at >= 0; at = name.indexOf(term, at + 1)) {
    if (beginsWord(name, at)) return true;
  }
  return false;
}

/** Whether what stands there is no letter and no digit; beyond ASCII everything is taken for one. */
function isBetweenWords(name: string, at: number): boolean {
  const code = name.charCodeAt(at);
  return code < 48 || (code > 57 && code < 97) || (code > 122 && code < 128);
}

const beginsWord = (name: string, at: number): boolean => at === 0 || isBetweenWords(name, at - 1);

/**
 * Where the term's letters stand in the name so that the fewest are left out: the first begins a word, each of the
 * others goes on in that word or begins a later one. Takes as many steps as the term has letters times the name.
 */
function leftOut(term: string, whole: string) {
  if (term.length > LONGEST_LEFT_OUT) return undefined;
  const name = whole.slice(0, LONGEST_ABBREVIATED);
  // Of each place, once for each letter of the term: what is left out up to there, and where the letter before stands.
  let costs: readonly number[] = [];
  const cameFrom: (readonly number[])[] = [];
  for (let next = 0; next < term.length; next += 1) {
    const before = costs;
    const now: number[] = [];
    const came: number[] = [];
    let [inWord, inWordAt] = [NOWHERE, 0];
    let [anywhere, anywhereAt] = [next === 0 ? 0 : NOWHERE, 0];
    for (let at = 0; at < name.length; at += 1) {
      const begins = beginsWord(name, at);
      if (begins) inWord = NOWHERE;
      const isIt = name.charCodeAt(at) === term.charCodeAt(next);
      const jumped = begins ? anywhere : NOWHERE;
      now.push(isIt ? Math.min(inWord, jumped) : NOWHERE);
      came.push(inWord <= jumped ? inWordAt : anywhereAt);
      const here = before[at] ?? NOWHERE;
      [inWord, inWordAt] = here <= inWord + 1 ? [here, at] : [inWord + 1, inWordAt];
      if (here + 1 < anywhere) [anywhere, anywhereAt] = [here + 1, at];
    }
    costs = now;
    cameFrom.push(came);
  }
  const letters = Math.min(...costs);
  if (letters > MOST_LEFT_OUT * term.length) return undefined;
  let place = costs.indexOf(letters);
  const at: number[] = [];
  for (const came of cameFrom.toReversed()) {
    at.push(place);
    place = came[place] ?? 0;
  }
  return { at: at.reverse(), letters };
}

/** Where a word begins with the term, one letter wrong, too many, too few, or swapped with the next; never its first. */
function typoIn(term: string, name: string): Range | undefined {
  if (term.length < SHORTEST_WITH_TYPO) return undefined;
  const first = term.charAt(0);
  for (let start = name.indexOf(first); start >= 0; start = name.indexOf(first, start + 1)) {
    if (!beginsWord(name, start)) continue;
    let same = 1;
    while (same < term.length && name.charCodeAt(start + same) === term.charCodeAt(same)) same += 1;
    const at = start + same;
    const end = start + term.length;
    // A letter that is wrong is one: no word goes on in the next.
    if (at < name.length && isBetweenWords(name, at)) continue;
    if (at < name.length && hasRest(term, same + 1, name, at + 1)) return [start, end];
    if (hasRest(term, same + 1, name, at)) return [start, end - 1];
    if (hasRest(term, same, name, at + 1)) return [start, end + 1];
    const isSwapped = name[at] === term[same + 1] && name[at + 1] === term[same];
    if (isSwapped && hasRest(term, same + 2, name, at + 2)) return [start, end];
  }
  return undefined;
}

/** Whether the term from its letter `from` on stands in the name at `at`. */
function hasRest(term: string, from: number, name: string, at: number): boolean {
  if (at + term.length - from > name.length) return false;
  for (let next = from; next < term.length; next += 1) {
    if (name.charCodeAt(at + next - from) !== term.charCodeAt(next)) return false;
  }
  return true;
}

function rangesOf(term: string, name: string): readonly Range[] {
  const at = name.indexOf(term);
  if (at >= 0) return [[at, at + term.length]];
  const typo = typoIn(term, name);
  if (typo) return [typo];
  return (leftOut(term, name)?.at ?? []).map((place) => [place, place + 1]);
}

/** In order, those that touch as one. */
function joined(ranges: readonly Range[]): readonly Range[] {
  const result: Range[] = [];
  for (const [from, to] of ranges.toSorted((a, b) => a[0] - b[0])) {
    const last = result.at(-1);
    if (last && from <= last[1]) result[result.length - 1] = [last[0], Math.max(last[1], to)];
    else result.push([from, to]);
  }
  return result;
}
