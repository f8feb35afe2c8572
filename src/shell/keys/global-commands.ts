import { type Command, command, inGroup } from '../../commands/command.ts';
import { TYPED_COMMANDS, type TypedCommandName } from '../../commands/typed-commands.ts';
import { shellWord } from '../../edges/shell-word.ts';
import { eventsOnly } from '../../panes/nothing-watched.ts';
import type { Pane } from '../../panes/pane.ts';
import { doubtfulChanges } from '../../state/change.ts';
import { askedAgain } from '../../state/connection.ts';
import type { ConsoleState } from '../../state/console-state.ts';
import { ITEM_KINDS, itemKinds } from '../../state/item-kinds.ts';
import { keyFor } from '../../text/key-names.ts';
import { counted } from '../../text/numbers.ts';
import { type Printable, printable, words } from '../../text/printable.ts';
import { duration } from '../../text/time.ts';
import { WIDE } from '../../ui/layout.ts';
import { commandLine } from './command-line.ts';
import type { GlobalContext } from './global-context.ts';

/** Poll intervals for `+` and `-`, in milliseconds. */
const INTERVALS = [1000, 2000, 5000, 10_000, 15_000, 30_000, 60_000, 120_000, 300_000];

/** Time limit for the second Ctrl-C in milliseconds. */
const DOUBLE_PRESS_MS = 2000;

export const globalCommands = (context: GlobalContext): readonly Command[] =>
  inGroup('Everywhere', [
    ...findingCommands(context),
    ...paneCommands(context),
    ...pollingCommands(context),
    ...overlayCommands(context),
    ...screenCommands(context),
    ...viewingCommands(context),
    ...leavingCommands(context),
  ]);

const paneOnScreen = ({ store, panes }: Pick<GlobalContext, 'store' | 'panes'>): Pane | undefined =>
  panes.find(({ id }) => id === store.getState().pane);

/** Copies the first text of the cursor's row, or reports that there is none. */
export function copyFirst(context: Pick<GlobalContext, 'store' | 'panes' | 'copy' | 'say'>): void {
  const [first] = paneOnScreen(context)?.copies?.() ?? [];
  if (first) context.copy(first.text, first.what);
  else context.say(NOTHING_TO_COPY, 'warn');
}

const NOTHING_TO_COPY = words`Nothing is under the cursor: move to a row to copy from.`;

const opening = (
  { open }: GlobalContext,
  id: string,
  keys: readonly string[],
  label: Printable,
  footer?: Printable,
): Command => ({
  id,
  keys,
  label,
  ...(footer !== undefined && { footer }),
  run: () => open(id),
});

/** A typed command that opens an overlay, as one that can have a key. */
const openingWord = (
  context: GlobalContext,
  name: TypedCommandName,
  keys: readonly string[] = [],
): Command => ({ ...opening(context, name, keys, TYPED_COMMANDS[name].help), typed: name });

const findingCommands = (context: GlobalContext): readonly Command[] => [
  opening(context, 'help', ['?', 'f1'], words`Help: show the keys; Enter runs one`, words`help`),
  command('command', ':', words`Type a command`, {
    footer: words`command`,
    run: () => commandLine(context),
  }),
  opening(
    context,
    'palette',
    ['ctrl-p'],
    words`Find anything: names, panes, commands`,
    words`find`,
  ),
];

function paneCommands(context: GlobalContext): readonly Command[] {
  const { store, panes } = context;
  const neighbour = (by: number) => () => {
    const at = panes.findIndex(({ id }) => id === store.getState().pane);
    const next = panes[(at + by + panes.length) % panes.length];
    if (next) context.show(next.id);
  };
  return [
    ...panes.map(
      ({ id, digit, title }): Command =>
        command(`show.${id}`, [digit], words`Show ${title}`, () => context.show(id)),
    ),
    command('pane.next', 'tab', words`Next pane`, neighbour(1)),
    command('pane.previous', 'shift-tab', words`Previous pane`, neighbour(-1)),
    command('pane.last', '`', words`Last pane`, {
      unavailable: () =>
        store.getState().lastPane === null
          ? words`No other pane has been on screen yet.`
          : undefined,
      run: () => {
        const { lastPane } = store.getState();
        if (lastPane !== null) context.show(lastPane);
      },
    }),
  ];
}

