import {
  filterSuggestions,
  holdsOfKnown,
  type ListField,
  languageOf,
  type RowTest,
} from '../commands/list-filter.ts';
import { parseDuration } from '../config/duration.ts';
import { FIELDS } from '../events/filter/fields.ts';
import type { Filter, Sign } from '../events/filter/filter.ts';
import { globTest, wildcard } from '../events/filter/glob.ts';
import { parseIn } from '../events/filter/grammar.ts';
import { parseFilter } from '../events/filter/parse.ts';
import type { Problem } from '../events/filter/tokens.ts';
import type { Suggestion } from '../state/console-state.ts';
import { ITEM_KINDS, type ItemKind } from '../state/item-kinds.ts';
import type { Workspace, WorkspaceItem } from '../state/workspace.ts';
import { nearest, suggestion } from '../text/nearest.ts';
import { type Printable, printable, words } from '../text/printable.ts';
import { type Row, type SubjectWord, subjectOf, subjectWords } from './subjects.ts';

/** A parsed watch: `app:checkout status != active for 2m`. */
export interface Expression {
  /** As typed, trimmed. Hostile text. */
  readonly text: string;
  /** Without the item's name, for messages about one item: `status != active for 2m`. */
  readonly condition: string;
  readonly subject: SubjectWord;
  readonly kind: ItemKind;
  /** The item's name or id, with `*` as a wildcard; null for every item in the workspace. */
  readonly name: string | null;
  readonly asks: Asked;
  /** How long the condition must hold, in milliseconds; 0 for immediately. */
  readonly lasting: number;
}

type Asked =
  | {
      readonly kind: 'rows';
      passes(row: Row): boolean;
      /** The fields used in the condition. */
      readonly fields: readonly string[];
    }
  /** A rate of zone events. */
  | {
      readonly kind: 'rate';
      readonly filter: Filter;
      readonly sign: Sign;
      readonly bound: number;
      /** Milliseconds. */
      readonly per: number;
    };

type ReadExpression =
  | { readonly kind: 'expression'; readonly expression: Expression }
  /** `column` is the position of the error. `message` quotes what was typed: hostile text. */
  | { readonly kind: 'refused'; readonly column: number; readonly message: string };

const refused = (column: number, message: string): ReadExpression => ({
  kind: 'refused',
  column,
  message,
});

