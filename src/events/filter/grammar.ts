import { allOf, EVERYTHING, type Joined } from './filter.ts';
import { type Problem, type Term, type Token, tokenize } from './tokens.ts';

/** The meaning of a text. */
export interface Parsed<Test> {
  /** As far as it can be read. */
  readonly filter: Joined<Test>;
  /** In text order; empty if everything was understood. */
  readonly problems: readonly Problem[];
}

/** The meaning of a term; no filter if it has none yet. */
export interface ParsedTerm<Test> {
  readonly filter?: Joined<Test>;
  readonly problem?: Problem;
}

/** The fields and terms of a filter language. Joining is the same in all languages. */
export interface Language<Field, Test> {
  /** The field with this name or alias, ignoring case. */
  named(name: string): Field | undefined;
  /** The meaning of a single term. */
  term(term: Term<Field>): ParsedTerm<Test>;
}

/** Limit of nesting; deeper groups are left out. */
const MAX_DEPTH = 32;

/**
 * Parses the text of a filter. It accepts any text without throwing, and a half-typed filter already has a meaning, so
 * that the list does not go blank while the operator types.
 *
 * Precedence from lowest to highest: `or`; `and` or just a space; `not` or a `-` before a term; `( )`.
 */
export function parseIn<Field, Test extends { readonly kind: string }>(
  language: Language<Field, Test>,
  text: string,
): Parsed<Test> {
  const { tokens, problems } = tokenize(text, language.named);
  const parser = new Parser(language, tokens, text.length);
  const filter = parser.run();
  const all = [...problems, ...parser.problems].sort((a, b) => a.column - b.column);
  return { filter, problems: all };
}

class Parser<Field, Test extends { readonly kind: string }> {
  readonly problems: Problem[] = [];
  readonly #language: Language<Field, Test>;
  readonly #tokens: readonly Token<Field>[];
  readonly #end: number;
  #next = 0;

  constructor(language: Language<Field, Test>, tokens: readonly Token<Field>[], end: number) {
    this.#language = language;
    this.#tokens = tokens;
    this.#end = end;
  }

  run(): Joined<Test> {
    return this.#either(0) ?? EVERYTHING;
  }

  #peek(): Token<Field> | undefined {
    return this.#tokens[this.#next];
  }

  #missing(column: number, message: string): void {
    this.problems.push({ column, message });
  }

  #either(depth: number): Joined<Test> | undefined {
    const sides: Joined<Test>[] = [];
    const first = this.#all(depth);
    if (first) sides.push(first);
    for (let token = this.#peek(); token?.kind === 'or'; token = this.#peek()) {
      this.#next += 1;
      if (sides.length === 0) this.#missing(token.column, 'A term is missing before "or".');
      const side = this.#all(depth);
      if (side) sides.push(side);
      else this.#missing(this.#column(), 'A term is missing after "or".');
    }
    return sides.length > 1 ? { kind: 'or', of: sides } : sides[0];
  }

  #all(depth: number): Joined<Test> | undefined {
    const parts: Joined<Test>[] = [];
    let joined = false;
    for (let token = this.#peek(); token; token = this.#peek()) {
      if (token.kind === 'or' || token.kind === 'close') break;
      if (token.kind === 'and') {
        this.#next += 1;
        if (parts.length === 0) this.#missing(token.column, 'A term is missing before "and".');
        joined = true;
        continue;
      }
      joined = false;
      const part = this.#not(depth);
      if (part) parts.push(part);
    }
    if (joined) this.#missing(this.#column(), 'A term is missing after "and".');
    const all = allOf(parts);
    return all.kind === 'everything' ? undefined : all;
  }

  #not(depth: number): Joined<Test> | undefined {
    let negations = 0;
    let token = this.#peek();
    let last = token;
    for (; token?.kind === 'not'; token = this.#peek()) {
      last = token;
      negations += 1;
      this.#next += 1;
    }
    if (negations === 0) return this.#primary(depth);
    if (!token || token.kind === 'or' || token.kind === 'and' || token.kind === 'close') {
      const text = last?.kind === 'not' ? last.text : 'not';
      this.#missing(this.#column(), `A term is missing after "${text}".`);
      return undefined;
    }
    const of = this.#primary(depth);
    return of && negations % 2 === 1 ? { kind: 'not', of } : of;
  }

  #primary(depth: number): Joined<Test> | undefined {
    const token = this.#peek();
    this.#next += 1;
    if (token?.kind === 'open') return this.#group(depth, token.column);
    if (token?.kind !== 'term') return undefined;
    const { filter, problem } = this.#language.term(token);
    if (problem) this.problems.push(problem);
    return filter;
  }

  #group(depth: number, column: number): Joined<Test> | undefined {
    if (depth >= MAX_DEPTH) {
      this.#skipGroup(column);
      return undefined;
    }
    const inner = this.#either(depth + 1);
    if (this.#peek()?.kind === 'close') this.#next += 1;
    else this.problems.push({ column, message: 'This is not closed.' });
    return inner;
  }

  /** Skips a group that is nested too deeply. */
  #skipGroup(column: number): void {
    this.problems.push({ column, message: 'This is nested too deeply.' });
    for (let open = 1; open > 0 && this.#peek(); this.#next += 1) {
      const kind = this.#peek()?.kind;
      if (kind === 'open') open += 1;
      if (kind === 'close') open -= 1;
    }
  }

  /** Position of the next token, or the end of the text. */
  #column(): number {
    return this.#peek()?.column ?? this.#end;
  }
}
