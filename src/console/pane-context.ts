import { newFiles } from '../edges/files.ts';
import { expandHome } from '../edges/machine.ts';
import type { Pane, PaneContext } from '../panes/pane.ts';
import { openPrompt } from '../shell/keys/prompts.ts';
import { keyFor } from '../text/key-names.ts';
import { lazy } from '../text/memoize.ts';
import { words } from '../text/printable.ts';
import type { CompositionOptions } from './composition-options.ts';
import type { OverlayStack } from './overlays.ts';

interface PaneContextParts
  extends Pick<PaneContext, 'call' | 'requests' | 'history' | 'mutations' | 'say'> {
  readonly overlays: Pick<OverlayStack, 'close'>;
  /** All panes, called once they are open. */
  panes(): readonly Pane[];
}

/** What all panes and overlays share. */
export function openPaneContext(
  options: CompositionOptions,
  { call, requests, history, mutations, say, overlays, panes }: PaneContextParts,
): PaneContext {
  const { store, clock, machine, workspaceFile } = options;
  const named = (id: string) => panes().find((pane) => pane.id === id);
  const inHome = (path: string) => expandHome(path, machine.directories.home);
  return {
    ...options,
    call,
    requests,
    history,
    mutations,
    say,
    ...newFiles((path, lines) => options.writeNewFile(inHome(path), lines)),
    asnNames: networkNames(options, say),
    moment: () => ({ wall: clock.now(), elapsed: clock.elapsed() }),
    pane: named,
    show(id, subject) {
      const next = named(id);
      if (!next) {
        const finds = keyFor(store.getState().keyNames, 'palette', words`Ctrl-P`);
        return say(words`No pane shows that. ${finds} lists everything.`, 'warn');
      }
      // Overlays would hide the new pane.
      while (store.getState().overlays.length > 0) overlays.close();
      const before = store.getState().pane;
      if (before !== id) {
        named(before)?.hidden();
        store.setState({
          pane: id,
          ...(before !== '' && { lastPane: before, shownAt: clock.elapsed() }),
        });
      }
      next.shown(subject);
    },
    ask: (prompt) => openPrompt(store, prompt),
    closePrompt: () => store.setState({ prompt: null }),
    saveFilter: (saved) => workspaceFile.saveFilter(store.getState().workspace.name, saved),
    seenPaths: (zone) => panes().flatMap((pane) => pane.seenPaths?.(zone) ?? []),
    loadedZones: () => panes().flatMap((pane) => pane.loadedZones?.() ?? []),
  };
}

/** Names of networks, loaded on first use; reports a problem of their file. */
const networkNames = (
  { asnNames }: CompositionOptions,
  say: PaneContext['say'],
): PaneContext['asnNames'] =>
  lazy(() => {
    const read = asnNames?.();
    if (read?.problem) say(read.problem, 'warn');
    return read?.names ?? new Map();
  });
