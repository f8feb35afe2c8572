import uFuzzy from '@leeoniya/ufuzzy';
import type { Printable } from './printable.ts';

/** One match: which candidate, and which of its characters matched, as [from, to) pairs. */
export interface FuzzyMatch {
  readonly index: number;
  readonly ranges: readonly (readonly [number, number])[];
}

/** Ranks candidates against what was typed. */
export interface Fuzzy {
  /** The matches, best first; every candidate in its own order when nothing was typed. */
  rank(typed: string, candidates: readonly Printable[], limit?: number): readonly FuzzyMatch[];
}

/**
 * Fuzzy matching over short names (application names, commands); never over logs, where people want
 * exactly what they typed. One letter of a term may be wrong, words may come in any order; where that
 * finds little, letters may also be left out (`chk` for `checkout`).
 */
export function createFuzzy(): Fuzzy {
  // Made when something was typed: they sort with a collator, which takes 6 ms to make.
  let engines: { readonly typos: uFuzzy; readonly gaps: uFuzzy } | undefined;

  return {
    rank(typed, candidates, limit = 200) {
      const needle = typed.trim();
      if (needle === '') {
        return candidates.slice(0, limit).map((_, index) => ({ index, ranges: [] }));
      }
      engines ??= {
        typos: new uFuzzy({ intraMode: 1, intraIns: 1, intraSub: 1, intraTrn: 1, intraDel: 1 }),
        gaps: new uFuzzy({ intraMode: 0, intraIns: Number.POSITIVE_INFINITY }),
      };
      const { typos, gaps } = engines;
      const found = search(typos, needle, candidates, limit);
      if (found.length >= FEW) return found;
      const known = new Set(found.map(({ index }) => index));
      const more = search(gaps, needle, candidates, limit).filter(({ index }) => !known.has(index));
      return [...found, ...more].slice(0, limit);
    },
  };
}

/** With so many matches nobody misses those that leave letters out. */
const FEW = 20;

function search(
  engine: uFuzzy,
  needle: string,
  candidates: readonly Printable[],
  limit: number,
): readonly FuzzyMatch[] {
  const haystack = candidates as readonly string[] as string[];
  const [indexes, info, order] = engine.search(haystack, needle, 1, RANKED);
  if (!indexes) return [];
  if (!info || !order) {
    // Too many to rank: they come in the candidates' order, unmarked.
    return indexes.slice(0, limit).map((index) => ({ index, ranges: [] }));
  }
  return order.slice(0, limit).map((at) => ({
    index: info.idx[at] ?? 0,
    ranges: pairs(info.ranges[at] ?? []),
  }));
}

/** Beyond this many matches the query says too little for ranking to help. */
const RANKED = 10_000;

function pairs(flat: readonly number[]): readonly (readonly [number, number])[] {
  const result: (readonly [number, number])[] = [];
  for (let at = 0; at + 1 < flat.length; at += 2) {
    result.push([flat[at] ?? 0, flat[at + 1] ?? 0]);
  }
  return result;
}
