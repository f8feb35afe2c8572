import { ITEM_KINDS, type ItemOption, itemKinds } from '../state/item-kinds.ts';
import { PANE_TABS } from '../state/pane-tabs.ts';
import { THEME_CHOICES } from '../text/themes.ts';

/** What a value is, for completion. */
export type Completes = ItemOption | 'profile' | 'file' | 'dialect' | 'fault' | 'columns';

interface Option {
  /** Without the dashes: `base-url`. */
  readonly name: string;
  /** One letter. */
  readonly short?: string;
  /** What it does: one clause, as help shows it. */
  readonly help: string;
}

interface ValueOption extends Option {
  /** What stands for the value in help: `URL`. */
  readonly value: string;
  readonly choices?: readonly string[];
  /** Values for completion, among others. */
  readonly suggests?: readonly string[];
  readonly completes?: Completes;
}

/** An option of a command. */
export type OptionSpec =
  | (Option & { readonly kind: 'flag' })
  | (ValueOption & { readonly kind: 'text' })
  /** May be given several times. */
  | (ValueOption & { readonly kind: 'list' });

type OptionValue<O> = O extends { readonly kind: 'flag' }
  ? boolean
  : O extends { readonly kind: 'list' }
    ? readonly string[]
    : O extends { readonly choices: readonly (infer Choice)[] }
      ? Choice | undefined
      : string | undefined;

export type OptionValues<Options extends readonly OptionSpec[]> = {
  readonly [O in Options[number] as O['name']]: OptionValue<O>;
};

/** Which service a command talks to. */
export const SERVICE_OPTIONS = [
  {
    kind: 'text',
    name: 'profile',
    value: 'NAME',
    completes: 'profile',
    help: 'the profile of the configuration; WARREN_PROFILE otherwise',
  },
  {
    kind: 'text',
    name: 'base-url',
    value: 'URL',
    help: 'the service; WARREN_BASE_URL otherwise',
  },
  { kind: 'flag', name: 'demo', help: 'an embedded platform, whatever is configured' },
  { kind: 'text', name: 'seed', value: 'N', help: "the demo's world, a whole number" },
  { kind: 'flag', name: 'read-only', help: 'nothing that changes the service' },
  {
    kind: 'flag',
    name: 'unaudited',
    help: 'send changes that the audit cannot hold',
  },
  {
    kind: 'flag',
    name: 'allow-debugging',
    help: 'run although Node would show the access key',
  },
] as const satisfies readonly OptionSpec[];

/** What each command line may have. */
export const HELP_OPTION = {
  kind: 'flag',
  name: 'help',
  short: 'h',
  help: 'show help',
} as const satisfies OptionSpec;

const PANES = Object.values(PANE_TABS);

/** What is watched instead of the workspace of the configuration. */
export const ITEM_OPTIONS = itemKinds.map((kind) => {
  const { option, noun } = ITEM_KINDS[kind];
  return {
    kind: 'list',
    name: option,
    value: 'ID',
    completes: option,
    help: `watch this ${noun}`,
  } as const;
});

/** What the console takes: the options of `warren` without a command. */
export const CONSOLE_OPTIONS = [
  ...SERVICE_OPTIONS,
  {
    kind: 'text',
    name: 'pane',
    value: 'NAME',
    // By name or by digit.
    choices: [...PANES.map(({ id }) => id), ...PANES.map(({ digit }) => digit)],
    help: `the pane to begin with: ${PANES.map(({ id }) => id).join(', ')}`,
  },
  ...ITEM_OPTIONS,
  {
    kind: 'text',
    name: 'workspace',
    value: 'NAME',
    help: 'the workspace of the configuration; with things to watch, these are shown first',
  },
  {
    kind: 'text',
    name: 'where',
    value: 'FILTER',
    help: 'filter the list of the pane',
  },
  {
    kind: 'text',
    name: 'at',
    value: 'TIME',
    help: 'show that minute: 2h ago, 07:15 (UTC) or 2026-03-14T07:15Z',
  },
  {
    kind: 'text',
    name: 'from',
    value: 'ARCHIVE',
    completes: 'file',
    help: 'look at this archive of events, a file or a URL, without a service',
  },
  {
    kind: 'text',
    name: 'replay',
    value: 'FILE',
    completes: 'file',
    help: 'look at this recording, without a service',
  },
  {
    kind: 'text',
    name: 'theme',
    value: 'NAME',
    choices: THEME_CHOICES,
    help: `colours: ${THEME_CHOICES.join(', ')}`,
  },
  { kind: 'flag', name: 'ascii', help: 'draw with ASCII characters, for terminals without others' },
  {
    kind: 'flag',
    name: 'screen-reader',
    help: 'lines to be read aloud or in braille, instead of a screen',
  },
  { kind: 'flag', name: 'no-history', help: 'keep nothing of what is seen beyond this run' },
  { kind: 'flag', name: 'man', help: 'print the manual page, for man -l -' },
  { kind: 'flag', name: 'version', short: 'V', help: 'show the version' },
  HELP_OPTION,
] as const satisfies readonly OptionSpec[];

/** What the console is asked to start with. */
export type ConsoleFlags = OptionValues<typeof CONSOLE_OPTIONS>;
