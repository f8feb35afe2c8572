import { ITEM_KINDS, type ItemOption, itemKinds } from '../state/item-kinds.ts';
import { PANE_TABS } from '../state/pane-tabs.ts';
import { THEME_CHOICES } from '../text/themes.ts';

/** The kind of value, for completion. */
export type Completes = ItemOption | 'profile' | 'file' | 'dialect' | 'fault' | 'columns';

interface Option {
  /** Without the dashes: `base-url`. */
  readonly name: string;
  readonly short?: string;
  /** One clause, as shown in help. */
  readonly help: string;
}

interface ValueOption extends Option {
  /** The placeholder in help: `URL`. */
  readonly value: string;
  readonly choices?: readonly string[];
  /** Suggestions for completion; other values are allowed. */
  readonly suggests?: readonly string[];
  readonly completes?: Completes;
}

export type OptionSpec =
  | (Option & { readonly kind: 'flag' })
  | (ValueOption & { readonly kind: 'text' })
  /** May be repeated. */
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

type More = Partial<Pick<ValueOption, 'short' | 'choices' | 'suggests' | 'completes'>>;
type Nothing = Record<never, never>;

/** An option without a value. */
export const flag = <const Name extends string, const Rest extends Pick<More, 'short'> = Nothing>(
  name: Name,
  help: string,
  more?: Rest,
) => ({ kind: 'flag' as const, name, help, ...(more as Rest) });

/** An option with a value; `value` is its placeholder in help. */
export const text = <const Name extends string, const Rest extends More = Nothing>(
  name: Name,
  value: string,
  help: string,
  more?: Rest,
) => ({ kind: 'text' as const, name, value, help, ...(more as Rest) });

/** An option that may be repeated. */
export const list = <const Name extends string>(
  name: Name,
  value: string,
  help: string,
  more: Pick<More, 'completes'>,
) => ({ kind: 'list' as const, name, value, help, ...more });

/** Options that select the service. */
export const SERVICE_OPTIONS = [
  text('profile', 'NAME', 'a profile of the configuration (default: WARREN_PROFILE)', {
    completes: 'profile',
  }),
  text('base-url', 'URL', 'the service (default: WARREN_BASE_URL)'),
  flag('demo', 'use an embedded platform, whatever is configured'),
  text('seed', 'N', "the demo's world, a whole number"),
  flag('read-only', 'refuse commands that change the service'),
  flag('unaudited', 'send changes even if the audit file cannot record them'),
  flag('allow-debugging', 'run even though Node could show the access key'),
] as const satisfies readonly OptionSpec[];

export const HELP_OPTION = flag('help', 'show help', { short: 'h' });

const PANES = Object.values(PANE_TABS);

/** Options for ids to use instead of the configured workspace. */
export const ITEM_OPTIONS = itemKinds.map((kind) => {
  const { option, noun } = ITEM_KINDS[kind];
  return list(option, 'ID', `watch this ${noun}: its id, or its name in the workspace`, {
    completes: option,
  });
});

/** The options of `warren` without a command. */
export const CONSOLE_OPTIONS = [
  ...SERVICE_OPTIONS,
  text('pane', 'NAME', `the pane to open: ${PANES.map(({ id }) => id).join(', ')}`, {
    // By name or by digit.
    choices: [...PANES.map(({ id }) => id), ...PANES.map(({ digit }) => digit)],
  }),
  ...ITEM_OPTIONS,
  text(
    'workspace',
    'NAME',
    'a workspace of the configuration; things named by other options are shown first',
  ),
  text('where', 'FILTER', 'filter the list of the pane'),
  text('at', 'TIME', 'show this minute: 2h ago, 07:15 (UTC) or 2026-03-14T07:15Z'),
  text('from', 'ARCHIVE', 'open this archive of events, a file or a URL, without a service', {
    completes: 'file',
  }),
  text('replay', 'FILE', 'open this recording or bundle, without a service', { completes: 'file' }),
  text('theme', 'NAME', `colours: ${THEME_CHOICES.join(', ')}`, { choices: THEME_CHOICES }),
  flag('ascii', 'draw with ASCII characters only'),
  flag('screen-reader', 'print lines for a screen reader or braille, instead of a screen'),
  flag('no-history', 'keep no history of this run'),
  flag('man', 'print the manual page, for man -l -'),
  flag('version', 'show the version', { short: 'V' }),
  HELP_OPTION,
] as const satisfies readonly OptionSpec[];

export type ConsoleFlags = OptionValues<typeof CONSOLE_OPTIONS>;
