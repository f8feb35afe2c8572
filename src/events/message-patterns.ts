import { lazy } from '../text/memoize.ts';
import { escapePattern, quoted } from './filter/fields.ts';
import { foldCase } from './filter/glob.ts';
import { LONGEST_PATTERN } from './filter/pattern.ts';
import type { FilteredView } from './filtered-view.ts';
import { bothOf, OUTCOMES, oneOf, outcomesByCode, type Split, splitAt, sumOf } from './outcome.ts';
import { codesOf, type Part, partsOf, rowsOf } from './selection.ts';
import { hasBit } from './storage/bits.ts';
import { ABSENT, FIRST_VALUE } from './storage/columns.ts';
import { entryId } from './storage/entry-id.ts';
import type { Segment } from './storage/segment.ts';
import type { EventStore } from './store.ts';

/** A template of messages, or of whole logs without a message. */
export interface FoundPattern extends MessagePattern {
  readonly of: 'message' | 'log';
}

/**
 * The templates of the selected entries' messages, found incrementally. Messages in the dictionary are processed once
 * with their count; an entry without a message is represented by its whole log.
 */
export class PatternSearch {
  readonly #store: EventStore;
  readonly #messages = new PatternMiner();
  readonly #logs = new PatternMiner();
  /** Null once it is done, to release the selection. */
  #work: Iterator<number, void, void> | null;
  #read = 0;

  /** @param view selects the entries; all without one */
  constructor(store: EventStore, view?: FilteredView) {
    this.#store = store;
    // The selection is fixed now: later entries are not included.
    this.#work = this.#texts(partsOf(store, { view }));
  }

  /** Entries processed so far. */
  get read(): number {
    return this.#read;
  }

  get complete(): boolean {
    return this.#work === null;
  }

  /** Entries processed so far that no template stands for. */
  get unmatched(): number {
    return this.#messages.unmatched + this.#logs.unmatched;
  }

  /** The templates found so far, most frequent first. */
  get patterns(): readonly FoundPattern[] {
    const messages = this.#messages.patterns.map((one) => ({ ...one, of: 'message' as const }));
    const logs = this.#logs.patterns.map((one) => ({ ...one, of: 'log' as const }));
    return [...messages, ...logs].sort((a, b) => b.count - a.count);
  }

  /** Processes more entries for about `budgetMs`; false when there are no more. */
  advance(budgetMs: number): boolean {
    const until = this.#store.elapsed() + budgetMs;
    do {
      const step = this.#work?.next();
      if (!step || step.done) {
        this.#work = null;
        return false;
      }
      this.#read += step.value;
    } while (this.#store.elapsed() < until);
    return true;
  }

  *#texts(parts: readonly Part[]): Generator<number, void, void> {
    const dictionary = this.#store.dictionary('message');
    const outcomes = outcomesByCode(this.#store.dictionary('status'));
    const counts = new Uint32Array(dictionary.codes * OUTCOMES.length);
    for (const part of parts) {
      countOutcomes(part, outcomes, counts);
      yield 0;
    }
    for (let code = FIRST_VALUE; code < counts.length / OUTCOMES.length; code += 1) {
      const split = splitAt(counts, code * OUTCOMES.length);
      if (sumOf(split) === 0) continue;
      this.#messages.add(dictionary.valueOf(code) ?? '', split);
      yield sumOf(split);
    }
    for (const part of parts) yield* this.#rest(part, outcomes);
  }

  /** The rows whose message is not in the dictionary. */
  *#rest({ segment, bits, rows }: Part, outcomes: Uint8Array): Generator<number, void, void> {
    const codes = codesOf(segment, 'message');
    for (let row = 0; row < rows; row += 1) {
      const code = codes[row] as number;
      if (code >= FIRST_VALUE || (bits && !hasBit(bits, row))) continue;
      const id = entryId(segment.serial, row);
      if (!this.#store.has(id)) return;
      const split = oneOf(outcomeIn(segment, row, outcomes));
      if (code === ABSENT) this.#logs.add(this.#store.log(id) ?? '', split);
      else this.#messages.add(this.#store.value(id, 'message') ?? '', split);
      // A text may be compared with hundreds of templates.
      yield 1;
    }
    yield 0;
  }
}

const outcomeIn = (segment: Segment, row: number, outcomes: Uint8Array) =>
  OUTCOMES[outcomes[codesOf(segment, 'status')[row] as number] as number] ?? 'other';

/** Counts the rows of a segment by message and outcome. */
function countOutcomes(part: Part, outcomes: Uint8Array, counts: Uint32Array): void {
  const { rows, count } = rowsOf(part);
  const codes = codesOf(part.segment, 'message');
  const statuses = codesOf(part.segment, 'status');
  for (let at = 0; at < count; at += 1) {
    const row = rows[at] as number;
    const outcome = outcomes[statuses[row] as number] as number;
    const cell = (codes[row] as number) * OUTCOMES.length + outcome;
    counts[cell] = (counts[cell] as number) + 1;
  }
}

/** A readable template, with `‹*›` for its slots. */
export const templateText = (template: Template): string =>
  template.map((token) => (token === SLOT ? '‹*›' : token)).join('');

/** A filter term for the entries of a template. For a very long one, it only matches the beginning. */
export function templateTerm(template: Template, of: FoundPattern['of'] = 'message'): string {
  let source = '^';
  for (const token of template) {
    const part = token === SLOT ? '[^]*' : escapePattern(token);
    if (source.length + part.length >= LONGEST_PATTERN) return `${of}~${quoted(source)}`;
    source += part;
  }
  return `${of}~${quoted(`${source}$`)}`;
}

/** A slot of a template, for the varying part of its texts. */
const SLOT = null;

/** The tokens of a text, null for slots. Joined, they give the text with anything for a slot. */
type Template = readonly (string | typeof SLOT)[];

interface MessagePattern {
  readonly template: Template;
  readonly count: number;
  /** What happened to the entries. */
  readonly split: Split;
}

interface Cluster {
  /** As in its first text. */
  template: Template;
  /** In one case, since filters ignore it. */
  folded: Template;
  count: number;
  split: Split;
}

/** Words, and single marks between them. White space belongs to the mark before it. */
const anyToken = lazy(() => /[\p{L}\p{N}_]+|[^\p{L}\p{N}_]\s*/gu);
const startsWord = lazy(() => /^[\p{L}\p{N}_]/u);
const anyDigit = lazy(() => /\p{N}/u);

/** Beyond these limits, the rest of a text is one slot. */
const MAX_TOKENS = 64;
const MAX_CHARACTERS = 1024;
/** Limit of templates. Further texts that fit none are only counted. */
const MAX_PATTERNS = 500;
/** Share of tokens that must agree. */
const LIKENESS = 0.6;

/**
 * Groups similar texts into templates with slots, one text at a time and in bounded memory (after Drain: He, Zhu,
 * Zheng, Lyu, 2017). Tokens with digits are slots from the start. Texts of equal length and equal first token are
 * compared token by token, ignoring case.
 */
export class PatternMiner {
  readonly #groups = new Map<string, Cluster[]>();
  #patterns = 0;
  #unmatched = 0;

