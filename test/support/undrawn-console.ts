import type { Command } from '../../src/commands/command.ts';
import { runCommand } from '../../src/commands/dispatch.ts';
import { consoleActing } from '../../src/console/console-acting.ts';
import { trackedCall } from '../../src/console/tracked-call.ts';
import type { Call } from '../../src/contract/operation.ts';
import type { Clock } from '../../src/edges/clock.ts';
import { createSupervisor } from '../../src/feeds/supervisor.ts';
import type { InputEvent } from '../../src/input/input-event.ts';
import { type DeletionSlice, NO_DELETION } from '../../src/mutations/deletion-run.ts';
import { createRedactor } from '../../src/mutations/redaction.ts';
import { type AppsState, EMPTY_APPS } from '../../src/panes/apps/state.ts';
import { PANES } from '../../src/panes/index.ts';
import type { Pane, PaneContext } from '../../src/panes/pane.ts';
import { paneOpenedLater } from '../../src/panes/pane-opened-later.ts';
import { tableFor } from '../../src/shell/keys/command-layers.ts';
import { globalCommands } from '../../src/shell/keys/global-commands.ts';
import { handleInput } from '../../src/shell/keys/keyboard.ts';
import { openPrompt, promptCommands, typed } from '../../src/shell/keys/prompts.ts';
import { openWatching } from '../../src/shell/keys/workspace-commands.ts';
import { openActingOverlays } from '../../src/shell/overlays/acting-overlays.tsx';
import { openRemoval } from '../../src/shell/overlays/removal.tsx';
import { followSubject } from '../../src/shell/steady-subject.ts';
import { createActivity } from '../../src/state/activity.ts';
import { type ConsoleState, createConsoleStore } from '../../src/state/console-state.ts';
import { createSlices } from '../../src/state/slice.ts';
import { noWorkspaceFile, type Workspace } from '../../src/state/workspace.ts';
import { words } from '../../src/text/printable.ts';
import { memoryDirectories } from './memory-directories.ts';
import { type MemoryFiles, memoryFiles } from './memory-files.ts';

/** A console without a screen: the same store, panes, dialogs and keys, and nothing that draws. */
export interface UndrawnConsole {
  readonly state: () => ConsoleState;
  /** What the Apps pane and the dialog that deletes know: a witness must not ask them. */
  readonly apps: () => AppsState;
  readonly deletion: () => DeletionSlice;
  readonly panes: readonly Pane[];
  readonly files: MemoryFiles;
  input(event: InputEvent): void;
  resize(columns: number, rows: number): void;
  /** Rows come, go and change places by themselves. */
  setWorkspace(change: (workspace: Workspace) => Workspace): void;
  table(): readonly Command[];
  /** Throws what a feed or a command failed with. */
  stop(): void;
}

export interface UndrawnSetting {
  readonly clock: Clock;
  readonly call: Call;
  readonly workspace: Workspace;
  readonly readOnly?: boolean;
}

const stateOf = (slice: { get(): object }) => slice.get();
const isApps = (state: object): state is AppsState => 'onlyProblems' in state;
const isDeletion = (state: object): state is DeletionSlice => 'deletion' in state;

