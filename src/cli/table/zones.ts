import { DEFAULT_INTERVAL } from '../../config/defaults.ts';
import { SERVICE_OPTIONS } from '../../session/options.ts';
import {
  type CommandSpec,
  LIST_OUTPUT_OPTIONS,
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
    arguments: [
      {
        name: 'ZONE',
        help: 'identifier of the shield zone, or its name in the workspace',
        completes: 'zone',
        takesName: true,
        optional: true,
      },
    ],
    options: [
      { kind: 'text', name: 'date', value: 'YYYY-MM-DD', help: 'that day, in UTC' },
      {
        kind: 'text',
        name: 'since',
        value: 'TIME',
        help: 'from then on: 15m (ago), 07:15 (UTC) or 2026-03-14T07:15Z',
      },
      { kind: 'text', name: 'until', value: 'TIME', help: 'up to then, written likewise' },
      {
        kind: 'text',
        name: 'where',
        value: 'FILTER',
        help: 'only entries that match, in the language of the console: country:BG path:/wp-*',
      },
      {
        kind: 'text',
        name: 'top',
        value: 'FIELD,FIELD',
        help: 'instead of entries their number by the values of fields, as in filters: country,ip',
      },
      {
        kind: 'text',
        name: 'by',
        value: 'minute|hour|day|DURATION',
        help: 'instead of entries their number by time; with --top, that of each value',
      },
      {
        kind: 'text',
        name: 'limit',
        value: 'N',
        help: 'at most so many entries, the newest; with --top, so many values of each field (10)',
      },
      { kind: 'flag', name: 'follow', short: 'f', help: 'go on with what is logged from now on' },
      {
        kind: 'text',
        name: 'every',
        value: 'DURATION',
        help: `how often --follow asks when nothing happens; ${DEFAULT_INTERVAL} when not said`,
      },
      {
        kind: 'text',
        name: 'archive',
        value: 'ARCHIVE',
        completes: 'file',
        help: 'with --follow: keep all that is read in this archive, too: a file or a URL',
      },
      {
        kind: 'text',
        name: 'from',
        value: 'ARCHIVE',
        completes: 'file',
        help: 'out of this archive, without a network; all its days when none is said',
      },
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
    arguments: [
      {
        name: 'ZONE',
        help: 'identifier of the DNS zone, or its name in the workspace',
        completes: 'dns',
        takesName: true,
      },
    ],
    options: [...LIST_OUTPUT_OPTIONS, ...WATCH_OPTIONS, ...SERVICE_OPTIONS],
    examples: {
      'warren dns scan 803311': 'Shows the job and the records it found.',
      'warren dns scan 803311 -o csv > records.csv': 'Writes the records for a spreadsheet.',
    },
  },
  'rate-limit': {
    operation: 'rate-limit-metrics',
    summary: 'the breach counters of a rate limit',
    arguments: [
      {
        name: 'ID',
        help: 'identifier of the rate limit, or its name in the workspace',
        completes: 'rate-limit',
        takesName: true,
      },
    ],
    options: [...LIST_OUTPUT_OPTIONS, ...WATCH_OPTIONS, ...SERVICE_OPTIONS],
    examples: {
      'warren rate-limit 5512': 'Shows the counters and the last 28 days.',
      'warren rate-limit 5512 --watch 1m -o csv': 'Writes a line of counters every minute.',
    },
  },
} as const satisfies Readonly<Record<string, CommandSpec>>;
