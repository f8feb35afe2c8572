import { parseDuration } from '../config/duration.ts';
import { compares, type Joined, numberOf } from '../events/filter/filter.ts';
import { fitsAll, globTest, literal, wildcard } from '../events/filter/glob.ts';
import { type Language, type ParsedTerm, parseIn } from '../events/filter/grammar.ts';
import { compilePattern, isQuick, QUICK_TEXT, whyNoPattern } from '../events/filter/pattern.ts';
import type { Term } from '../events/filter/tokens.ts';
import type { Suggestion } from '../state/console-state.ts';
import type { WorkspaceItem } from '../state/workspace.ts';
import { nearest, suggestion } from '../text/nearest.ts';
import { type Printable, printable, words } from '../text/printable.ts';

/** A field for filtering a list: `type:srv`, `ttl>3600`. */
export interface ListField<Row> {
  readonly name: string;
  readonly aliases?: readonly string[];
  /** `value`: one of few, which are suggested and must occur in the rows. `text`: matches any part of it. */
  readonly kind: 'value' | 'text' | 'number';
  /** A duration in milliseconds, typed as `90s`, or a percentage, typed as `90%` or `90`. */
  readonly unit?: 'duration' | 'percent';
  /** All valid values, if the field is restricted to them. */
  readonly values?: readonly string[];
  /** Null if the row has no value. Hostile text. */
  read(row: Row): string | number | null;
}

/** How rows are filtered, in the filter language of Events. */
export interface ListGrammar<Row> {
  readonly fields: readonly ListField<Row>[];
  /** The text that words without a field are searched in. Hostile text. */
  text(row: Row): string;
}

/** For rows that have only a name and an id to filter by. */
export const NAMED: ListGrammar<Pick<WorkspaceItem, 'name' | 'id'>> = {
  fields: [
    { name: 'name', kind: 'text', read: ({ name }) => name },
    { name: 'id', kind: 'text', read: ({ id }) => id },
  ],
  text: ({ name, id }) => `${name} ${id}`,
};

/** The condition of one filter term. */
export interface RowTest<Row> {
  readonly kind: 'row';
  passes(row: Row): boolean;
  /** Whether the row has a value for the field. */
  isKnown(row: Row): boolean;
}

/** A predicate for `filter`. A filter that cannot be parsed matches all rows. */
export function rowFilter<Row>(grammar: ListGrammar<Row>, filter: string): (row: Row) => boolean {
  if (filter.trim() === '') return () => true;
  const read = parseIn(languageOf(grammar), filter).filter;
  return (row) => holds(read, row);
}

const holds = <Row>(filter: Joined<RowTest<Row>>, row: Row): boolean =>
  evaluate(filter, row, true, () => true);

/** Like {@link rowFilter}, but unknown values satisfy neither a condition nor its negation. */
export const holdsOfKnown = <Row>(filter: Joined<RowTest<Row>>, row: Row): boolean =>
  evaluate(filter, row, true, (test) => test.isKnown(row));

/** @param isSo false to evaluate the negation, which must not hold for unknown values either */
function evaluate<Row>(
  filter: Joined<RowTest<Row>>,
  row: Row,
  isSo: boolean,
  isKnown: (test: RowTest<Row>) => boolean,
): boolean {
  switch (filter.kind) {
    case 'everything':
      return isSo;
    case 'row':
      return isKnown(filter) && filter.passes(row) === isSo;
    case 'not':
      return evaluate(filter.of, row, !isSo, isKnown);
    case 'and':
    case 'or': {
      const one = (each: Joined<RowTest<Row>>) => evaluate(each, row, isSo, isKnown);
      return (filter.kind === 'and') === isSo ? filter.of.every(one) : filter.of.some(one);
    }
  }
}

/**
 * Why a filter is not applied, with suggestions; null if it is. An unknown field, as in `v=spf1`, is searched as text
 * if a row contains it.
 */
