import { join } from 'node:path';
import { expandHome } from '../edges/machine.ts';
import { openPanes } from '../panes/index.ts';
import type { PaneContext } from '../panes/pane.ts';
import type { GlobalContext } from '../shell/keys/global-context.ts';
import { openLineHistory } from '../shell/keys/line-history.ts';
import { openWorkspaceCommands } from '../shell/keys/workspace-commands.ts';
import { followCursor } from '../shell/overlay.tsx';
import { openCalls } from './calls.ts';
import type { CompositionOptions } from './composition-options.ts';
import { openKeys } from './keys.ts';
import { openMutations, whyUnchangeable } from './mutations.ts';
import { createOverlayStack, openOverlays } from './overlays.ts';
import { openPaneContext } from './pane-context.ts';
import { openWatches } from './watches.ts';

/** Everything of a console but what draws it. Panes, overlays and keys ask each other only once all of them are open. */
export function composeConsole(options: CompositionOptions) {
  const { store, slices, clock, activity, failed, terminal, ways, machine } = options;
  const say: PaneContext['say'] = (text, tone = 'info') =>
    store.setState({ notice: { text, tone } });
  const calls = openCalls(options, say);
  const watches = openWatches(options, calls, say);
  const mutations = openMutations(options, say);
  const unchangeable = () => whyUnchangeable(options);
  const isChangePending = () => mutations.changes.pending().length > 0;

  const overlays = createOverlayStack(store, () => opened.overlays);
  const { open, close } = overlays;
  const context = openPaneContext(options, {
    call: calls.call,
    requests: calls.requests,
    history: calls.history,
    mutations,
    say,
    overlays,
    panes: () => panes,
  });
  const panes = openPanes(context);
  // Tracked from the start, so that its dwell time is known.
  const cursor = followCursor({ store, slices, panes, elapsed: clock.elapsed });
  const workspace = openWorkspaceCommands({
    store,
    panes,
    say,
    open,
    close,
    file: options.workspaceFile,
    track: activity.track,
  });

  const inHome = (path: string) => expandHome(path, machine.directories.home);
  const global: GlobalContext = {
    ...terminal,
    ...ways,
    store,
    panes,
    moment: context.moment,
    say,
    ask: context.ask,
    show: context.show,
    copy: options.copy,
    accessKey: options.accessKey,
    open,
    close,
    workspace,
    watches,
    past: calls.history,
    replay: options.replay?.player,
    table: () => keys.table(),
    recording: {
      start: (path) => calls.recording.start(inHome(path)),
      stop: () => calls.recording.stop(),
    },
    go: (place) =>
      ways.go(place.kind === 'recording' ? { ...place, name: inHome(place.name) } : place),
    deleteApp: (id) => unchangeable() ?? opened.deleteApp(id),
    history: openLineHistory({
      files: machine.files,
      path: machine.stateDirectory === null ? null : join(machine.stateDirectory, 'history'),
      track: activity.track,
    }),
    quit: () => (isChangePending() ? open('leaving') : ways.leave()),
  };
  const keys = openKeys({
    store,
    activity,
    failed,
    bindings: options.keys,
    panes,
    overlays,
    allOverlays: () => opened.overlays,
    global,
    unchangeable,
  });
  const opened = openOverlays({
    ...context,
    ...keys.forOverlays,
    panes,
    cursor,
    terminal,
    watches,
    open,
    close,
    removal: workspace.question,
    surroundings: options.surroundings,
    machine,
    leave: ways.leave,
  });
  keys.tellNames();

  return {
    panes,
    overlays,
    say,
    show: context.show,
    unwritten: context.unwritten,
    isChangePending,
    table: keys.table,
    keyboard: keys.keyboard,
    field: keys.field,
    keyProblems: keys.problems,
    keySections: keys.sections,
    lineWords: keys.words,
  };
}

export type Composition = ReturnType<typeof composeConsole>;