  /** Entries whose texts fitted no template when the limit was reached. */
  get unmatched(): number {
    return this.#unmatched;
  }

  /** The templates, most frequent first. */
  get patterns(): readonly MessagePattern[] {
    return [...this.#groups.values()].flat().sort((a, b) => b.count - a.count);
  }

  /** Processes a text with its counts by outcome. */
  add(text: string, split: Split = oneOf('other')): void {
    const count = sumOf(split);
    const tokens = tokensOf(text);
    const folded = tokens.map((token) => token && foldCase(token));
    const key = `${tokens.length} ${folded[0] ?? ''}`;
    const clusters = this.#groups.get(key) ?? [];
    const nearest = nearestOf(clusters, folded);
    if (nearest) {
      nearest.count += count;
      nearest.split = bothOf(nearest.split, split);
      nearest.folded = nearest.folded.map((token, at) => (token === folded[at] ? token : SLOT));
      nearest.template = nearest.template.map((token, at) =>
        nearest.folded[at] === SLOT ? SLOT : token,
      );
    } else if (this.#patterns < MAX_PATTERNS) {
      clusters.push({ template: tokens, folded, count, split });
      this.#groups.set(key, clusters);
      this.#patterns += 1;
    } else this.#unmatched += count;
  }
}

function tokensOf(text: string): (string | typeof SLOT)[] {
  const tokens: (string | typeof SLOT)[] = [];
  const cut = text.slice(0, MAX_CHARACTERS);
  for (const [token] of cut.matchAll(anyToken())) {
    if (tokens.length === MAX_TOKENS) return [...tokens, SLOT];
    const slot = anyDigit().test(token);
    // Adjacent slots are merged: `1.2.3.*` and `10.20.30.*` have the same shape.
    if (!slot || tokens.at(-1) !== SLOT) tokens.push(slot ? SLOT : token);
  }
  return cut.length < text.length ? [...tokens, SLOT] : tokens;
}

function nearestOf(clusters: readonly Cluster[], tokens: Template): Cluster | undefined {
  const marks = tokens.map((token) => token !== SLOT && !startsWord().test(token));
  let nearest: Cluster | undefined;
  let best = LIKENESS;
  for (const cluster of clusters) {
    const likeness = likenessOf(cluster.folded, tokens, marks);
    if (likeness < best) continue;
    best = likeness;
    nearest = cluster;
  }
  return nearest;
}

/** The share of words that agree. Marks must all agree, but carry little information. */
function likenessOf(template: Template, tokens: Template, marks: readonly boolean[]): number {
  let words = 0;
  let same = 0;
  for (let at = 0; at < tokens.length; at += 1) {
    const own = template[at];
    const token = tokens[at];
    if (marks[at]) {
      if (own !== token) return 0;
      continue;
    }
    words += 1;
    if (own === token || own === SLOT) same += 1;
  }
  return words === 0 ? 1 : same / words;
}
