import { parseAddress } from './address-range.ts';
import { type Field, fieldNamed, quoted as inQuotes } from './fields.ts';
import {
  type EntryFlag,
  type EntryTest,
  type Filter,
  type FilterTarget,
  numberOf,
  type Sign,
} from './filter.ts';
import { globTest, literal, wildcard } from './glob.ts';
import { type Parsed, type ParsedTerm, parseIn } from './grammar.ts';
import { compilePattern, longestPattern, whyNoPattern } from './pattern.ts';
import { DAY, parseTime, type Span } from './time-point.ts';
import { type Problem, type Term, tokenize } from './tokens.ts';

/** Parses a filter of log entries; see `grammar.ts`. */
export function parseFilter(text: string): Parsed<EntryTest> {
  const { filter, problems } = parseIn(ENTRIES, text);
  return { filter, problems: [...problems, ...dividedTimes(text)] };
}

const TIME_FIELDS: ReadonlySet<string | undefined> = new Set(['since', 'until', 'at']);

/** Times written with a blank, as other programs do. The part behind it would be looked for as a word. */
function dividedTimes(text: string): readonly Problem[] {
  const { tokens } = tokenize(text, fieldNamed);
  return tokens.flatMap((token, index): readonly Problem[] => {
    const next = tokens[index + 1];
    if (token.kind !== 'term' || next?.kind !== 'term' || next.field || next.quoted) return [];
    const { field, value } = token;
    if (!field || !TIME_FIELDS.has(field.name)) return [];
    const whole = undivided(value, next.value);
    return whole === null
      ? []
      : [{ column: next.column, message: `Write ${field.name}:${whole}, without a blank.` }];
  });
}

/** The time that was meant, as it can be read; null if the word after it is not of it. */
function undivided(value: string, word: string): string | null {
  if (/^\d{4}-\d\d-\d\d$/.test(value) && /^\d\d?:\d\d/.test(word)) {
    const whole = `${value}T${word.padStart(word.indexOf(':') === 1 ? word.length + 1 : 0, '0')}`;
    return parseTime(whole) ? whole : `${value}T13:00`;
  }
  if (/^\d+[smhd]$/i.test(value) && /^ago$/i.test(word)) return value;
  return /^\d+$/.test(value) && UNIT.test(word) ? `${value}${word.charAt(0).toLowerCase()}` : null;
}

const UNIT = /^(?:[smhd]|secs?|mins?|hrs?|(?:second|minute|hour|day)s?)$/i;

const ENTRIES = { named: fieldNamed, term: parseTerm };

const FLAGS: readonly EntryFlag[] = ['late', 'conflict', 'undated', 'no-log'];

type FieldTerm = Required<Omit<Term<Field>, 'kind' | 'column'>>;

/** The meaning of a single term. */
function parseTerm({
  field,
  operator,
  value,
  valueColumn,
  quoted,
}: Term<Field>): ParsedTerm<EntryTest> {
  if (!field || !operator) return value === '' ? {} : { filter: { kind: 'word', text: value } };
  const plain = quoted ? value : (field.form?.plain?.(value) ?? value);
  const term = { field, operator, value: plain, valueColumn, quoted };
  if (value === '' && !(quoted && field.target)) {
    return wrong(term, `A value is missing after ${field.name}${operator}.`);
  }
  switch (operator) {
    case ':':
    case '=':
      return formChecked(term, compare(term));
    case '!=':
      return negated(formChecked(term, compare(term)));
    case '~':
      return readPattern(term);
    case '!~':
      return negated(readPattern(term));
    default:
      return readNumber(term, operator);
  }
}

const wrong = (
  { valueColumn }: FieldTerm,
  message: string,
  filter?: Filter,
): ParsedTerm<EntryTest> => {
  const problem = { column: valueColumn, message };
  return filter ? { problem, filter } : { problem };
};

function negated({ filter, problem }: ParsedTerm<EntryTest>): ParsedTerm<EntryTest> {
  return {
    ...(filter && { filter: { kind: 'not', of: filter } }),
    ...(problem && { problem }),
  };
}

/** Reports a value that the field can never have. In quotes it is taken as it is. */
function formChecked(term: FieldTerm, read: ParsedTerm<EntryTest>): ParsedTerm<EntryTest> {
  const { field, value, quoted } = term;
  const { form, name } = field;
  if (!form || quoted || read.problem || form.fits(value)) return read;
  // In this order, since a narrow screen cuts the end.
  const message = `No ${name} is “${value}”. Quote it to apply. It is ${form.doc}.`;
  return wrong(term, message, read.filter);
}