function pollingCommands(context: GlobalContext): readonly Command[] {
  const { store, panes } = context;
  const step = (by: number) => () => {
    const { interval } = store.getState();
    // `:interval` and the configuration may set other values.
    const next =
      by > 0
        ? (INTERVALS.find((each) => each > interval) ?? interval)
        : (INTERVALS.findLast((each) => each < interval) ?? interval);
    store.setState({ interval: next });
    context.say(words`Polling every ${duration(next)}.`);
    paneOnScreen(context)?.refresh();
  };
  const notLive = () =>
    eventsOnly(store.getState()) && words`There is no live data: an archive is open.`;
  const notAsked = () => {
    const { replay, keyNames } = store.getState();
    if (!replay) return undefined;
    const later = keyFor(keyNames, 'replay.later', words`)`);
    return words`This is a ${replay.noun}: ${later} shows the next answer.`;
  };
  /** Ends the wait before the next attempt. */
  const askAgain = () =>
    store.setState(({ connection }) => ({
      connection: askedAgain(connection, context.moment().elapsed),
    }));
  return [
    command('refresh', 'r', words`Refresh`, {
      footer: words`refresh`,
      unavailable: notAsked,
      run: () => {
        askAgain();
        paneOnScreen(context)?.refresh();
      },
    }),
    command('refresh-all', 'R', words`Refresh all panes`, {
      unavailable: notAsked,
      run: () => {
        askAgain();
        for (const pane of panes) pane.refresh();
      },
    }),
    command('pause', '=', words`Pause or resume live data`, {
      footer: words`pause`,
      unavailable: notLive,
      run: () => {
        const { pausedAt } = store.getState();
        store.setState({ pausedAt: pausedAt ? null : context.moment() });
        if (pausedAt) for (const pane of panes) pane.refresh();
      },
    }),
    command('interval.longer', '+', words`Poll less often`, { unavailable: notLive, run: step(1) }),
    command('interval.shorter', '-', words`Poll more often`, {
      unavailable: notLive,
      run: step(-1),
    }),
  ];
}

function overlayCommands(context: GlobalContext): readonly Command[] {
  const copies = () => paneOnScreen(context)?.copies?.() ?? [];
  const nothingToCopy = () => (copies().length === 0 ? NOTHING_TO_COPY : undefined);
  return [
    opening(context, 'ledger', ['@'], words`Show the calls made to the service`, words`calls`),
    command('copy.menu', 'y', words`Choose what to copy`, {
      unavailable: nothingToCopy,
      run: () => context.open('copy'),
    }),
    command('copy.first', 'c', words`Copy ID`, {
      unavailable: nothingToCopy,
      run: () => copyFirst(context),
    }),
    command('copy.view', '#', words`Copy the command that shows this elsewhere`, {
      unavailable: () =>
        context.store.getState().profile.offline
          ? words`A file is open: ${context.store.getState().replay ? words`--replay` : words`--from`} FILE shows it where it is.`
          : undefined,
      run() {
        const pane = paneOnScreen(context);
        if (!pane) return;
        const { text, leftOut, isListOnly } = viewCommand(
          context.store.getState(),
          pane,
          context.places('profile'),
        );
        const without =
          leftOut.length === 0
            ? words``
            : words` without ${leftOut.join(', ') as Printable}, which hold what cannot be pasted`;
        const what = isListOnly ? words`list` : words`view`;
        context.copy(text, words`the command for this ${what}${without}`);
      },
    }),
    opening(context, 'actions', ['.'], words`Actions on the row`, words`actions`),
    ...context.workspace.commands,
    openingWord(context, 'messages', [';']),
    command('alerts.acknowledge', ',', words`Acknowledge findings, then unknown outcomes`, {
      unavailable: () => {
        const state = context.store.getState();
        return state.alerts.length === 0 && doubtfulChanges(state).length === 0
          ? words`Nothing to acknowledge.`
          : undefined;
      },
      run: () => acknowledge(context),
    }),
    openingWord(context, 'watches'),
    openingWord(context, 'changes'),
    openingWord(context, 'audit'),
    openingWord(context, 'doctor'),
  ];
}

/** The findings that the notice line offers to acknowledge; outcomes only once there are none. */
function acknowledge({ store, say }: GlobalContext): void {
  const state = store.getState();
  if (state.alerts.length > 0) {
    store.setState({ alerts: [] });
    return;
  }
  const attempts = doubtfulChanges(state).map(({ attempt }) => attempt);
  store.setState({ acknowledged: new Set([...state.acknowledged, ...attempts]) });
  say(
    words`Acknowledged. The outcome of ${counted(attempts.length, words`change`)} stays unknown: see :changes.`,
  );
}

function screenCommands(context: GlobalContext): readonly Command[] {
  const { store } = context;
  const onScreensOnly = () =>
    store.getState().size.kind === 'spoken'
      ? words`This splits the screen; with the screen reader there is no split.`
      : undefined;
  return [
    command('full-pane', 'f', words`Full screen on or off`, {
      unavailable: onScreensOnly,
      run: () => store.setState(({ fullPane }) => ({ fullPane: !fullPane })),
    }),
    command('preview', 'p', words`Preview on or off, on wide screens`, {
      unavailable: () =>
        onScreensOnly() ??
        (store.getState().size.columns < WIDE
          ? words`A preview stands beside lists from ${WIDE} columns on; this screen has fewer.`
          : undefined),
      run: () => store.setState(({ preview }) => ({ preview: !preview })),
    }),
    command('zone', 'T', words`UTC or local time`, () =>
      store.setState(({ timeZone: zone }) => ({ timeZone: zone === 'utc' ? 'local' : 'utc' })),
    ),
    command('redraw', 'ctrl-l', words`Redraw the screen`, context.redraw),
    command('suspend', 'ctrl-z', words`Suspend; fg resumes`, context.suspend),
  ];
}

