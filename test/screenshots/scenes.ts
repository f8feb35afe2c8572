/** A state of the console worth a picture. */
export interface Scene {
  /** Names the file: `screenshots/<name>.svg`. */
  readonly name: string;
  readonly columns: number;
  readonly rows: number;
  /** What is typed, and after each the text that shows that it was answered. */
  readonly steps: readonly Step[];
}

export interface Step {
  /** Keys, as a terminal sends them; none for what appears by itself. */
  readonly keys?: string;
  readonly shows: string;
}

const ENTER = '\r';
const WIDE = { columns: 160, rows: 40 } as const;
const started: Step = { shows: '28 watched' };

/** The pictures of the README, all of one world at one moment. */
export const scenes: readonly Scene[] = [
  { name: 'apps', ...WIDE, steps: [started, { shows: 'Figures' }] },
  { name: 'apps-small', columns: 80, rows: 24, steps: [started] },
  {
    name: 'app',
    ...WIDE,
    steps: [
      started,
      { keys: ENTER, shows: 'REGION/POD/CONTAINER' },
      { keys: 'd', shows: 'exitCode' },
    ],
  },
  { name: 'events', ...WIDE, steps: [started, { keys: '2', shows: 'newest first · following' }] },
  {
    name: 'facets',
    ...WIDE,
    steps: [
      started,
      { keys: '2', shows: 'newest first · following' },
      { keys: 'a', shows: 'FACET' },
      { keys: 'jjjjj', shows: '+ include' },
    ],
  },
  {
    name: 'dns',
    ...WIDE,
    steps: [started, { keys: '3', shows: 'shop.example' }, { keys: ']', shows: 'completed' }],
  },
  {
    name: 'search',
    ...WIDE,
    steps: [
      started,
      { keys: '4', shows: 'Search a name' },
      { keys: 'basket', shows: 'from the service' },
    ],
  },
  {
    name: 'guardian',
    ...WIDE,
    steps: [
      started,
      { keys: '5', shows: 'o chooses one' },
      { keys: 'o', shows: 'Enter' },
      { keys: 'test/samples/openapi/shop.yaml', shows: 'shop.yaml' },
      { keys: ENTER, shows: '8 endpoints' },
    ],
  },
  {
    name: 'rate-limits',
    ...WIDE,
    steps: [started, { keys: '6', shows: 'Past 28 days' }],
  },
  { name: 'scripts', ...WIDE, steps: [started, { keys: '7', shows: 'edge-redirects' }] },
  {
    name: 'ledger',
    ...WIDE,
    steps: [started, { keys: '3', shows: 'shop.example' }, { keys: '@', shows: 'As curl' }],
  },
  {
    name: 'doctor',
    columns: 120,
    rows: 24,
    // Further up stand the versions and the terminal, which are another's elsewhere.
    steps: [
      started,
      { keys: ':', shows: 'add, ' },
      { keys: 'doctor\r', shows: ' ok.' },
      { keys: 'G', shows: 'Operations that change something' },
    ],
  },
  { name: 'help', ...WIDE, steps: [started, { keys: '?', shows: 'Move down' }] },
];
