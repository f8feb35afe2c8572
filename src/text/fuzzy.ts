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

/** Longest word that is matched as an abbreviation. */
const MAX_ABBREVIATION = 16;
/** Part of a name that is matched against abbreviations, which are for names rather than long sentences. */
const MAX_ABBREVIATED = 64;
/** Limit of omitted letters per typed letter. */
const MAX_OMITTED = 3;

/** Cost of a match, lower is better. An abbreviation costs {@link ABBREVIATED} plus the omitted letters. */
const AT_START = 0;
const AT_WORD = 1;
const INSIDE = 2;
const ABBREVIATED = 0x100;

/**
 * Fuzzy matching over short names (applications, commands, files), not logs, where people want exactly what they
 * typed. Typed words may come in any order. If no name has them all, letters may be omitted: within a word (`chk` for
 * `checkout`) or between word starts (`lw` for `legacy-wiki`). Letters scattered over a sentence do not match.
 *
 * Takes linear time in the number of candidates, whatever their content.
 *
 * @returns the matches, best first; all candidates in order if nothing was typed
 */
export function fuzzyMatches(
  typed: string,
  candidates: readonly Printable[],
): readonly FuzzyMatch[] {
  const terms = lowered(typed.trim().slice(0, MAX_TYPED)).split(/\s+/).filter(Boolean);
  const names = candidates.map((name) => lowered(name.slice(0, MAX_NAME)));
  if (terms.length === 0) return names.map((_, index) => ({ index, isExact: true, ranges: [] }));
  const exact = ranked(names, terms, literalIn);
  if (exact.length > 0) return exact.map((match) => ({ ...match, isExact: true }));
  const loose = ranked(
    names,
    terms,
    (term, name) => literalIn(term, name) ?? abbreviationIn(term, name),
  );
  return loose.map((match) => ({ ...match, isExact: false }));
}

/** Where a typed word is in a name. */
interface Place {
  readonly cost: number;
  readonly ranges: readonly Range[];
}

/** The names that have all terms: the cheapest first, then the shortest. */
function ranked(
  names: readonly string[],
  terms: readonly string[],
  placeOf: (term: string, name: string) => Place | undefined,
): readonly Omit<FuzzyMatch, 'isExact'>[] {
  return names
    .flatMap((name, index) => {
      const places: Place[] = [];
      for (const term of terms) {
        const place = placeOf(term, name);
        if (!place) return [];
        places.push(place);
      }
      const cost = places.reduce((sum, place) => sum + place.cost, 0);
      return [{ index, cost, length: name.length, places }];
    })
    .sort((a, b) => a.cost - b.cost || a.length - b.length)
    .map(({ index, places }) => ({ index, ranges: joined(places.flatMap((each) => each.ranges)) }));
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

function literalIn(term: string, name: string): Place | undefined {
  const first = name.indexOf(term);
  if (first < 0) return undefined;
  const ranges: readonly Range[] = [[first, first + term.length]];
  if (first === 0) return { cost: AT_START, ranges };
  for (let at = first; at >= 0; at = name.indexOf(term, at + 1)) {
    if (beginsWord(name, at)) return { cost: AT_WORD, ranges };
  }
  return { cost: INSIDE, ranges };
}

/** Whether a word begins here, after a character that is no letter or digit. All beyond ASCII count as letters. */
function beginsWord(name: string, at: number): boolean {
  if (at === 0) return true;
  const code = name.charCodeAt(at - 1);
  return code < 48 || (code > 57 && code < 97) || (code > 122 && code < 128);
}

/** The last of some placed letters of a term. */
interface Chain {
  readonly at: number;
  /** Letters left out so far. */
  readonly omitted: number;
  /** The letters before it; undefined for none. */
  readonly before: Chain | undefined;
}

const NO_LETTERS: Chain = { at: -1, omitted: -1, before: undefined };

/**
 * Places the term's letters with the fewest omissions: the first begins a word, each other continues that word or
 * begins a later one, which counts as one omission. Takes time proportional to the product of both lengths.
 */
function abbreviationIn(term: string, whole: string): Place | undefined {
  if (term.length > MAX_ABBREVIATION) return undefined;
  const name = whole.slice(0, MAX_ABBREVIATED);
  if (!hasLettersInOrder(term, name)) return undefined;
  // The best chain of the letters so far, by the place of the last.
  let chains: readonly (Chain | undefined)[] = [];
  for (const [next, letter] of term.split('').entries()) {
    const longer: (Chain | undefined)[] = [];
    let inWord: Chain | undefined;
    let earlier = next === 0 ? NO_LETTERS : undefined;
    for (let at = 0; at < name.length; at += 1) {
      const begins = beginsWord(name, at);
      if (begins) inWord = undefined;
      if (name.charAt(at) === letter) {
        const continued = inWord && chainTo(at, inWord, at - inWord.at - 1);
        const begun = begins && earlier ? chainTo(at, earlier, 1) : undefined;
        longer[at] = fewer(continued, begun);
      }
      const here = chains[at];
      // The later of two in a word omits less of what follows.
      if (here && (!inWord || here.omitted - here.at <= inWord.omitted - inWord.at)) inWord = here;
      earlier = fewer(earlier, here);
    }
    chains = longer;
  }
  const best = chains.reduce(fewer, undefined);
  if (!best || best.omitted > MAX_OMITTED * term.length) return undefined;
  const ranges: Range[] = [];
  for (let chain = best; chain.before; chain = chain.before) ranges.push([chain.at, chain.at + 1]);
  return { cost: ABBREVIATED + best.omitted, ranges };
}

const chainTo = (at: number, before: Chain, omitted: number): Chain => ({
  at,
  omitted: before.omitted + omitted,
  before,
});

/** The chain with fewer omissions, the first of equal ones. */
const fewer = (a: Chain | undefined, b: Chain | undefined): Chain | undefined =>
  a && (!b || a.omitted <= b.omitted) ? a : b;

/** Rules out most names in one pass. */
function hasLettersInOrder(term: string, name: string): boolean {
  let at = -1;
  for (const letter of term.split('')) {
    at = name.indexOf(letter, at + 1);
    if (at < 0) return false;
  }
  return true;
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
