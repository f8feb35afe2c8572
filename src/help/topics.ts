/** What `warren help NAME` shows. */
interface HelpTopic {
  /** One clause, for the list of topics. */
  readonly summary: string;
  /** Loads its text in Markdown. */
  load(): Promise<string>;
}

/** All help topics. A new one needs a file `NAME.md` and an entry here. */
export const HELP_TOPICS = {
  keys: {
    summary: 'all keys of the console, and all commands of its : line',
    load: async () => (await import('./keys.md', { with: { type: 'text' } })).default,
  },
  filters: {
    summary: 'the filter language: operators, times, and the fields of events',
    load: async () => (await import('./filters.md', { with: { type: 'text' } })).default,
  },
  configuration: {
    summary: 'the configuration file, its settings, and what overrides it',
    load: async () => (await import('./configuration.md', { with: { type: 'text' } })).default,
  },
  output: {
    summary: 'what -o prints: each format, and the fields of each document',
    load: async () => (await import('./output.md', { with: { type: 'text' } })).default,
  },
  runbooks: {
    summary: 'a bad deploy, an attack, a silent zone: what to press, and what the screen shows',
    load: async () => (await import('./runbooks.md', { with: { type: 'text' } })).default,
  },
  recordings: {
    summary:
      'recordings, bundles, reports: what is in each, what never is, and how to hand one over',
    load: async () => (await import('./recordings.md', { with: { type: 'text' } })).default,
  },
  terminals: {
    summary: 'colours, characters, the clipboard, and what to do when a terminal looks broken',
    load: async () => (await import('./terminals.md', { with: { type: 'text' } })).default,
  },
  'reading-aloud': {
    summary: 'screen readers, braille and terminals that only print lines',
    load: async () => (await import('./reading-aloud.md', { with: { type: 'text' } })).default,
  },
  team: {
    summary: 'one archive of events for a team, on ClickHouse',
    load: async () => (await import('./team.md', { with: { type: 'text' } })).default,
  },
  assumptions: {
    summary: 'what this program assumes where the contract of the service is silent',
    load: async () => (await import('./assumptions.md', { with: { type: 'text' } })).default,
  },
} as const satisfies Readonly<Record<string, HelpTopic>>;

export type HelpTopicName = keyof typeof HELP_TOPICS;

/** In the order of the list. */
export const helpTopicNames = Object.keys(HELP_TOPICS) as readonly HelpTopicName[];
