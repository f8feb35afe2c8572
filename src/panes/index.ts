import { words } from '../text/printable.ts';
import { openApps } from './apps/index.tsx';
import { openDns } from './dns/index.tsx';
import { openEvents } from './events/index.tsx';
import { openGuardian } from './guardian/index.tsx';
import { openLimits } from './limits/index.tsx';
import type { PaneEntry } from './pane-opened-later.ts';
import { openScripts } from './scripts/index.tsx';
import { openSearch } from './search/index.tsx';

/** The panes, in the order of their digits. A pane is added by one folder and one line. */
export const PANES: readonly PaneEntry[] = [
  { id: 'apps', digit: '1', title: words`Apps`, open: openApps },
  { id: 'events', digit: '2', title: words`Events`, open: openEvents },
  { id: 'dns', digit: '3', title: words`DNS scan`, open: openDns },
  { id: 'search', digit: '4', title: words`Search`, open: openSearch },
  { id: 'guardian', digit: '5', title: words`Guardian`, open: openGuardian },
  { id: 'limits', digit: '6', title: words`Rate limits`, open: openLimits },
  { id: 'scripts', digit: '7', title: words`Scripts`, open: openScripts },
];
