import { DEFAULT_INTERVAL, DEFAULT_WAIT_MS } from '../../config/defaults.ts';
import type { OperationId } from '../../contract/operation.ts';
import { type Completes, flag, type OptionSpec, text } from '../../session/options.ts';
import { ITEM_KINDS, type ItemKind } from '../../state/item-kinds.ts';

/** A word behind a command. */
export interface ArgumentSpec {
  /** As help shows it: `ZONE`. */
  readonly name: string;
  readonly help: string;
  readonly choices?: readonly string[];
  readonly completes?: Completes;
  /** The name in the workspace does as well as the id. */
  readonly takesName?: true;
  /** The command says itself when it cannot do without. */
  readonly optional?: true;
}

/** What a command changes, which takes the id. */
export const changedItem = <const Name extends string>(name: Name, kind: ItemKind) => ({
  ...{ name, completes: ITEM_KINDS[kind].option },
  help: `identifier of the ${ITEM_KINDS[kind].noun}`,
});

/** What a command reads: the name in the workspace does as well. */
export const readItem = <const Name extends string>(name: Name, kind: ItemKind) => {
  const item = changedItem(name, kind);
  return { ...item, help: `${item.help}, or its name in the workspace`, takesName: true } as const;
};

/** One command of the prompt: what parsing, help, completion and the man page are made from. */
export interface CommandSpec {
  /** One clause. */
  readonly summary: string;
  /** The operation that it asks; only one command names each. */
  readonly operation?: OperationId;
  /** Further sentences for its own help. */
  readonly more?: readonly string[];
  readonly arguments: readonly ArgumentSpec[];
  readonly options: readonly OptionSpec[];
  /** It runs until it is told to end: to end then is to be done, and no interruption. */
  readonly endless?: true;
  /** Two or more uses that work as they stand but for their identifiers: what is typed, and what it does. */
  readonly examples: Readonly<Record<string, string>>;
}

export type ArgumentValues<Spec extends CommandSpec> = {
  readonly [Argument in Spec['arguments'][number] as Argument['name']]: Argument extends {
    readonly optional: true;
  }
    ? string | undefined
    : Argument extends { readonly choices: readonly (infer Choice)[] }
      ? Choice
      : string;
};

export const OUTPUT_OPTIONS = [
  text('output', 'FORMAT', 'table, wide, json, yaml, ndjson, csv; on a terminal table, else json', {
    short: 'o',
    choices: ['table', 'wide', 'json', 'yaml', 'ndjson', 'csv'],
  }),
  flag('wide', 'all fields in tables, the same as -o wide'),
  flag(
    'raw',
    "json, yaml, ndjson and csv with the service's characters as they are; not on a terminal",
  ),
  flag('quiet', 'no progress line for long work'),
] as const satisfies readonly OptionSpec[];

/** Which columns a command shows that only reads. */
const COLUMNS_OPTION = text(
  'columns',
  'NAME,NAME',
  'only these columns, in this order; for table, wide and csv (a pipe then gets csv)',
  { completes: 'columns' },
);

/** How a command shows what it has, which only reads. */
export const LIST_OUTPUT_OPTIONS = [
  ...OUTPUT_OPTIONS,
  COLUMNS_OPTION,
] as const satisfies readonly OptionSpec[];

/** The same for what may be endless. */
export const STREAM_OUTPUT_OPTIONS = [
  {
    ...OUTPUT_OPTIONS[0],
    help: 'table, wide, json, yaml, ndjson, csv; on a terminal table, else ndjson',
  },
  OUTPUT_OPTIONS[1],
  OUTPUT_OPTIONS[2],
  OUTPUT_OPTIONS[3],
  COLUMNS_OPTION,
] as const satisfies readonly OptionSpec[];

/** For commands that only read. */
export const WATCH_OPTIONS = [
  text(
    'watch',
    'DURATION',
    'ask again this long after each answer, such as 5s; a pipe then gets ndjson',
  ),
] as const satisfies readonly OptionSpec[];

/** For commands that wait until something is so. */
export const WAIT_OPTIONS = [
  text('timeout', 'DURATION', `how long to wait (default ${DEFAULT_WAIT_MS / 60_000}m)`),
  text('every', 'DURATION', `how often to ask (default ${DEFAULT_INTERVAL})`),
] as const satisfies readonly OptionSpec[];
