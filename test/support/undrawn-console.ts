import type { Command } from '../../src/commands/command.ts';
import { composeConsole } from '../../src/console/composition.ts';
import type { Call } from '../../src/contract/operation.ts';
import { passed } from '../../src/doctor/check.ts';
import { type Clock, correctedClock } from '../../src/edges/clock.ts';
import { createSupervisor } from '../../src/feeds/supervisor.ts';
import type { Fact } from '../../src/history/fact.ts';
import { type HistoryState, withFacts } from '../../src/history/history-state.ts';
import type { InputEvent } from '../../src/input/input-event.ts';
import { type DeletionSlice, NO_DELETION } from '../../src/mutations/deletion-run.ts';
import { type AppsState, EMPTY_APPS } from '../../src/panes/apps/state.ts';
import type { Pane } from '../../src/panes/pane.ts';
import { handleInput } from '../../src/shell/keys/keyboard.ts';
import { createActivity } from '../../src/state/activity.ts';
import { type ConsoleState, createConsoleStore } from '../../src/state/console-state.ts';
import { createSlices, type Slices } from '../../src/state/slice.ts';
import { noWorkspaceFile, type Workspace } from '../../src/state/workspace.ts';
import { words } from '../../src/text/printable.ts';
import { memoryDirectories } from './memory-directories.ts';
import { type MemoryFiles, memoryFiles } from './memory-files.ts';

/** A complete console without drawing. */
export interface UndrawnConsole {
  readonly state: () => ConsoleState;
  /** The state of Apps and of the deletion dialog. Tests that judge them must not rely on it. */
  readonly apps: () => AppsState;
  readonly deletion: () => DeletionSlice;
  readonly panes: readonly Pane[];
  readonly files: MemoryFiles;
  /** Adds observed changes, as if read from a file. */
  know(facts: readonly Fact[]): void;
  input(event: InputEvent): void;
  resize(columns: number, rows: number): void;
  /** Adds, removes and reorders rows as another process would. */
  setWorkspace(change: (workspace: Workspace) => Workspace): void;
  table(): readonly Command[];
  /** Ends the console. Throws the error of a failed feed or command. */
  stop(): void;
}

export interface UndrawnSetting {
  readonly clock: Clock;
  readonly call: Call;
  readonly workspace: Workspace;
  readonly readOnly?: boolean;
  /** The jitter of waits; by default one half. */
  random?(): number;
}

/** The Backspace key. */
const BACKSPACE = '\u007f';

const stateOf = (slice: { getState(): object }) => slice.getState();
const isApps = (state: object): state is AppsState => 'onlyProblems' in state;
const isHistory = (state: object): state is HistoryState => 'facts' in state && 'watched' in state;
const isDeletion = (state: object): state is DeletionSlice => 'deletion' in state;

export function undrawnConsole(setting: UndrawnSetting): UndrawnConsole {
  const { clock, random = () => 0.5 } = setting;
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
  const files = memoryFiles();
  let ids = 0;
  const slices = createSlices();
  const created: { getState(): object; setState(change: object): void }[] = [];
  const recording: Slices = {
    ...slices,
    create(initial) {
      const slice = slices.create(initial);
      created.push(slice);
      return slice;
    },
  };
  const { panes, keys, show } = composeConsole({
    historyDirectory: null,
    version: '1.2.3',
    store,
    connect: () => setting.call,
    clock: correctedClock(clock),
    feeds,
    activity,
    failed,
    machineClock: clock,
    slices: recording,
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
    workspaceFile: noWorkspaceFile(words`a test has none.`),
    surroundings: {
      env: {},
      program: passed(words`program`, words`under test`),
      checkFiles: async () => [],
      drift: () => [],
    },
    keys: [],
    random,
    writeNewFile: async () => 0,
    copy() {},
    terminal: {
      queryFeatures() {},
      onInput: () => () => {},
      redraw() {},
      setTheme() {},
      choose: () => undefined,
      ring() {},
      notify() {},
      suspend() {},
      edit: async () => ({ kind: 'not saved', reason: 'There is no editor.' }),
    },
    ways: { places: () => [], go() {}, leave() {} },
  });
  show('apps');

  return {
    state: store.getState,
    apps: () => created.map(stateOf).find(isApps) ?? EMPTY_APPS,
    deletion: () => created.map(stateOf).find(isDeletion) ?? NO_DELETION,
    panes,
    files,
    table: keys.table,
    know(facts) {
      for (const slice of created) {
        const state = slice.getState();
        if (isHistory(state)) slice.setState(withFacts(state, facts));
      }
    },
    input: (event) =>
      handleInput(
        {
          ...keys.keyboard,
          feed(raw) {
            const open = keys.field();
            const value = open?.value ?? '';
            open?.changed(raw === BACKSPACE ? value.slice(0, -1) : value + raw);
          },
        },
        event.kind === 'key' && event.key === 'backspace' ? { ...event, raw: BACKSPACE } : event,
      ),
    resize: (columns, rows) => store.setState({ size: { columns, rows } }),
    setWorkspace: (change) => store.setState(({ workspace }) => ({ workspace: change(workspace) })),
    stop() {
      feeds.stopAll();
      if (failures.length > 0) throw failures[0];
    },
  };
}
