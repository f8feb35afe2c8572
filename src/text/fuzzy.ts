import type { Printable } from './printable.ts';

/** One match: the candidate's index, and the matched characters as [from, to) pairs. */
export interface FuzzyMatch {
  readonly index: number;
  /** Whether every typed word occurs literally. */
  readonly isExact: boolean;
  readonly ranges: readonly Range[];
}

type Range = readonly [from: number, to: number];

/** Limits on input, since hostile names may be chosen to be slow to match. */
const MAX_NAME = 256;
const MAX_TYPED = 64;
/** Limit of ranked matches. With more, the query is too vague for ranking to help. */
const MAX_RANKED = 10_000;
/** Shorter words are too similar to allow a typo. */
const MIN_TYPO_LENGTH = 4;

/** Longest term that is matched as an abbreviation. */
const MAX_ABBREVIATION = 16;
/** Part of a name that is matched against abbreviations, which are for names rather than long sentences. */
const MAX_ABBREVIATED = 64;
/** Limit of omitted letters per typed letter. */
const MAX_OMITTED = 3;

/** Cost of a match, lower is better. An abbreviation costs {@link SCATTERED} plus the omitted letters. */
const AT_START = 0;
const AT_WORD = 1;
const INSIDE = 2;
const TYPO = 3;
const SCATTERED = 0x100;
const NONE = -1;
/** Above the length of any name. */
const NOWHERE = 1e6;
/** Cost, length and position are combined into one number, in this order. */
const LENGTHS = 0x200;
const INDEXES = 2 ** 32;

/**
 * Fuzzy matching over short names (applications, commands, files), not logs, where people want exactly what they
 * typed. Typed words may come in any order. If no name has them all, one letter of a word may be wrong, missing or
 * swapped; if that fails, letters may be omitted: within a word (`chk` for `checkout`) or between word starts (`lw`
 * for `legacy-wiki`). Letters scattered over a sentence do not match.
 *
 * Takes linear time in the number of candidates, whatever their content. Prepared candidates are cached until others
 * come.
 */
