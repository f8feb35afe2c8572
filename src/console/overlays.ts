import type { Command } from '../commands/command.ts';
import type { DoctorFacts, QueryableTerminal } from '../doctor/terminal-checks.ts';
import type { Machine } from '../edges/machine.ts';
import type { Pane, PaneContext } from '../panes/pane.ts';
import type { CommandElsewhere, Dialog } from '../shell/keys/command-layers.ts';
import type { LineWord } from '../shell/keys/command-line.ts';
import type { CursorSubject, Overlay } from '../shell/overlay.tsx';
import { openCopyMenu } from '../shell/overlays/actions.ts';
import { openDoctor } from '../shell/overlays/doctor.tsx';
import { openHelp } from '../shell/overlays/help.tsx';
import { openLedger } from '../shell/overlays/ledger.tsx';
import { openMutationOverlays } from '../shell/overlays/mutation-overlays.ts';
import { openPalette } from '../shell/overlays/palette.tsx';
import { openHelpTopics, openKeyList, openMessages } from '../shell/overlays/texts.ts';
import { openWatches } from '../shell/overlays/watches.ts';
import type { ConsoleStore } from '../state/console-state.ts';
import type { Printable } from '../text/printable.ts';
import type { Watches } from '../watches/watching.ts';

/** @param all every overlay there is, asked for once one is to be opened */
export function createOverlayStack(store: ConsoleStore, all: () => readonly Overlay[]) {
  const named = (id: string | undefined) => all().find((overlay) => overlay.id === id);
  const top = () => {
    const id = store.getState().overlays.at(-1);
    return id === undefined ? undefined : named(id);
  };
  return {
    top,
    /** Opens it on top of the others; one that is open stays where it is. */
    open(id: string, about?: string) {
      const { overlays } = store.getState();
      if (overlays.includes(id)) return;
      store.setState({ overlays: [...overlays, id] });
      named(id)?.opened?.(about);
    },
    /** Closes the one on top. */
    close() {
      const closed = top();
      store.setState(({ overlays }) => ({ overlays: overlays.slice(0, -1) }));
      closed?.closed?.();
    },
  };
}

/** The overlays that are open over the pane, one over another; their ids are in the console's state. */
export type OverlayStack = ReturnType<typeof createOverlayStack>;

interface OverlaysContext extends PaneContext {
  readonly stack: OverlayStack;
  readonly panes: readonly Pane[];
  /** What the cursor is on, and since when. */
  cursor(): CursorSubject;
  /** The commands that would be in force without an overlay. */
  table(): readonly Command[];
  /** The commands, and the dialog, that would have the keys if the overlay of that id were closed. */
  tableUnder(overlay: string): readonly Command[];
  /** What the panes that are not on screen can do; each shows its pane first. */
  commandsElsewhere(): readonly CommandElsewhere[];
  dialogUnder(overlay: string): Dialog | undefined;
  run(command: Command): void;
  /** Every word there is for `:`. */
  words(): readonly LineWord[];
  /** What cannot be had of the configuration's keys, and the commands whose keys can be chosen. */
  readonly chosenKeys: {
    problems(): readonly Printable[];
    commands(): readonly Command[];
  };
  /** Whether to remove a thing from the workspace. */
  readonly removal: Overlay;
  readonly watches: Watches;
  readonly surroundings: DoctorFacts;
  readonly terminal: QueryableTerminal;
  readonly machine: Pick<Machine, 'stateDirectory'>;
  /** Ends the console although a change is under way. */
  leave(): void;
}

/** Every overlay there is; `deleteApp` opens one of them. */
export function openOverlays(context: OverlaysContext) {
  const { store, slices, stack, panes, table, run, chosenKeys } = context;
  const { open, close } = stack;
  const { overlays: mutationOverlays, deleteApp } = openMutationOverlays({
    ...context,
    stateDirectory: context.machine.stateDirectory,
    open,
    close,
  });
  const overlays: readonly Overlay[] = [
    openHelp({
      ...context,
      table: () => context.tableUnder('help'),
      dialog: () => context.dialogUnder('help'),
      close,
    }),
    ...openHelpTopics(context),
    openPalette({ ...context, panes, table, run, close }),
    openLedger(context),
    openDoctor(context),
    openMessages(context),
    openKeyList({ store, slices, ...chosenKeys }),
    openCopyMenu(context, () => panes.find(({ id }) => id === store.getState().pane), close),
    context.removal,
    openWatches(context),
    ...mutationOverlays,
  ];
  return { overlays, deleteApp };
}
