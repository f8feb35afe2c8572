import type { Pane } from '../../panes/pane.ts';
import type { ConsoleState } from '../../state/console-state.ts';
import { type Printable, words } from '../../text/printable.ts';
import { theme } from '../../ui/theme.ts';
import { connectionLines } from './connection-lines.ts';

/** The newest that watches have found and nobody has acknowledged. */
function alertOf({ alerts }: ConsoleState): Printable | undefined {
  const alert = alerts.findLast(({ isOver }) => !isOver);
  return alert && words`✖ ${alert.text}`;
}

/**
 * What the window's title says, for who looks at another window: what is worst, and where. `✖ unreachable`,
 * `✖ 1 failing`, `● ok`; nothing of the kind while nothing is known.
 */
export function windowTitle(
  state: ConsoleState,
  panes: readonly Pick<Pane, 'id' | 'fresh' | 'inShort'>[],
): Printable {
  const where = words`warren ${state.profile.name}`;
  if (state.pausedAt) return words`PAUSED · ${where}`;
  const pane = panes.find(({ id }) => id === state.pane);
  const [connection] = connectionLines(state, pane?.fresh?.(state) ?? null).at(-1) ?? [];
  const isTrouble = connection?.style === theme.bad || connection?.style === theme.warn;
  const worst = isTrouble
    ? connection.text
    : (alertOf(state) ?? panes.flatMap((each) => each.inShort?.(state) ?? [])[0]);
  return worst === undefined ? where : words`${worst} · ${where}`;
}