export function filterProblem<Row>(
  grammar: ListGrammar<Row>,
  rows: readonly Row[],
  filter: string,
): Printable | null {
  const unseen: Term<ListField<Row>>[] = [];
  const language = languageOf(grammar);
  const { problems } = parseIn<ListField<Row>, RowTest<Row>>(
    {
      ...language,
      term(term) {
        if (isUnseen(term, rows)) unseen.push(term);
        return language.term(term);
      },
    },
    filter,
  );
  const isText = (typed: string) =>
    rows.some((row) => grammar.text(row).toLowerCase().includes(typed.toLowerCase()));
  for (const { unknownField, message, column } of problems) {
    if (unknownField === undefined) return words`${printable(message)} (column ${column + 1})`;
    const [typed = ''] = filter.slice(column).split(/[\s()]/);
    if (!isText(typed)) return noField(grammar, unknownField);
  }
  for (const { 0: term, groups: { name = '', space, operator = '' } = {} } of comparisonsIn(
    filter,
  )) {
    if (fieldOf(grammar, name) || isText(space ? operator : term)) continue;
    return noField(grammar, name);
  }
  const [first] = unseen;
  if (!first?.field) return null;
  return words`No row has the ${printable(first.field.name)} ${printable(first.value)}.`;
}

/** Comparisons outside quotes. The parser takes one with an unknown field as text: `latncy>100`. */
const comparisonsIn = (filter: string) =>
  filter
    .replace(/"[^"]*"/g, '""')
    .matchAll(/(?<=(?:^|[\s(])[-!]*)(?<name>[A-Za-z]\w*)(?<space>\s*)(?<operator>[<>]=?)[^\s()]*/g);

function noField<Row>({ fields }: ListGrammar<Row>, typed: string): Printable {
  const names = fields.map(({ name }) => name);
  const meant = nearest(typed, names);
  return words`There is no field ${printable(typed)}${meant ? words`; did you mean ${printable(meant)}?` : words`; there are ${printable(names.join(', '))}.`}`;
}

/** Whether an exact value is requested that no row has. Quoted values are not checked. */
function isUnseen<Row>(
  { field, operator, value, quoted }: Term<ListField<Row>>,
  rows: readonly Row[],
): boolean {
  if (field?.kind !== 'value' || quoted || value === '' || value.includes('*')) return false;
  if (operator !== ':' && operator !== '=' && operator !== '!=') return false;
  const wanted = value.toLowerCase();
  return !rows.some((row) => textOf(field, row)?.toLowerCase() === wanted);
}

/** All valid values, or those in the rows, the most frequent first. */
function seenValues<Row>(field: ListField<Row>, rows: readonly Row[]): readonly string[] {
  if (field.values) return field.values;
  const seen = Map.groupBy(
    rows.map((row) => textOf(field, row)).filter((text) => text !== null && text !== ''),
    (text) => text as string,
  );
  return [...seen].sort(([, a], [, b]) => b.length - a.length).map(([text]) => text);
}

export const lastTerm = (filter: string): number => filter.search(/[^\s()!]*$/);

/**
 * Completions for the last term of `filter`: field names, then the values in the rows. An empty filter has none.
 */
export function filterSuggestions<Row>(
  grammar: ListGrammar<Row>,
  rows: readonly Row[],
  filter: string,
): readonly Suggestion[] {
  if (filter === '') return [];
  const start = lastTerm(filter);
  const before = filter.slice(0, start);
  const term = filter.slice(start).replace(/^-/, '');
  const sign = filter.slice(start, filter.length - term.length);
  const [name = '', value] = term.split(/[:=](.*)/s);
  const suggested = (text: string, help: Printable): Suggestion => ({
    value: `${before}${sign}${text}`,
    label: printable(text),
    help,
  });
  if (value === undefined) {
    return grammar.fields
      .filter((field) => field.name.startsWith(name.toLowerCase()))
      .map((field) =>
        suggested(`${field.name}${field.kind === 'number' ? '>' : ':'}`, HELP[field.kind]),
      );
  }
  const meant = nearest(
    name,
    grammar.fields.map((each) => each.name),
  );
  const field = fieldOf(grammar, meant ?? name);
  if (field?.kind !== 'value') return [];
  const seen = seenValues(field, rows).filter((each) => !/[\s()"]/.test(each));
  const begun = seen.filter((each) => each.toLowerCase().startsWith(value.toLowerCase()));
  return (begun.length > 0 ? begun : seen)
    .slice(0, MAX_SUGGESTIONS)
    .map((each) => suggested(`${field.name}:${each.toLowerCase()}`, HELP.value));
}

const MAX_SUGGESTIONS = 20;

const HELP: Readonly<Record<ListField<unknown>['kind'], Printable>> = {
  value: words`a value as it is; * stands for anything`,
  text: words`a part of the text; * stands for anything`,
  number: words`a number, after > >= < <= or :`,
};

/** A typed number for the field: `90s`, `90%`, `90`; undefined if invalid. */
function amountOf<Row>({ unit }: ListField<Row>, text: string): number | undefined {
  if (unit === 'duration') return parseDuration(text);
  return numberOf(unit === 'percent' ? text.replace(/%$/, '') : text);
}

const noAmount = <Row>({ unit }: ListField<Row>, text: string): string =>
  unit === 'duration'
    ? `${text} is not a duration, such as 90s or 5m.`
    : `${text} is not a number.`;

const fieldOf = <Row>({ fields }: ListGrammar<Row>, name: string): ListField<Row> | undefined => {
  const wanted = name.toLowerCase();
  return fields.find((field) => field.name === wanted || field.aliases?.includes(wanted));
};

const textOf = <Row>(field: ListField<Row>, row: Row): string | null => {
  const value = field.read(row);
  return value === null ? null : String(value);
};

export function languageOf<Row>(grammar: ListGrammar<Row>): Language<ListField<Row>, RowTest<Row>> {
  return { named: (name) => fieldOf(grammar, name), term: (term) => rowTerm(grammar, term) };
}

function rowTerm<Row>(
  grammar: ListGrammar<Row>,
  { field, operator, value, valueColumn, quoted }: Term<ListField<Row>>,
): ParsedTerm<RowTest<Row>> {
  if (!field || !operator) {
    if (value === '') return {};
    const wanted = value.toLowerCase();
    return test((row) => grammar.text(row).toLowerCase().includes(wanted));
  }
  const isKnown = (row: Row) => field.read(row) !== null;
  const wrong = (message: string) => ({ problem: { column: valueColumn, message } });
  if (value === '' && !quoted) return wrong(`A value is missing after ${field.name}${operator}.`);
  switch (operator) {
    case ':':
    case '=':
    case '!=': {
      const among = quoted ? null : valueProblem(field, value);
      if (among !== null) return wrong(among);
      const equal = equalTest(field, operator, value, quoted);
      if (!equal) return wrong(noAmount(field, value));
      return test(operator === '!=' ? (row) => !equal(row) : equal, isKnown);
    }
    case '~':
    case '!~': {
      const pattern = compilePattern(value);
      if (!pattern) return wrong(`This is no pattern: ${whyNoPattern(value)}.`);
      if (!isQuick(value)) return wrong('This pattern may take too long: use one + or * at most.');
      const matches = (row: Row) => pattern.test((textOf(field, row) ?? '').slice(0, QUICK_TEXT));
      return test(operator === '!~' ? (row) => !matches(row) : matches, isKnown);
    }
    default: {
      const bound = amountOf(field, value);
      if (field.kind !== 'number') return wrong(`${field.name} is not a number: it takes a colon.`);
      if (bound === undefined) return wrong(noAmount(field, value));
      return test((row) => {
        const number = field.read(row);
        return typeof number === 'number' && compares(number, operator, bound);
      }, isKnown);
    }
  }
}

function valueProblem<Row>({ name, values }: ListField<Row>, value: string): string | null {
  if (!values || value.includes('*')) return null;
  const wanted = value.toLowerCase();
  if (values.some((each) => each.toLowerCase() === wanted)) return null;
  return `${name} is one of ${values.join(', ')}.${suggestion(value, values)}`;
}

const test = <Row>(
  passes: (row: Row) => boolean,
  isKnown: (row: Row) => boolean = () => true,
): ParsedTerm<RowTest<Row>> => ({ filter: { kind: 'row', passes, isKnown } });

/**
 * The condition `field:value`; undefined if the field is numeric and the value is not. A quoted text after `=` is the
 * whole value.
 */
function equalTest<Row>(
  field: ListField<Row>,
  operator: ':' | '=' | '!=',
  value: string,
  quoted: boolean,
): ((row: Row) => boolean) | undefined {
  const glob = quoted ? literal(value) : wildcard(value);
  if (field.kind === 'number' && !fitsAll(glob)) {
    const number = amountOf(field, value);
    return number === undefined ? undefined : (row) => field.read(row) === number;
  }
  const isWhole =
    field.kind !== 'text' || (quoted && operator !== ':') || value === '' || glob.parts.length > 1;
  const fits = globTest(glob, isWhole ? 'is' : 'contains');
  return (row) => {
    const text = textOf(field, row);
    return text !== null && fits(text);
  };
}
