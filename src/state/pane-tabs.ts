import { type Printable, words } from '../text/printable.ts';

export interface PaneTab {
  readonly id: string;
  /** The digit key that opens it. */
  readonly digit: string;
  readonly title: Printable;
  /** A short title for small screens. */
  readonly short?: Printable;
  /** Names of the same in other programs, as typed commands. */
  readonly aliases?: readonly string[];
}

/** The panes by their digits, for the console and the command line. */
export const PANE_TABS = {
  apps: {
    id: 'apps',
    digit: '1',
    title: words`Apps`,
    aliases: ['app', 'pods', 'po', 'deploy', 'dp'],
  },
  events: { id: 'events', digit: '2', title: words`Events`, aliases: ['log', 'logs'] },
  dns: { id: 'dns', digit: '3', title: words`DNS scan`, short: words`DNS` },
  search: { id: 'search', digit: '4', title: words`Search` },
  guardian: { id: 'guardian', digit: '5', title: words`Guardian` },
  limits: { id: 'limits', digit: '6', title: words`Rate limits`, short: words`Limits` },
  scripts: { id: 'scripts', digit: '7', title: words`Scripts` },
  timeline: { id: 'timeline', digit: '8', title: words`Timeline` },
} as const satisfies Readonly<Record<string, PaneTab>>;

export type PaneId = keyof typeof PANE_TABS;
