import { words } from '../text/printable.ts';
import { openApps } from './apps/index.tsx';
import { openDns, openEvents, openGuardian, openLimits, openScripts, openSearch } from './later.ts';
import type { PaneEntry } from './pane-opened-later.ts';

/** The panes, in the order of their digits. A pane is added by one file and two lines: here, and in `later.ts`. */
export const PANES: readonly PaneEntry[] = [
  { id: 'apps', digit: '1', title: words`Apps`, open: openApps },
  { id: 'events', digit: '2', title: words`Events`, open: openEvents },
  { id: 'dns', digit: '3', title: words`DNS scan`, open: openDns },
  { id: 'search', digit: '4', title: words`Search`, open: openSearch },
  { id: 'guardian', digit: '5', title: words`Guardian`, open: openGuardian },
  { id: 'limits', digit: '6', title: words`Rate limits`, open: openLimits },
  { id: 'scripts', digit: '7', title: words`Scripts`, open: openScripts },
];
