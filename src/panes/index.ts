import { openApps } from './apps/index.tsx';
import { openDns } from './dns/index.tsx';
import { openEvents } from './events/index.tsx';
import { openGuardian } from './guardian/index.tsx';
import { openLimits } from './limits/index.tsx';
import type { Pane, PaneContext } from './pane.ts';
import { openScripts } from './scripts/index.tsx';
import { openSearch } from './search/index.tsx';

/** The panes, in the order of their digits. A pane is added by one file and one line. */
export const PANES: readonly ((context: PaneContext) => Pane)[] = [
  openApps,
  openEvents,
  openDns,
  openSearch,
  openGuardian,
  openLimits,
  openScripts,
];
