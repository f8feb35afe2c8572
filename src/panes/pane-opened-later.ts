import type { Pane, PaneBody, PaneContext, PaneTab } from './pane.ts';

/** A pane as it is listed: its tab, and the way to the rest. */
export interface PaneEntry extends PaneTab {
  open(context: PaneContext): PaneBody;
}

/** A pane that is opened by the first question that neither its tab answers nor that it is closed. */
export interface PaneOpenedLater extends Pane {
  /** Opens it, if nothing has yet. */
  open(): void;
}

const NONE: readonly never[] = [];

/**
 * The pane `entry` lists. While it is not open it has seen nothing, there is nothing under its cursor, to refresh or
 * to hide. So what is told to all panes opens none, and no change of the state does: opening one changes the state.
 */
export function paneOpenedLater(entry: PaneEntry, context: PaneContext): PaneOpenedLater {
  const { id, digit, title } = entry;
  let opened: PaneBody | undefined;
  const body = (): PaneBody => {
    opened ??= entry.open(context);
    return opened;
  };
  return {
    id,
    digit,
    title,
    open: () => void body(),
    get commands() {
      return body().commands;
    },
    get parts() {
      return body().parts ?? NONE;
    },
    get typing() {
      return body().typing ?? NONE;
    },
    get form() {
      return body().form;
    },
    get verbs() {
      return body().verbs ?? NONE;
    },
    heading: (state) => body().heading(state),
    badges: (state) => body().badges(state),
    view: (room) => body().view(room),
    picture: (state, room) => body().picture?.(state, room),
    shown: (subject) => body().shown(subject),
    hidden: () => opened?.hidden(),
    subject: (state) => opened?.subject?.(state) ?? null,
    watchable: (state) => opened?.watchable?.(state) ?? null,
    seenPaths: (zone) => opened?.seenPaths?.(zone) ?? NONE,
    copies: () => opened?.copies?.() ?? NONE,
    refresh: () => opened?.refresh(),
    wayBack: () => body().wayBack(),
  };
}
