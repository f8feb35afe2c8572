/** A slot of a template: what differs between the texts it stands for. */
export const SLOT = null;

/** A text as its tokens; slots are null. Joined, with anything for a slot, they give the text. */
export type Template = readonly (string | typeof SLOT)[];

/** Near-equal texts, taken together. */
export interface MessagePattern {
  readonly template: Template;
  readonly count: number;
  /** The text that was met first. */
  readonly example: string;
}

interface Cluster {
  template: (string | typeof SLOT)[];
  count: number;
  readonly example: string;
}

/** Words, and single marks between them; white space is part of the mark before it. */
const TOKEN = /[\p{L}\p{N}_]+|[^\p{L}\p{N}_]\s*/gu;
const HAS_DIGIT = /\p{N}/u;

/** Beyond these a text's tail is one slot. */
const MOST_TOKENS = 64;
const MOST_CHARACTERS = 1024;
/** Templates in all; texts that fit none of them after that are only counted. */
const MOST_PATTERNS = 500;
/** Of two texts' tokens, how many must agree. */
const LIKENESS = 0.6;

/**
 * Collapses near-equal texts into templates with slots, one text at a time and in bounded memory (after
 * Drain: He, Zhu, Zheng, Lyu, 2017). Tokens with digits are slots from the start; texts of equal length
 * and equal first token are compared token by token.
 */
export class PatternMiner {
  readonly #groups = new Map<string, Cluster[]>();
  #patterns = 0;
  #unplaced = 0;

  /** Texts that came when there was no room for another template. */
  get unplaced(): number {
    return this.#unplaced;
  }

  /** The templates, most frequent first. */
  get patterns(): readonly MessagePattern[] {
    return [...this.#groups.values()].flat().sort((a, b) => b.count - a.count);
  }

  /** Takes in a text that was met `count` times. */
  add(text: string, count = 1): void {
    const tokens = tokensOf(text);
    const key = `${tokens.length} ${tokens[0] ?? ''}`;
    const clusters = this.#groups.get(key) ?? [];
    const nearest = nearestOf(clusters, tokens);
    if (nearest) {
      nearest.count += count;
      nearest.template = nearest.template.map((token, at) => (token === tokens[at] ? token : SLOT));
    } else if (this.#patterns < MOST_PATTERNS) {
      clusters.push({ template: tokens, count, example: text.slice(0, MOST_CHARACTERS) });
      this.#groups.set(key, clusters);
      this.#patterns += 1;
    } else this.#unplaced += count;
  }
}

function tokensOf(text: string): (string | typeof SLOT)[] {
  const tokens: (string | typeof SLOT)[] = [];
  const cut = text.slice(0, MOST_CHARACTERS);
  for (const [token] of cut.matchAll(TOKEN)) {
    if (tokens.length === MOST_TOKENS) return [...tokens, SLOT];
    const slot = HAS_DIGIT.test(token);
    // Neighbouring slots are one: `1.2.3.*` and `10.20.30.*` have the same shape.
    if (!slot || tokens.at(-1) !== SLOT) tokens.push(slot ? SLOT : token);
  }
  return cut.length < text.length ? [...tokens, SLOT] : tokens;
}

function nearestOf(clusters: readonly Cluster[], tokens: Template): Cluster | undefined {
  let nearest: Cluster | undefined;
  let best = LIKENESS;
  for (const cluster of clusters) {
    const likeness = likenessOf(cluster.template, tokens);
    if (likeness < best) continue;
    best = likeness;
    nearest = cluster;
  }
  return nearest;
}

/** The share of words that agree. Marks agree in most texts, and say little. */
function likenessOf(template: Template, tokens: Template): number {
  let words = 0;
  let same = 0;
  for (const [at, token] of tokens.entries()) {
    const own = template[at];
    const mark = token !== SLOT && !/^[\p{L}\p{N}_]/u.test(token);
    if (mark) {
      if (own !== token) return 0;
      continue;
    }
    words += 1;
    if (own === token || own === SLOT) same += 1;
  }
  return words === 0 ? 1 : same / words;
}
