import type { Suggestion } from '../state/console-state.ts';
import { ITEM_KINDS, itemKinds } from '../state/item-kinds.ts';
import { PANE_TABS, type PaneId, type PaneTab } from '../state/pane-tabs.ts';
import { type Printable, words } from '../text/printable.ts';
import { THEME_NAMES } from '../text/themes.ts';

/** A command that is typed after `:`. What it does is the {@link TypedCommandAction} of its name. */
export interface TypedCommandSpec {
  /** Its arguments: `SECONDS`. */
  readonly takes?: Printable;
  /** What it does, as an imperative. */
  readonly help: Printable;
  /** Names of the same in other programs. */
  readonly aliases?: readonly string[];
  /** The pane that does it; the others do without. Absent for commands that do not need a pane. */
  readonly pane?: PaneId;
  /** Whether the current pane stays open, because the result is not shown in the command's pane. */
  readonly staysHere?: true;
  /** Whether it changes production. Such commands do not exist in read-only mode. */
  readonly danger?: true;
}

const KIND = itemKinds.map((kind) => ITEM_KINDS[kind].option).join('|') as Printable;

/** The name of a pane shows it. */
const PANE_NAMES = Object.fromEntries(
  Object.values(PANE_TABS).map(({ id, title, aliases }: PaneTab) => [
    id,
    { help: words`Show ${title}`, aliases },
  ]),
) as Readonly<Record<PaneId, Omit<TypedCommandSpec, 'pane'>>>;

/**
 * All commands that can be typed after `:`, in the order of the help. Help, palette, completion and `warren help keys`
 * read this table. The compiler asks for the action of each: those of a pane are in its `typed`, the others in
 * `shell/keys/typed-command-actions`.
 */
export const TYPED_COMMANDS = {
  add: { takes: words`${KIND} ID [NAME]`, help: words`Add to the workspace of this session` },
  keep: {
    takes: words`[${KIND} ID [NAME]]`,
    help: words`Save to the workspace in the configuration`,
  },
  remove: {
    takes: words`[${KIND} NAME|ID]`,
    help: words`Remove from workspace; the service keeps it`,
  },
  pane: { takes: words`NAME`, help: words`Show a pane` },
  interval: { takes: words`SECONDS`, help: words`How often to poll` },
  delete: {
    takes: words`[NAME|ID]`,
    help: words`Delete an application, after a question`,
    danger: true,
  },
  messages: { help: words`Messages of this session, whole` },
  changes: { help: words`The changes of this session, with outcomes` },
  audit: { help: words`The audit: changes, earlier ones too` },
  doctor: { help: words`Check terminal, files and service` },
  theme: { takes: THEME_NAMES.join('|') as Printable, help: words`Theme for this run` },
  mouse: { takes: words`on|off`, help: words`Mouse: wheel, clicks, drag over bars (saved)` },
  title: { takes: words`on|off`, help: words`Window title with the worst state (saved)` },
  bell: { takes: words`on|off`, help: words`Bell when a watch fires (saved)` },
  notify: { takes: words`on|off`, help: words`Notification when a watch fires (saved)` },
  watch: {
    takes: words`SUBJECT[:NAME] CONDITION [for TIME]`,
    help: words`Add a watch: app status != active for 2m`,
  },
  watches: { help: words`Watches: conditions and their state` },
  keys: { help: words`Key bindings: commands and their keys` },
  help: {
    takes: words`[TOPIC or WORD]`,
    help: words`Read a help topic`,
    aliases: ['alias', 'aliases'],
  },
  record: { takes: words`[FILE|off]`, help: words`Record every answer to a file; off ends it` },
  replay: { takes: words`FILE`, help: words`Open a recording or a bundle` },
  profile: {
    takes: words`NAME`,
    help: words`Switch to another profile (service)`,
    aliases: ['ctx', 'context'],
  },
  workspace: {
    takes: words`NAME`,
    help: words`Switch to another workspace`,
    aliases: ['ns', 'namespace'],
  },
  export: {
    takes: words`[FILE]`,
    help: words`Write the list into a file (NDJSON/CSV)`,
    aliases: ['w', 'write'],
  },
  q: { help: words`Quit`, aliases: ['quit', 'quit!', 'q!', 'qa', 'qa!', 'wq', 'exit'] },
  archive: {
    takes: words`FILE|URL|off`,
    help: words`Archive events to a file or team, on/off`,
    pane: 'events',
  },
  open: { takes: words`FILE|URL`, help: words`Open an archive of events, offline`, pane: 'events' },
  close: { help: words`Close the archive, follow the service again`, pane: 'events' },
  load: {
    takes: words`6h|day|all`,
    help: words`Load older events, or the whole day`,
    pane: 'events',
  },
  bundle: {
    takes: words`[DURATION] [--anonymise] [FILE]`,
    help: words`Write the last 2 hours to a file`,
    pane: 'events',
    staysHere: true,
  },
  save: {
    takes: words`NAME`,
    help: words`Save the filters of the events under a name`,
    pane: 'events',
  },
  filter: { takes: words`NAME`, help: words`Filter the events by a saved filter`, pane: 'events' },
  zones: {
    takes: words`NAME…|all`,
    help: words`List the events of several zones as one`,
    pane: 'events',
  },
  at: {
    takes: words`TIME`,
    help: words`Go to the first event at or after a time`,
    aliases: ['goto'],
    pane: 'events',
  },
  note: {
    takes: words`TEXT`,
    help: words`Add a note to the event under the cursor`,
    pane: 'events',
  },
  report: {
    takes: words`[DURATION] [FILE]`,
    help: words`Copy or write the last 2 hours of changes`,
    pane: 'timeline',
    staysHere: true,
  },
  ...PANE_NAMES,
} as const satisfies Readonly<Record<string, TypedCommandSpec>>;

export type TypedCommandName = keyof typeof TYPED_COMMANDS;

/** The typed commands of the pane `Id`. */
export type TypedCommandsOf<Id extends PaneId> = {
  [Name in TypedCommandName]: (typeof TYPED_COMMANDS)[Name] extends { readonly pane: Id }
    ? Name
    : never;
}[TypedCommandName];

/** What a typed command does. */
export interface TypedCommandAction {
  /** Complete values for its arguments. One that ends with a blank needs further text. */
  values?(): readonly string[];
  /** Suggestions for the text typed so far, if there are more than fixed choices. */
  suggestions?(rest: string): readonly Suggestion[];
  /** Why the text typed so far is invalid; null if it is valid or may become so. */
  problem?(rest: string): Printable | null;
  /**
   * @param rest the trimmed text after the command
   * @returns why it failed, as a sentence; undefined on success
   */
  run(rest: string): Printable | undefined;
}

/** An action for each of these commands. */
export type TypedCommandActions<Name extends TypedCommandName> = Readonly<
  Record<Name, TypedCommandAction>
>;

/** A command with its arguments: `interval SECONDS`. */
export function usageOf(name: TypedCommandName): Printable {
  const { takes }: TypedCommandSpec = TYPED_COMMANDS[name];
  return (takes === undefined ? name : `${name} ${takes}`) as Printable;
}

export const wrongUsage = (name: TypedCommandName): Printable => words`Usage: ${usageOf(name)}`;
