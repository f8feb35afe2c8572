import { DEFAULT_INTERVAL, DEFAULT_WAIT_MS } from '../../config/defaults.ts';
import type { OperationId } from '../../contract/operation.ts';
import { type Completes, flag, type OptionSpec, text } from '../../session/options.ts';
import { ITEM_KINDS, type ItemKind } from '../../state/item-kinds.ts';

/** A positional argument. */
export interface ArgumentSpec {
  /** As shown in help: `ZONE`. */
  readonly name: string;
  readonly help: string;
  readonly choices?: readonly string[];
  readonly completes?: Completes;
  /** Whether a workspace name is accepted as well as the id. */
  readonly takesName?: true;
  /** The command itself checks whether it is needed. */
  readonly optional?: true;
}

/** An item to change, given by its id. */
export const changedItem = <const Name extends string>(name: Name, kind: ItemKind) => ({
  name,
  completes: ITEM_KINDS[kind].option,
  help: `identifier of the ${ITEM_KINDS[kind].noun}`,
});

/** An item to read, given by its id or workspace name. */
export const readItem = <const Name extends string>(name: Name, kind: ItemKind) => {
  const item = changedItem(name, kind);
  return { ...item, help: `${item.help}, or its name in the workspace`, takesName: true } as const;
};

/** A command. The parser, help, completion and man page are all derived from it. */
export interface CommandSpec {
  readonly summary: string;
  /** The operation it runs; each has exactly one command. */
  readonly operation?: OperationId;
  /** Further paragraphs of its help. */
  readonly more?: readonly string[];
  readonly arguments: readonly ArgumentSpec[];
  readonly options: readonly OptionSpec[];
  /** Runs until interrupted, which is then a success. */
  readonly endless?: true;
  /** Two or more working examples (except for their ids), each with a description. */
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

const COLUMNS_OPTION = text(
  'columns',
  'NAME,NAME',
  'only these columns, in this order; for table, wide and csv (a pipe then gets csv)',
  { completes: 'columns' },
);

/** For commands that only read. */
export const LIST_OUTPUT_OPTIONS = [
  ...OUTPUT_OPTIONS,
  COLUMNS_OPTION,
] as const satisfies readonly OptionSpec[];

/** For commands with output that may never end. */
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

/** For commands that wait for a condition. */
export const WAIT_OPTIONS = [
  text('timeout', 'DURATION', `how long to wait (default ${DEFAULT_WAIT_MS / 60_000}m)`),
  text('every', 'DURATION', `how often to ask (default ${DEFAULT_INTERVAL})`),
] as const satisfies readonly OptionSpec[];