/** `app`, `app:checkout`, `app:"my shop"`. */
const SUBJECT = /^([A-Za-z]+)(?::("[^"]*"|[^\s"<>=!]*))?(?=\s|$|[<>=!])/;
/** At the end, outside quotes. */
const LASTING = /\s+for\s+([^\s"]*)\s*$/;
const RATE = /(>=|<=|>|<)\s*(\d+(?:\.\d+)?)\s*\/\s*([A-Za-z]*)\s*$/;
const PER: ReadonlyMap<string, number> = new Map([
  ['s', 1000],
  ['m', 60_000],
  ['min', 60_000],
  ['h', 3_600_000],
]);
/** Longer texts are pasted by mistake, and slow to match against patterns anchored at the end. */
const MAX_LENGTH = 1000;
const TOO_LONG = `It is longer than ${MAX_LENGTH} characters.`;

/**
 * Parses `SUBJECT[:NAME] CONDITION [for DURATION]`. The condition is a filter over the fields of the subject, or for
 * a zone an event filter with a rate. Any unknown part is an error.
 */
export function readExpression(typed: string): ReadExpression {
  const text = typed.trim();
  if (text.length > MAX_LENGTH) return refused(MAX_LENGTH, TOO_LONG);
  const match = SUBJECT.exec(text);
  const word = subjectWords.find((each) => each === match?.[1]?.toLowerCase());
  if (!match || !word) return refused(0, subjectProblem(match?.[1] ?? ''));
  const found = LASTING.exec(text);
  const isQuoted = text.slice(0, found?.index).split('"').length % 2 === 0;
  const lasting = isQuoted ? null : found;
  const duration = lasting === null ? 0 : parseDuration(lasting[1] ?? '');
  if (duration === undefined) {
    return refused(lasting?.index ?? 0, '"for" needs a duration, such as 2m.');
  }
  const begin = match[0].length;
  const rest = text.slice(begin, lasting?.index);
  const asked = readAsked(word, rest);
  if ('message' in asked) return refused(begin + asked.column, asked.message);
  const name = match[2]?.replace(/^"|"$/g, '');
  return {
    kind: 'expression',
    expression: {
      text,
      condition: `${isWhole(word) ? '' : word}${text.slice(begin)}`.trim(),
      subject: word,
      kind: subjectOf(word).kind,
      name: name === undefined || name === '' ? null : name,
      asks: asked,
      lasting: duration,
    },
  };
}

/** Configured in place of an expression, disables the built-in watch of that name. */
export const OFF = 'off';

/** Why a configured watch is invalid; undefined if it is valid. Hostile text. */
export function watchProblem(configured: string): string | undefined {
  if (configured === OFF) return undefined;
  const read = readExpression(configured);
  return read.kind === 'refused' ? read.message : undefined;
}

/** Whether the subject is an item of the workspace, and not a part of one. */
const isWhole = (word: SubjectWord): boolean => word === 'app' || word === 'dns' || word === 'zone';

function subjectProblem(typed: string): string {
  return `An expression begins with one of ${subjectWords.slice(0, -1).join(', ')}, or ${subjectWords.at(-1)}.${suggestion(typed.toLowerCase(), subjectWords)}`;
}

function readAsked(word: SubjectWord, rest: string): Asked | Problem {
  const rate = RATE.exec(rest);
  if (rate) {
    if (word !== 'zone')
      return { column: rate.index, message: 'Only a zone has a rate of events.' };
    const { filter, problems } = parseFilter(rest.slice(0, rate.index));
    if (problems[0]) return problems[0];
    const [all, sign, bound, unit = ''] = rate;
    const per = PER.get(unit);
    if (per === undefined) {
      const what = unit === '' ? 'A unit is missing' : `“${unit}” is not a unit`;
      const column = rate.index + (unit === '' ? all.length : all.lastIndexOf(unit));
      return { column, message: `${what}; use /s, /min or /h.` };
    }
    // RATE matches no other signs.
    return { kind: 'rate', filter, sign: sign as Sign, bound: Number(bound), per };
  }
  const { grammar, main } = subjectOf(word);
  // `volume > 90%` is about the main field of a volume.
  const isAboutMain = main !== undefined && /^\s*[<>=!]/.test(rest);
  const condition = isAboutMain ? rest.replace(/^\s*([<>=!]+)\s*/, `${main}$1`) : rest;
  const shift = rest.length - condition.length;
  const language = languageOf(grammar);
  const fields: string[] = [];
  const { filter, problems } = parseIn<(typeof grammar)['fields'][number], RowTest<Row>>(
    {
      ...language,
      term(term) {
        if (!term.field) return { problem: noField(term.column, term.value, word) };
        fields.push(term.field.name);
        return language.term(term);
      },
    },
    condition,
  );
  const [problem] = problems;
  if (problem) {
    const { column, message, unknownField } = problem;
    const own = unknownField === undefined ? message : noField(column, unknownField, word).message;
    return { column: Math.max(0, column + shift), message: own };
  }
  if (filter.kind === 'everything') {
    return { column: rest.length, message: `A condition is missing: ${exampleOf(word)}.` };
  }
  return { kind: 'rows', passes: (row) => holdsOfKnown(filter, row), fields };
}

function noField(column: number, typed: string, word: SubjectWord): Problem {
  const { fields } = subjectOf(word).grammar;
  const field = fields.find(({ name }) => name === typed.toLowerCase());
  if (field) {
    return {
      column,
      message: `${field.name} needs a comparison, such as ${comparisonWith(field)}.`,
    };
  }
  const names = fields.map(({ name }) => name);
  const what = word === 'zone' ? 'burst, or a filter of Events with a rate' : names.join(', ');
  const hint = suggestion(typed, names) || ` For example: ${exampleOf(word)}.`;
  return { column, message: `${word} has no ${typed}; it has ${what}.${hint}` };
}

/** An example comparison for a field: `status = failing`, `heartbeat > 90s`. */
function comparisonWith({ name, kind, unit, values }: ListField<Row>): string {
  if (kind === 'text') return `${name}:TEXT`;
  if (kind === 'number') return `${name} > ${unit ? BOUNDS[unit] : 5}`;
  return `${name} = ${values?.find((value) => value === 'failing') ?? values?.[0] ?? 'VALUE'}`;
}

const BOUNDS = { duration: '90s', percent: '90%' } as const;

const EXAMPLES: Readonly<Record<SubjectWord, string>> = {
  app: 'app:checkout status != active for 2m',
  region: 'region instances = 0',
  pod: 'pod heartbeat > 90s',
  container: 'container restarts > 5',
  volume: 'volume > 90%',
  dns: 'dns:corp scan = failed',
  zone: 'zone:shop status:Blocked > 50/min for 3m',
};

const exampleOf = (word: SubjectWord): string => EXAMPLES[word];

/** The rows that satisfy the condition. */
export const matchingRows = ({ asks }: Expression, rows: readonly Row[]): readonly Row[] =>
  asks.kind === 'rows' ? rows.filter((row) => asks.passes(row)) : [];

/** The fields used in an expression; none for a rate. */
export const askedFields = ({ asks }: Expression): readonly string[] =>
  asks.kind === 'rows' ? asks.fields : [];

/** The items of the workspace that an expression is about. */
export function itemsOf(
  { kind, name }: Pick<Expression, 'kind' | 'name'>,
  workspace: Workspace,
): readonly WorkspaceItem[] {
  if (name === null) return workspace[kind];
  const fits = globTest(wildcard(name), 'is');
  return workspace[kind].filter((item) => fits(item.name) || item.id === name);
}

/** Why the typed text is invalid; null if it is valid, or the subject is still incomplete. */
export function expressionProblem(typed: string, workspace: Workspace): Printable | null {
  if (typed.length > MAX_LENGTH) return printable(TOO_LONG);
  const read = readExpression(typed);
  if (read.kind === 'refused') {
    const isBeginning = !/\s/.test(typed.trim()) && read.column > 0;
    // The last word may still be incomplete.
    const last = typed.search(/\S*$/);
    const mayBecome =
      read.column >= last - typed.search(/\S|$/) &&
      expressionSuggestions(typed, workspace).length > 0;
    const isUnitBegun = /\d\/(?:mi)?$/.test(typed);
    if (typed.trim() === '' || isBeginning || mayBecome || isUnitBegun) return null;
    return words`${printable(read.message)} (column ${read.column + 1})`;
  }
  const { expression } = read;
  if (itemsOf(expression, workspace).length > 0) return null;
  const { kind, name, subject } = expression;
  if (name === null) return words`The workspace has nothing for ${printable(subject)}.`;
  const meant = nearest(
    name,
    workspace[kind].map((item) => item.name),
  );
  return words`No ${ITEM_KINDS[kind].noun} “${printable(name)}” in this workspace.${meant ? words` Did you mean ${printable(meant)}?` : words``}`;
}

const MAX_SUGGESTIONS = 20;
const plain = (name: string): string => (/[\s"]/.test(name) ? `"${name}"` : name);

/** Completions for the expression being typed. */
export function expressionSuggestions(typed: string, workspace: Workspace): readonly Suggestion[] {
  if (typed.length > MAX_LENGTH) return [];
  const [, first = '', name] = /^\s*([A-Za-z]*)(?::(\S*))?$/.exec(typed) ?? [];
  if (/^\s*\S*$/.test(typed) && name === undefined) {
    return subjectWords
      .filter((word) => word.startsWith(first.toLowerCase()))
      .map((word) => ({
        value: `${word} `,
        label: printable(word),
        help: words`${printable(subjectOf(word).help)}, such as ${printable(exampleOf(word))}`,
      }));
  }
  const word = subjectWords.find((each) => each === /^\s*([A-Za-z]+)/.exec(typed)?.[1]);
  if (!word) return [];
  const { kind, grammar } = subjectOf(word);
  if (name !== undefined) {
    return workspace[kind]
      .filter((item) => item.name.toLowerCase().startsWith(name.toLowerCase()))
      .slice(0, MAX_SUGGESTIONS)
      .map((item) => ({
        value: `${word}:${plain(item.name)} `,
        label: printable(item.name),
        help: words`then a condition, such as ${printable(exampleOf(word).replace(/^\S+\s+/, ''))}`,
      }));
  }
  const last = typed.search(/\S*$/);
  if (word === 'zone') return zoneSuggestions(typed, last);
  return filterSuggestions(grammar, [], `${typed.slice(last)}`).map((suggestion) => ({
    ...suggestion,
    value: `${typed.slice(0, last)}${suggestion.value}`,
  }));
}

/** The fields of Events, and example rates. */
function zoneSuggestions(typed: string, last: number): readonly Suggestion[] {
  const begun = typed.slice(last).toLowerCase();
  if (begun === '') return [];
  return FIELDS.filter(({ name }) => name.startsWith(begun)).map(({ name, doc }) => ({
    value: `${typed.slice(0, last)}${name}:`,
    label: printable(name),
    help: words`${printable(doc)}; then a rate: ${printable(exampleOf('zone'))}`,
  }));
}
