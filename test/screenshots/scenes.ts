/** A state of the console worth a picture. */
export interface Scene {
  /** Names the file: `<name>.svg`. */
  readonly name: string;
  /** Keys typed after the previous scene, each with text that the screen then shows. */
  readonly steps: readonly Step[];
}

export interface Step {
  /** Keys as a terminal sends them; none if the text appears by itself. */
  readonly keys?: string;
  readonly shows: string;
}

const ENTER = '\r';
const ESCAPE = '\u001b';
const CTRL_P = '\u0010';

/** Every pane in one run of the demo, then the overlays. */
export const WALK: readonly Scene[] = [
  { name: 'apps', steps: [{ shows: '1/28' }] },
  // Before other panes send requests, whose order differs in each run.
  { name: 'ledger', steps: [{ keys: '@', shows: '── Calls' }] },
  {
    name: 'app',
    steps: [
      { keys: ESCAPE, shows: '── Apps' },
      { keys: ENTER, shows: 'REGION/POD/CONTAINER' },
      { keys: 'd', shows: 'CrashLoopBackOff' },
    ],
  },
  {
    name: 'events',
    // Waits until all entries of that moment are loaded.
    steps: [{ keys: '2', shows: ' FOLLOW ' }, { shows: '25,639 loaded' }],
  },
  { name: 'facets', steps: [{ keys: 'a', shows: 'FACET' }] },
  {
    name: 'actors',
    steps: [
      { keys: 'a', shows: 'Enter inspect' },
      { keys: 'H', shows: 'NETWORK' },
    ],
  },
  {
    name: 'false-positives',
    steps: [
      { keys: 'H', shows: 'Enter inspect' },
      { keys: 'L', shows: 'SESSION' },
    ],
  },
  {
    name: 'rule-trial',
    steps: [
      { keys: 'L', shows: 'Enter inspect' },
      { keys: 'K', shows: 'only events in the log' },
    ],
  },
  {
    name: 'comparison',
    steps: [
      { keys: 'K', shows: 'Enter inspect' },
      { keys: 'D', shows: 'POINTS' },
    ],
  },
  {
    name: 'heat-map',
    steps: [
      { keys: 'D', shows: 'Enter inspect' },
      { keys: 's', shows: 'peak' },
    ],
  },
  {
    name: 'zones',
    steps: [
      { keys: 's', shows: 'Enter inspect' },
      { keys: '0', shows: 'STOP/MIN' },
    ],
  },
  {
    name: 'dns',
    steps: [
      { keys: '0', shows: 'Enter inspect' },
      { keys: '3', shows: 'shop.example' },
      { keys: ']', shows: 'completed' },
    ],
  },
  {
    name: 'search',
    steps: [
      { keys: '4', shows: 'types a name' },
      { keys: '/', shows: 'a name or an id' },
      { keys: 'basket', shows: 'from the service' },
    ],
  },
  {
    name: 'guardian',
    steps: [
      { keys: ESCAPE, shows: 'd details' },
      { keys: '5', shows: 'o chooses one' },
      { keys: 'o', shows: 'Enter' },
      { keys: 'test/samples/openapi/shop.yaml', shows: 'shop.yaml' },
      { keys: ENTER, shows: '8 endpoints' },
    ],
  },
  { name: 'rate-limits', steps: [{ keys: '6', shows: '── Rate limits' }] },
  { name: 'scripts', steps: [{ keys: '7', shows: 'edge-redirects' }] },
  { name: 'timeline', steps: [{ keys: '8', shows: '── Timeline' }] },
  {
    name: 'help',
    steps: [
      { keys: '1', shows: '── Apps' },
      { keys: '?', shows: 'Move down' },
    ],
  },
  {
    name: 'palette',
    steps: [
      { keys: ESCAPE, shows: '── Apps' },
      { keys: `${CTRL_P}theme`, shows: 'light' },
    ],
  },
];

/** The terminal sizes of the walk. */
export const SIZES = [
  { columns: 80, rows: 24 },
  { columns: 120, rows: 36 },
  { columns: 200, rows: 50 },
] as const;

export const THEMES = ['dark', 'light'] as const;

export interface Setting {
  readonly columns: number;
  readonly rows: number;
  readonly theme: (typeof THEMES)[number];
}

/** The folder of a setting: `80x24-dark`. */
export const folderOf = ({ columns, rows, theme }: Setting): string =>
  `${columns}x${rows}-${theme}`;

export const SETTINGS: readonly Setting[] = THEMES.flatMap((theme) =>
  SIZES.map((size) => ({ ...size, theme })),
);