export function createFuzzy() {
  let known: Names = { candidates: [], lower: [], letters: new Int32Array() };
  return {
    /** The matches, best first; all candidates in order if nothing was typed. */
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
  lowered(typed.trim().slice(0, MAX_TYPED))
    .split(/\s+/)
    .filter(Boolean)
    .map((text) => ({ text, letters: lettersOf(text) }));

/** Candidates, prepared for matching. */
interface Names {
  readonly candidates: readonly string[];
  readonly lower: readonly string[];
  readonly letters: Int32Array;
}

function namesOf(candidates: readonly string[]): Names {
  const lower = candidates.map((name) => lowered(name.slice(0, MAX_NAME)));
  return { candidates, lower, letters: Int32Array.from(lower, lettersOf) };
}

function isSame(some: readonly string[], others: readonly string[]): boolean {
  if (some.length !== others.length) return false;
  for (let at = 0; at < some.length; at += 1) if (some[at] !== others[at]) return false;
  return true;
}

/** Lower case, except for the few characters that would change their length. */
function lowered(text: string): string {
  const lower = text.toLowerCase();
  if (lower.length === text.length) return lower;
  return Array.from(text, (character) => {
    const small = character.toLowerCase();
    return small.length === character.length ? small : character;
  }).join('');
}

/** The characters of a text as a bit set of their codes modulo 32: a name that lacks a bit cannot match. */
function lettersOf(text: string): number {
  let letters = 0;
  for (let at = 0; at < text.length; at += 1) letters |= 1 << (text.charCodeAt(at) & 31);
  return letters;
}

/** Matches as one number each (cost, length, index), best first. */
function ranksOf(terms: readonly Term[], names: Names): readonly number[] {
  const exact = ranksBy(exactCost, terms, names);
  if (exact.length > 0) return exact;
  const loose = ranksBy(looseCost, terms, names);
  const close = loose.filter((rank) => rank < SCATTERED * LENGTHS * INDEXES);
  return close.length > 0 ? close : loose;
}

/** Cost of matching one word, or {@link NONE}. `missing`: letters that the name lacks. */
type Cost = (term: string, name: string, missing: number) => number;

function ranksBy(costOf: Cost, terms: readonly Term[], { lower, letters }: Names): number[] {
  const ranks: number[] = [];
  for (let index = 0; index < lower.length && ranks.length < MAX_RANKED; index += 1) {
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
  // At most one letter may be missing: more than one bit means no match.
  if ((missing & (missing - 1)) !== 0) return NONE;
  const exact = exactCost(term, name, missing);
  if (exact !== NONE) return exact;
  if (typoIn(term, name)) return TYPO;
  const left = missing === 0 ? leftOut(term, name) : undefined;
  return left ? SCATTERED + left.letters : NONE;
}

/** Whether the term starts a word anywhere from `first`. */
function isAtWord(term: string, name: string, first: number): boolean {
  for (let at = first; at >= 0; at = name.indexOf(term, at + 1)) {
    if (beginsWord(name, at)) return true;
  }
  return false;
}

/** Whether the character is no letter or digit; everything beyond ASCII counts as one. */
function isBetweenWords(name: string, at: number): boolean {
  const code = name.charCodeAt(at);
  return code < 48 || (code > 57 && code < 97) || (code > 122 && code < 128);
}

const beginsWord = (name: string, at: number): boolean => at === 0 || isBetweenWords(name, at - 1);

/**
 * Places the term's letters with the fewest omissions: the first starts a word, each other continues that word or
 * starts a later one. Takes time proportional to the product of both lengths.
 */
function leftOut(term: string, whole: string) {
  if (term.length > MAX_ABBREVIATION) return undefined;
  const name = whole.slice(0, MAX_ABBREVIATED);
  // For each letter of the term and each place: omitted letters so far, and the previous letter's place.
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
  if (letters > MAX_OMITTED * term.length) return undefined;
  let place = costs.indexOf(letters);
  const at: number[] = [];
  for (const came of cameFrom.toReversed()) {
    at.push(place);
    place = came[place] ?? 0;
  }
  return { at: at.reverse(), letters };
}

/**
 * Where a word begins with the term with one letter wrong, extra, missing or swapped with the next; never the first
 * letter.
 */
function typoIn(term: string, name: string): Range | undefined {
  if (term.length < MIN_TYPO_LENGTH) return undefined;
  const first = term.charAt(0);
  for (let start = name.indexOf(first); start >= 0; start = name.indexOf(first, start + 1)) {
    if (!beginsWord(name, start)) continue;
    let same = 1;
    while (same < term.length && name.charCodeAt(start + same) === term.charCodeAt(same)) same += 1;
    const at = start + same;
    const end = start + term.length;
    // The wrong character must be a letter: words do not span a separator.
    if (at < name.length && isBetweenWords(name, at)) continue;
    if (at < name.length && hasRest(term, same + 1, name, at + 1)) return [start, end];
    if (hasRest(term, same + 1, name, at)) return [start, end - 1];
    if (hasRest(term, same, name, at + 1)) return [start, end + 1];
    const isSwapped = name[at] === term[same + 1] && name[at + 1] === term[same];
    if (isSwapped && hasRest(term, same + 2, name, at + 2)) return [start, end];
  }
  return undefined;
}

/** Whether the term's rest from `from` stands in the name at `at`. */
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

/** Sorts ranges and joins adjacent ones. */
function joined(ranges: readonly Range[]): readonly Range[] {
  const result: Range[] = [];
  for (const [from, to] of ranges.toSorted((a, b) => a[0] - b[0])) {
    const last = result.at(-1);
    if (last && from <= last[1]) result[result.length - 1] = [last[0], Math.max(last[1], to)];
    else result.push([from, to]);
  }
  return result;
}