function leavingCommands(context: GlobalContext): readonly Command[] {
  const { store } = context;
  let interrupted: number | null = null;
  /** Goes one level back; undefined at the top. */
  const wayBack = (): (() => void) | undefined => {
    const { overlays, fullPane, viewing } = store.getState();
    if (overlays.length > 0) return context.close;
    const inPane = paneOnScreen(context)?.wayBack();
    if (inPane) return inPane;
    if (viewing !== null) return () => store.setState({ viewing: null });
    return fullPane ? () => store.setState({ fullPane: false }) : undefined;
  };

  return [
    command('back', 'esc', words`Back`, {
      footer: () => (wayBack() ? words`back` : undefined),
      run: () => wayBack()?.(),
    }),
    command('quit', 'q', words`Back; at the top level, quit`, {
      footer: () => (wayBack() ? undefined : words`quit`),
      run: () => (wayBack() ?? context.quit)(),
    }),
    command('interrupt', 'ctrl-c', words`Cancel; twice quits`, () => {
      const at = context.moment().elapsed;
      if (interrupted !== null && at - interrupted < DOUBLE_PRESS_MS) return context.quit();
      interrupted = at;
      wayBack()?.();
      context.say(words`Press Ctrl-C again to quit.`);
    }),
  ];
}

/** Steps through changes in time: panes that know the past show it. */
function viewingCommands({
  store,
  history,
}: Pick<GlobalContext, 'store' | 'history'>): readonly Command[] {
  const facts = () => history.slice.getState().facts;
  const earlier = () => {
    const from = store.getState().viewing ?? Number.POSITIVE_INFINITY;
    return facts().findLast(({ by }) => by < from)?.by;
  };
  return [
    command('view.earlier', '(', words`View the past: as it was one change before`, {
      unavailable: () => (earlier() === undefined ? words`No earlier change is known.` : undefined),
      run: () => store.setState({ viewing: earlier() ?? null }),
    }),
    command('view.later', ')', words`View one change later, or the present`, {
      unavailable: () =>
        store.getState().viewing === null
          ? words`This is now. ${keyFor(store.getState().keyNames, 'view.earlier', words`(`)} views the change before.`
          : undefined,
      run() {
        const from = store.getState().viewing ?? Number.POSITIVE_INFINITY;
        store.setState({ viewing: facts().find(({ by }) => by > from)?.by ?? null });
      },
    }),
  ];
}

/** Maximum number of ids of an unnamed workspace in a command. */
const MAX_ITEMS = 30;
/**
 * A command that shows the same view elsewhere: service, workspace, pane, items, filter and minute. It never contains
 * an access key. `profiles`: names of configured profiles.
 */
export function viewCommand(
  { profile, workspace, viewing }: Pick<ConsoleState, 'profile' | 'workspace' | 'viewing'>,
  pane: Pane,
  profiles: readonly string[],
) {
  const words = ['warren'];
  const leftOut: string[] = [];
  const add = (option: string, value: string) => {
    if (printable(value) === value) words.push(`--${option}=${shellWord(value)}`);
    else leftOut.push(`--${option}`);
  };
  if (profile.demo) words.push('--demo');
  else if (profiles.includes(profile.name)) add('profile', profile.name);
  else add('base-url', profile.baseUrl);
  if (profile.readOnly) words.push('--read-only');
  if (workspace.name !== '') add('workspace', workspace.name);
  words.push(`--pane=${pane.id}`);
  const place = pane.place?.get();
  const shown = place?.shown ?? [];
  for (const { kind, id } of shown) add(ITEM_KINDS[kind].option, id);
  if (workspace.name === '') {
    const others = itemKinds.flatMap((kind) =>
      workspace[kind]
        .filter(({ id }) => !shown.some((each) => each.kind === kind && each.id === id))
        .map(({ id }) => ({ kind, id })),
    );
    for (const { kind, id } of others.slice(0, MAX_ITEMS)) add(ITEM_KINDS[kind].option, id);
  }
  if (place?.where) add('where', place.where);
  const at = place?.at ?? viewing;
  if (at !== null && at !== undefined) words.push(`--at=${new Date(at).toISOString()}`);
  return {
    text: words.join(' '),
    /** Options left out because invisible characters could act when pasted. */
    leftOut,
    isListOnly: place?.isListOnly ?? false,
  };
}
