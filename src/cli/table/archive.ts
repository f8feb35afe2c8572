import { type CommandSpec, LIST_OUTPUT_OPTIONS, OUTPUT_OPTIONS } from './spec.ts';

const PLACE = {
  name: 'ARCHIVE',
  help: 'a file, or clickhouse://USER@HOST:8443/DATABASE',
  completes: 'file',
} as const;

export const ARCHIVE_COMMANDS = {
  'archive init': {
    summary: 'make an archive of events: the tables of a team’s, or a file',
    more: [
      'What is there stays as it is: it can be said again. warren help team tells what rights it takes.',
    ],
    arguments: [PLACE],
    options: [
      {
        kind: 'text',
        name: 'keep',
        value: 'DAYS',
        help: 'delete entries after so many days, or never with the word forever; 60 in new tables',
      },
    ],
    examples: {
      'warren archive init clickhouse://admin@clickhouse.example.net:8443/warren':
        'Makes the tables, and says how long entries are kept.',
      'warren archive init clickhouse://admin@clickhouse.example.net:8443/warren --keep 90':
        'Keeps them for 90 days.',
    },
  },
  'archive status': {
    summary: 'what is in an archive of events: zones, days, size, gaps, writers',
    arguments: [PLACE],
    options: LIST_OUTPUT_OPTIONS,
    examples: {
      'warren archive status shop.db': 'Shows what a file has of each zone.',
      'warren archive status clickhouse://reader@clickhouse.example.net:8443/warren -o json':
        'Gives it to a program, with every gap.',
    },
  },
  'archive check': {
    summary: 'whether an archive of events has what it says it has',
    more: [
      'Reads every entry anew: whether it still says what was written, and whether each day has the entries that were claimed. Exit code 1 when something is wrong.',
    ],
    arguments: [PLACE],
    options: LIST_OUTPUT_OPTIONS,
    examples: {
      'warren archive check shop.db': 'Checks a file, for example a copy.',
      'warren archive check clickhouse://reader@clickhouse.example.net:8443/warren':
        'Checks the archive of a team.',
    },
  },
  'archive copy': {
    summary: 'copy an archive of events into another one',
    more: [
      'Either may be a file or a URL. Entries that are there already are not written again, so that it can be begun again where it was ended.',
    ],
    arguments: [
      { ...PLACE, name: 'FROM' },
      { ...PLACE, name: 'TO' },
    ],
    options: [OUTPUT_OPTIONS[3]],
    examples: {
      'warren archive copy shop.db clickhouse://warren@clickhouse.example.net:8443/warren':
        'Brings what a file has to the team.',
      'warren archive copy clickhouse://reader@clickhouse.example.net:8443/warren all.db':
        'Takes everything home, to do without the server again.',
    },
  },
} as const satisfies Readonly<Record<string, CommandSpec>>;