export function undrawnConsole(setting: UndrawnSetting): UndrawnConsole {
  const { clock } = setting;
  const moment = () => ({ wall: clock.now(), elapsed: clock.elapsed() });
  const store = createConsoleStore({
    profile: {
      name: words`prod`,
      host: words`api.example.net`,
      baseUrl: 'https://api.example.net',
      demo: false,
      readOnly: setting.readOnly ?? false,
    },
    workspace: setting.workspace,
    size: { columns: 100, rows: 30 },
    now: moment(),
    interval: 5000,
  });
  const failures: unknown[] = [];
  const failed = (error: unknown) => failures.push(error);
  const activity = createActivity();
  const feeds = createSupervisor(failed);
  const call = trackedCall(setting.call, { store, activity, moment });
  const files = memoryFiles();
  let ids = 0;
  const slices = createSlices();
  const created: { get(): object }[] = [];
  const context: PaneContext = {
    store,
    slices: {
      ...slices,
      create(initial) {
        const slice = slices.create(initial);
        created.push(slice);
        return slice;
      },
    },
    call,
    clock,
    feeds,
    mutations: consoleActing({
      store,
      call,
      clock,
      secrets: createRedactor(),
      activity,
      machine: {
        files,
        directories: memoryDirectories(files.contents),
        operator: { user: 'tester', tty: null, ssh: null },
        stateDirectory: '/state',
        newId() {
          ids += 1;
          return String(ids);
        },
      },
      edit: async () => ({ kind: 'not saved', reason: 'There is no editor.' }),
    }),
    random: () => 0.5,
    moment,
    say: (text, tone = 'info') => store.setState({ notice: { text, tone } }),
    ask: (prompt) => openPrompt(store, prompt),
    closePrompt: () => store.setState({ prompt: null }),
    show,
    copy() {},
    seenPaths: () => [],
    writeNewFile: async () => 0,
  };
  const panes = PANES.filter(({ id }) => id === 'apps' || id === 'scripts').map((entry) =>
    paneOpenedLater(entry, context),
  );
  function show(id: string): void {
    store.setState({ pane: id });
    panes.find((pane) => pane.id === id)?.shown();
  }
  const open = (id: string) => {
    const { overlays: lying } = store.getState();
    if (lying.includes(id)) return;
    store.setState({ overlays: [...lying, id] });
    overlays.find((each) => each.id === id)?.opened();
  };
  const close = () => {
    const { overlays: lying } = store.getState();
    store.setState({ overlays: lying.slice(0, -1) });
  };
  const watching = openWatching({
    store,
    slices,
    panes,
    file: noWorkspaceFile(words`a test has none.`),
    say: context.say,
    open,
    close,
    track: activity.track,
  });
  const global = globalCommands({
    store,
    panes,
    moment,
    say: context.say,
    ask: context.ask,
    show,
    open,
    close,
    copy() {},
    redraw() {},
    setTheme() {},
    suspend() {},
    deleteApp: (id) => acting.deleteApp(id),
    places: () => [],
    go() {},
    watching,
    quit() {},
  });
  const prompt = promptCommands(store);
  const layers = () => ({ panes, overlays, prompt, global });
  const table = () => tableFor(store.getState(), layers());
  const dispatching = {
    table,
    say: (text: Parameters<PaneContext['say']>[0]) => context.say(text, 'warn'),
    failed,
    track: activity.track,
  };
  const acting = openActingOverlays({
    ...context,
    steady: followSubject({ store, slices, panes, elapsed: () => moment().elapsed }),
    stateDirectory: '/state',
    table: () => tableFor({ ...store.getState(), prompt: null, overlays: [] }, layers()),
    run: (command) => runCommand(dispatching, command),
    open,
    close,
    leave() {},
  });
  const overlays = [openRemoval(watching.removal), ...acting.overlays];
  show('apps');

  return {
    state: store.getState,
    apps: () => created.map(stateOf).find(isApps) ?? EMPTY_APPS,
    deletion: () => created.map(stateOf).find(isDeletion) ?? NO_DELETION,
    panes,
    files,
    table,
    input: (event) =>
      handleInput(
        {
          ...dispatching,
          store,
          feed(raw) {
            const { prompt: open } = store.getState();
            const value = open?.value ?? '';
            typed(store, raw === '\u007f' ? value.slice(0, -1) : value + raw);
          },
          taker() {
            const state = store.getState();
            const top = overlays.find(({ id }) => id === state.overlays.at(-1));
            if (top) return top.take;
            const form = panes.find(({ id }) => id === state.pane)?.form;
            return form?.isOpen(state) ? form.take : undefined;
          },
        },
        event,
      ),
    resize: (columns, rows) => store.setState({ size: { columns, rows } }),
    setWorkspace: (change) => store.setState(({ workspace }) => ({ workspace: change(workspace) })),
    stop() {
      feeds.stopAll();
      if (failures.length > 0) throw failures[0];
    },
  };
}
