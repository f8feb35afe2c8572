import type { Overlay } from '../shell/overlay.tsx';
import type { OverlayContext } from '../shell/overlay-context.ts';
import { openCopyMenu } from '../shell/overlays/actions.ts';
import { openMutationOverlays } from '../shell/overlays/changes.ts';
import { openDoctor } from '../shell/overlays/doctor.tsx';
import { openHelp } from '../shell/overlays/help.tsx';
import { openLedger } from '../shell/overlays/ledger.tsx';
import { openPalette } from '../shell/overlays/palette.tsx';
import { openHelpTopics, openKeyList, openMessages } from '../shell/overlays/texts.ts';
import { openWatches } from '../shell/overlays/watches.ts';
import type { ConsoleState, ConsoleStore } from '../state/console-state.ts';

/** Manages open overlays. `all`: all overlays, called when one is opened. */
export function createOverlayStack(store: ConsoleStore, all: () => readonly Overlay[]) {
  const named = (id: string | undefined) => all().find((overlay) => overlay.id === id);
  const top = () => {
    const id = store.getState().overlays.at(-1);
    return id === undefined ? undefined : named(id);
  };
  const covered = new Map<string, Pick<ConsoleState, 'prompt' | 'behind'>>();
  return {
    all,
    top,
    open(id: string, about?: string) {
      const { overlays, prompt, behind } = store.getState();
      if (overlays.includes(id)) return;
      covered.set(id, { prompt, behind });
      store.setState({ overlays: [...overlays, id], prompt: null, behind: 0 });
      named(id)?.opened?.(about);
    },
    /** Closes the top overlay and restores the covered prompt. */
    close() {
      const closed = top();
      store.setState(({ overlays }) => ({ overlays: overlays.slice(0, -1) }));
      closed?.closed?.();
      if (closed && !store.getState().prompt) store.setState(covered.get(closed.id) ?? {});
    },
    promptUnder: (id: string) => covered.get(id)?.prompt ?? null,
  };
}

/** The open overlays; their ids are in the console's state. */
export type OverlayStack = ReturnType<typeof createOverlayStack>;

/** All overlays; `deleteApp` opens one of them. */
export function openOverlays(context: OverlayContext) {
  const { overlays: mutationOverlays, deleteApp } = openMutationOverlays(context);
  const overlays: readonly Overlay[] = [
    openHelp(context),
    ...openHelpTopics(context),
    openPalette(context),
    openLedger(context),
    openDoctor(context),
    openMessages(context),
    openKeyList(context),
    openCopyMenu(context),
    context.removal,
    openWatches(context),
    ...mutationOverlays,
  ];
  return { overlays, deleteApp };
}