function compare(term: FieldTerm): ParsedTerm<EntryTest> {
  const { field } = term;
  switch (field.comparison) {
    case 'is':
    case 'contains':
      return { filter: readText(term, field.target ?? { kind: 'log' }) };
    case 'address':
      return readAddress(term, field.target ?? { kind: 'log' });
    case 'flag':
      return readFlag(term);
    case 'at':
      return readAt(term);
    case 'since':
    case 'until':
      return readSide(term, field.comparison);
  }
}

function readText({ field, operator, value, quoted }: FieldTerm, target: FilterTarget): Filter {
  const glob = quoted ? literal(value) : wildcard(value);
  const isWhole = quoted && operator !== ':';
  const whole = field.comparison === 'is' || isWhole || value === '' || glob.parts.length > 1;
  const how = whole && target.kind !== 'log' ? 'is' : 'contains';
  return { kind: 'text', target, how, glob };
}

function readAddress(term: FieldTerm, target: FilterTarget): ParsedTerm<EntryTest> {
  const { value, quoted, operator } = term;
  const range = parseAddress(value);
  if (range) return { filter: { kind: 'address', range, text: value } };
  // A sender that is not an address must match as a whole.
  if (quoted && operator !== ':') {
    return { filter: { kind: 'text', target, how: 'is', glob: literal(value) } };
  }
  const [address = '', prefix] = value.split('/');
  const block = prefix === undefined ? undefined : parseAddress(address);
  if (block) {
    const most = block.family === 4 ? 32 : 128;
    return wrong(term, `The length of a block's prefix is 0 to ${most}.`, {
      kind: 'address',
      range: block,
      text: address,
    });
  }
  if (quoted) {
    const how = value === '' ? 'is' : 'contains';
    return { filter: { kind: 'text', target, how, glob: literal(value) } };
  }
  // A partial address matches as a prefix: `94.` does not match 80.94.4.1.
  const begun = /^[0-9a-f]/i.test(value) && !value.includes('*');
  const glob = wildcard(begun ? `${value}*` : value);
  const how = glob.parts.length > 1 || value === '' ? 'is' : 'contains';
  return { filter: { kind: 'text', target, how, glob } };
}

function readFlag(term: FieldTerm): ParsedTerm<EntryTest> {
  const flag = FLAGS.find((name) => name === term.value.toLowerCase());
  if (flag) return { filter: { kind: 'flag', flag } };
  return wrong(term, `An entry is never ${term.value}.`);
}

function readSide(term: FieldTerm, side: 'since' | 'until'): ParsedTerm<EntryTest> {
  const { value } = term;
  const whole = parseTime(value);
  if (whole) return { filter: { kind: side, point: whole.point } };
  const begun = halfTyped(value);
  return wrong(term, noTime(value), begun && { kind: side, point: begun.point });
}

const noTime = (value: string) => `${value} is no time, such as 15m, 14:02 or 2026-03-14T14:02.`;

/** `14:02`, `14:02..14:07`, `14:02..`, `..14:07`; the last minute is included. */
function readAt(term: FieldTerm): ParsedTerm<EntryTest> {
  const { value } = term;
  const [first = '', last, ...rest] = value.split('..');
  const from = parseTime(first) ?? halfTyped(first);
  const to = last === undefined ? from : (parseTime(last) ?? halfTyped(last));
  const clean =
    rest.length === 0 &&
    (first === '' ? last !== undefined : parseTime(first) !== undefined) &&
    (last === undefined || last === '' || parseTime(last) !== undefined);
  const filter = between(from, to);
  if (!filter) return wrong(term, noTime(value));
  return clean ? { filter } : wrong(term, noTime(value), filter);
}

function between(from: Span | undefined, to: Span | undefined): Filter | undefined {
  if (from?.point.kind === 'clock' && to?.point.kind === 'clock') {
    if (from.point.ms === DAY) return undefined;
    const end = to.point.ms + to.length;
    return { kind: 'clock', from: from.point.ms, to: end === DAY ? DAY : end % DAY };
  }
  const since: Filter | undefined = from && { kind: 'since', point: from.point };
  const until: Filter | undefined = to && { kind: 'until', point: endOf(to) };
  if (since && until) return { kind: 'and', of: [since, until] };
  return since ?? until;
}

