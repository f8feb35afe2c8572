/**
 * What is wrong with the text of a filter. Never thrown: the rest of the text still means something, and
 * is what is applied while the operator types on.
 */
export interface Problem {
  /** Where it is: UTF-16 units before it. */
  readonly column: number;
  /** One sentence. Quotes what was typed: hostile text, as all input is. */
  readonly message: string;
  /** The name that stands where a field's would, when that is what is wrong. */
  readonly unknownField?: string;
}

type Operator = ':' | '=' | '!=' | '~' | '!~' | '>' | '>=' | '<' | '<=';

/** A word, a phrase, or a field with what it is compared to. */
export interface Term<Field> {
  readonly kind: 'term';
  readonly column: number;
  readonly field?: Field;
  readonly operator?: Operator;
  readonly value: string;
  readonly valueColumn: number;
  readonly quoted: boolean;
}

export type Token<Field> =
  | Term<Field>
  | {
      readonly kind: 'open' | 'close' | 'and' | 'or' | 'not';
      readonly column: number;
      /** As it was typed, for messages. */
      readonly text: string;
    };

const SPACE = /\s*/y;
const FIELD = /([A-Za-z][A-Za-z0-9_]*)(!=|!~|>=|<=|[:=~<>])/y;
/** A field compared as in a sentence: `status = 403`. */
const SPACED = /([A-Za-z][A-Za-z0-9_]*)\s+(!=|>=|<=|[=<>])(?:\s+|$)/y;
const KEYWORDS = new Set(['and', 'or', 'not']);

/** Filters are typed; beyond this it is something pasted by mistake. */
const LONGEST = 4096;

/**
 * The words of a filter. Every text gives tokens; what could not be read is among the problems.
 *
 * @param named the field of a name or an alias, in whatever case
 */
export function tokenize<Field>(
  text: string,
  named: (name: string) => Field | undefined,
): {
  readonly tokens: readonly Token<Field>[];
  readonly problems: readonly Problem[];
} {
  return new Tokenizer(text, named).run();
}

class Tokenizer<Field> {
  readonly #text: string;
  readonly #named: (name: string) => Field | undefined;
  readonly #tokens: Token<Field>[] = [];
  readonly #problems: Problem[] = [];
  #at = 0;
  #depth = 0;

  constructor(text: string, named: (name: string) => Field | undefined) {
    this.#named = named;
    this.#text = text.slice(0, LONGEST);
    if (text.length > LONGEST) {
      this.#note(LONGEST, `A filter ends after ${LONGEST} characters.`);
    }
  }

  run() {
    for (;;) {
      this.#match(SPACE);
      if (this.#at >= this.#text.length) break;
      this.#token();
    }
    return { tokens: this.#tokens, problems: this.#problems };
  }

  #note(column: number, message: string): void {
    this.#problems.push({ column, message });
  }

  #match(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.#at;
    const match = pattern.exec(this.#text);
    if (match) this.#at += match[0].length;
    return match;
  }

  #token(): void {
    const column = this.#at;
    const character = this.#text[column] ?? '';
    if (character === '(') {
      this.#at += 1;
      this.#depth += 1;
      this.#tokens.push({ kind: 'open', column, text: '(' });
    } else if (character === ')') {
      this.#at += 1;
      if (this.#depth === 0) {
        this.#note(column, 'This parenthesis has no opening one.');
        return;
      }
      this.#depth -= 1;
      this.#tokens.push({ kind: 'close', column, text: ')' });
    } else if (character === '-' || character === '!') {
      this.#at += 1;
      this.#tokens.push({ kind: 'not', column, text: character });
    } else this.#term(column);
  }

  #term(column: number): void {
    const start = this.#at;
    const match = this.#match(FIELD);
    const [, name = '', operator = ''] = match ?? this.#match(SPACED) ?? [];
    const field = name === '' ? undefined : this.#named(name);
    if (field) {
      this.#tokens.push({
        kind: 'term',
        column,
        field,
        // FIELD matches no other.
        operator: operator as Operator,
        ...this.#value(),
      });
      return;
    }
    this.#at = start;
    const value = this.#value();
    if (match) this.#questionField(column, name, operator, value.value);
    const keyword = value.value.toLowerCase();
    if (!value.quoted && KEYWORDS.has(keyword)) {
      // KEYWORDS has no others.
      this.#tokens.push({ kind: keyword as 'and' | 'or' | 'not', column, text: value.value });
    } else this.#tokens.push({ kind: 'term', column, ...value });
  }

  /** `foo:bar` may be a field mistyped or a text with a colon, such as a Url. */
  #questionField(column: number, name: string, operator: string, word: string): void {
    const rest = word.slice(name.length + operator.length);
    if (operator === '<' || operator === '>' || rest.startsWith('//')) return;
    this.#problems.push({
      column,
      message: `There is no field ${name}; in quotes it is looked for as text.`,
      unknownField: name,
    });
  }

  #value(): { readonly value: string; readonly valueColumn: number; readonly quoted: boolean } {
    const valueColumn = this.#at;
    return this.#text[this.#at] === '"'
      ? { value: this.#phrase(), valueColumn: valueColumn + 1, quoted: true }
      : { value: this.#bare(), valueColumn, quoted: false };
  }

  /** A quoted text; `\"` and `\\` stand for the quote and the backslash, other backslashes for themselves. */
  #phrase(): string {
    const start = this.#at;
    let value = '';
    this.#at += 1;
    for (; this.#at < this.#text.length; this.#at += 1) {
      const character = this.#text[this.#at] ?? '';
      const next = this.#text[this.#at + 1];
      if (character === '"') {
        this.#at += 1;
        return value;
      }
      if (character === '\\' && (next === '"' || next === '\\')) {
        value += next;
        this.#at += 1;
      } else value += character;
    }
    this.#note(start, 'This quote is not closed.');
    return value;
  }

  /** Up to a space, or to a parenthesis that closes a group; parentheses of its own may stand within. */
  #bare(): string {
    const start = this.#at;
    let nested = 0;
    for (; this.#at < this.#text.length; this.#at += 1) {
      const character = this.#text[this.#at] ?? '';
      if (/\s/.test(character)) break;
      if (character === '(') nested += 1;
      if (character === ')') {
        if (nested === 0) break;
        nested -= 1;
      }
    }
    return this.#text.slice(start, this.#at);
  }
}
