import type { PaneId } from '../state/pane-tabs.ts';
import { openApps } from './apps/index.tsx';
import { openDns } from './dns/index.tsx';
import { openEvents } from './events/index.tsx';
import { openGuardian } from './guardian/index.tsx';
import { openLimits } from './limits/index.tsx';
import type { Pane, PaneContext } from './pane.ts';
import { openScripts } from './scripts/index.tsx';
import { openSearch } from './search/index.tsx';
import { openTimeline } from './timeline/index.tsx';

/** How each pane is opened. A pane is added by its folder and by one line in `state/pane-tabs`; then this one is missed. */
const OPEN: Readonly<Record<PaneId, (context: PaneContext) => Pane>> = {
  apps: openApps,
  events: openEvents,
  dns: openDns,
  search: openSearch,
  guardian: openGuardian,
  limits: openLimits,
  scripts: openScripts,
  timeline: openTimeline,
};

/** Opens the panes, in the order of their digits. */
export const openPanes = (context: PaneContext): readonly Pane[] =>
  Object.values(OPEN).map((open) => open(context));
