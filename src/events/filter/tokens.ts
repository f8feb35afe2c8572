/**
 * A problem in the text of a filter. It is never thrown: the rest of the text is still applied while the operator
 * types.
 */
export interface Problem {
  /** Position in UTF-16 units. */
  readonly column: number;
  /** One sentence. It quotes what was typed, which is hostile text. */
  readonly message: string;
  /** The unknown name, if that is the problem. */
  readonly unknownField?: string;
}

type Operator = ':' | '=' | '!=' | '~' | '!~' | '>' | '>=' | '<' | '<=';

/** A word, a phrase, or a field with its operator and value. */
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
const FIELD = /([A-Za-z][A-Za-z0-9_]*)(!=|!~|=~|==|>=|<=|[:=~<>])/y;
/** A field with spaces around the operator: `status = 403`. */
const SPACED = /([A-Za-z][A-Za-z0-9_]*)\s+(!=|!~|=~|==|>=|<=|[=~<>])(?:\s+|$)/y;
/** What may be a mistyped field, or one of another program: `http.status:Blocked`. */
const UNKNOWN = /([A-Za-z][\w.]*)(!=|!~|=~|==|>=|<=|[:=~<>])/y;
/** Operators of other languages that mean the same. */
const SAME_OPERATOR: Readonly<Record<string, Operator>> = { '==': '=', '=~': '~' };
type Keyword = 'and' | 'or' | 'not';
const KEYWORDS: ReadonlyMap<string, Keyword> = new Map([
  ['and', 'and'],
  ['&&', 'and'],
  ['or', 'or'],
  ['||', 'or'],
  ['not', 'not'],
]);

/** Longer text was probably pasted by mistake. */
const MAX_LENGTH = 4096;

/**
 * Splits a filter into tokens. Every text gives tokens; what cannot be read is reported as a problem.
 *
 * @param named the field with a name or alias, ignoring case
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
    this.#text = text.slice(0, MAX_LENGTH);
    if (text.length > MAX_LENGTH) {
      this.#note(MAX_LENGTH, `A filter ends after ${MAX_LENGTH} characters.`);
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
        operator: SAME_OPERATOR[operator] ?? (operator as Operator),
        ...this.#value(),
      });
      return;
    }
    this.#at = start;
    const unknown = this.#match(UNKNOWN);
    this.#at = start;
    const value = this.#value();
    if (unknown) this.#questionField(column, unknown[1] ?? '', unknown[2] ?? '', value.value);
    const kind = value.quoted ? undefined : KEYWORDS.get(value.value.toLowerCase());
    if (kind) this.#tokens.push({ kind, column, text: value.value });
    else this.#tokens.push({ kind: 'term', column, ...value });
    if (!value.quoted && (value.value === '|' || value.value === '&')) {
      const meant = value.value === '|' ? 'or' : 'and';
      this.#note(column, `Terms are joined by "${meant}"; in quotes it is looked for as text.`);
    }
  }

  /** `foo:bar` may be a mistyped field, or text with a colon such as a Url or `example.at:8080`. */
  #questionField(column: number, name: string, operator: string, word: string): void {
    const rest = word.slice(name.length + operator.length);
    if (rest.startsWith('//') || (/^[<>]/.test(operator) && !/^\d+$/.test(rest))) return;
    const last = name.slice(name.lastIndexOf('.') + 1);
    if (last !== name && (!this.#named(last) || /^\d/.test(rest))) return;
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

  /** A quoted text. `\"` and `\\` stand for a quote and a backslash; other backslashes are literal. */
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

  /** Up to a space or the parenthesis that closes a group. The text may have balanced parentheses. */
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