/** The end of the time that the span's last digit covers. */
const endOf = ({ point, length }: Span): Span['point'] =>
  point.kind === 'ago' ? point : { ...point, ms: point.ms + length };

/** The time before a separator that was just typed. */
const halfTyped = (text: string): Span | undefined => parseTime(text.replace(/[:.\-T]$/i, ''));

function readPattern(term: FieldTerm): ParsedTerm<EntryTest> {
  const { field, value } = term;
  if (!field.target) {
    return wrong(term, `${field.name} takes no pattern.`);
  }
  const { target } = field;
  if (compilePattern(value)) return { filter: { kind: 'pattern', target, source: value } };
  const begun = longestPattern(value);
  return wrong(
    term,
    `This is no pattern: ${whyNoPattern(value)}.`,
    begun === undefined ? undefined : { kind: 'pattern', target, source: begun },
  );
}

function readNumber(term: FieldTerm, sign: Sign): ParsedTerm<EntryTest> {
  const { field, value } = term;
  const { target } = field;
  const isNumber = field.form?.isNumber ?? true;
  if (!isNumber || (target?.kind !== 'column' && target?.kind !== 'zone')) {
    return wrong(term, `${field.name} is not a number: it takes a colon.`);
  }
  const number = numberOf(value);
  if (number === undefined) return wrong(term, `${value} is not a number.`);
  return { filter: { kind: 'number', target, sign, value: number } };
}

/** A word that is the name of a field, in `since 15m`; undefined if there is none. */
export const fieldAsWord = (text: string): string | undefined =>
  bareWords(text).find((word) => fieldNamed(word));

/** Unquoted words, which are looked for as text. */
export const bareWords = (text: string): readonly string[] =>
  tokenize(text, fieldNamed).tokens.flatMap((token) =>
    token.kind === 'term' && !token.field && !token.quoted ? [token.value] : [],
  );

/** A filter with the ids of zones that it names. A name that several zones have is left. */
export function withZoneIds(
  text: string,
  zones: readonly { readonly id: string; readonly name: string }[],
): string {
  let ids = text;
  // From the end, so that columns stay right.
  for (const token of tokenize(text, fieldNamed).tokens.toReversed()) {
    if (token.kind !== 'term' || token.field?.target?.kind !== 'zone') continue;
    const { value, valueColumn, quoted } = token;
    if (!EQUAL.has(token.operator ?? '') || zones.some(({ id }) => id === value)) continue;
    const named = zones.filter(({ name }) => name.toLowerCase() === value.toLowerCase());
    const [typed, from] = quoted ? [inQuotes(value), valueColumn - 1] : [value, valueColumn];
    const [zone] = named;
    if (named.length !== 1 || !zone || !text.startsWith(typed, from)) continue;
    ids = `${ids.slice(0, from)}${zone.id}${ids.slice(from + typed.length)}`;
  }
  return ids;
}

/** An unquoted value of a term. If no entry has it, it is more likely mistyped than rare. */
export interface AskedValue {
  readonly target: Extract<FilterTarget, { readonly kind: 'column' | 'coarse' | 'zone' }>;
  /** Name of the field. */
  readonly name: string;
  /** As it was typed; null for any number. */
  readonly value: string | null;
  /** Whether an entry with this value has what the term is about. */
  isMet(value: string): boolean;
}

/** The values that fields must equal, and the fields that must be numbers. */
export function askedValues(text: string): readonly AskedValue[] {
  return tokenize(text, fieldNamed).tokens.flatMap((token): readonly AskedValue[] => {
    if (token.kind !== 'term' || token.quoted || token.value === '' || !token.field) return [];
    const { field, operator = '' } = token;
    const { target, name, form, comparison } = field;
    if (target?.kind !== 'column' && target?.kind !== 'coarse' && target?.kind !== 'zone')
      return [];
    if (ORDERS.has(operator)) {
      const isMet = (value: string) => numberOf(value.trim()) !== undefined;
      return [{ target, name, value: null, isMet }];
    }
    if (comparison !== 'is' || !EQUAL.has(operator) || token.value.includes('*')) return [];
    const value = form?.plain?.(token.value) ?? token.value;
    return [{ target, name, value, isMet: globTest(literal(value), 'is') }];
  });
}

const EQUAL: ReadonlySet<string> = new Set([':', '=', '!=']);
const ORDERS: ReadonlySet<string> = new Set(['<', '<=', '>', '>=']);
