import { DEFAULT_INTERVAL } from '../../config/defaults.ts';
import { flag, SERVICE_OPTIONS, text } from '../../session/options.ts';
import {
  type CommandSpec,
  LIST_OUTPUT_OPTIONS,
  OUTPUT_OPTIONS,
  readItem,
  STREAM_OUTPUT_OPTIONS,
  WATCH_OPTIONS,
} from './spec.ts';

export const ZONE_COMMANDS = {
  events: {
    operation: 'event-logs',
    summary: "a shield zone's event log",
    more: [
      'Without --date, --since or --until: today, in UTC. Entries come in the order in which the service has them, usually the newest first, over midnight too; each is written once. -o ndjson holds every entry whole, and is what a pipe gets.',
      'An archive is a file, or the tables of a team on ClickHouse (warren help team), that keeps every entry, whatever --where says, beyond the 72 hours that the service does. A run that goes on with one asks only for what the file does not have yet, the days before among it while the service has them, and several runs may share it. ZONE can be left out with --from where the archive is of one zone.',
    ],
    arguments: [{ ...readItem('ZONE', 'shieldZones'), optional: true }],
    options: [
      text('date', 'YYYY-MM-DD', 'that day, in UTC'),
      text('since', 'TIME', 'from then on: 15m (ago), 07:15 (UTC) or 2026-03-14T07:15Z'),
      text('until', 'TIME', 'up to then, written likewise'),
      text(
        'where',
        'FILTER',
        'only entries that match, in the language of the console: country:BG path:/wp-*',
      ),
      text(
        'top',
        'FIELD,FIELD',
        'instead of entries their number by the values of fields, as in filters: country,ip',
      ),
      text(
        'by',
        'minute|hour|day|DURATION',
        'instead of entries their number by time; with --top, that of each value',
      ),
      text(
        'limit',
        'N',
        'at most so many entries, the newest; with --top, so many values of each field (10)',
      ),
      flag('follow', 'go on with what is logged from now on', { short: 'f' }),
      text(
        'every',
        'DURATION',
        `how often --follow asks when nothing happens; ${DEFAULT_INTERVAL} when not said`,
      ),
      text(
        'archive',
        'ARCHIVE',
        'with --follow: keep all that is read in this archive, too: a file or a URL',
        { completes: 'file' },
      ),
      text(
        'from',
        'ARCHIVE',
        'out of this archive, without a network; all its days when none is said',
        { completes: 'file' },
      ),
      ...STREAM_OUTPUT_OPTIONS,
      ...SERVICE_OPTIONS,
    ],
    examples: {
      "warren events 120431 --since 15m --where 'status:Blocked country:BG'":
        'Shows what was blocked from one country in the last quarter of an hour.',
      'warren events 120431 --since 6h --top country,ip --by hour -o csv':
        'Counts who came from where, hour by hour, and what was done with them.',
      'warren events 120431 --follow -o ndjson | jq -c .labels': 'Hands every new entry to jq.',
      'warren events 120431 --follow --archive shop.db > /dev/null':
        'Keeps the log for as long as it runs, and goes on when it is begun again.',
      "warren events --from shop.db --date 2026-03-14 --where 'status:Blocked'":
        'Reads what was kept of a day.',
    },
  },
  'dns scan': {
    operation: 'dns-scan',
    summary: 'the latest record scan of a DNS zone',
    more: ['Exit code 1 when the scan failed: such a one gets no records any more.'],
    arguments: [readItem('ZONE', 'dnsZones')],
    options: [...LIST_OUTPUT_OPTIONS, ...WATCH_OPTIONS, ...SERVICE_OPTIONS],
    examples: {
      'warren dns scan 803311': 'Shows the job and the records it found.',
      'warren dns scan 803311 -o csv > records.csv': 'Writes the records for a spreadsheet.',
    },
  },
  'rate-limit': {
    operation: 'rate-limit-metrics',
    summary: 'the breach counters of a rate limit',
    arguments: [readItem('ID', 'rateLimits')],
    options: [...LIST_OUTPUT_OPTIONS, ...WATCH_OPTIONS, ...SERVICE_OPTIONS],
    examples: {
      'warren rate-limit 5512': 'Shows the counters and the last 28 days.',
      'warren rate-limit 5512 --watch 1m -o csv': 'Writes a line of counters every minute.',
    },
  },
} as const satisfies Readonly<Record<string, CommandSpec>>;

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
      text(
        'keep',
        'DAYS',
        'delete entries after so many days, or never with the word forever; 60 in new tables',
      ),
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
