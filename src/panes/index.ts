import type { PaneId } from '../state/pane-tabs.ts';
import { openApps } from './apps/index.tsx';
import { openDns } from './dns/index.tsx';
import { openEvents } from './events/index.tsx';
import { openGuardian } from './guardian/index.tsx';
import { openLimits } from './limits/index.tsx';
import type { Pane, PaneContext, PaneOf } from './pane.ts';
import { openScripts } from './scripts/index.tsx';
import { openSearch } from './search/index.tsx';
import { openTimeline } from './timeline/index.tsx';

/** Opens each pane. A new pane needs its folder, an entry in `state/pane-tabs`, and one here. */
const OPEN: { readonly [Id in PaneId]: (context: PaneContext) => PaneOf<Id> } = {
  apps: openApps,
  events: openEvents,
  dns: openDns,
  search: openSearch,
  guardian: openGuardian,
  limits: openLimits,
  scripts: openScripts,
  timeline: openTimeline,
};

export const openPanes = (context: PaneContext): readonly Pane[] =>
  Object.values(OPEN).map((open) => open(context));
