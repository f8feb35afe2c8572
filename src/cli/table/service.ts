import { DEFAULT_INTERVAL, DEFAULT_WAIT_MS } from '../../config/defaults.ts';
import { flag, SERVICE_OPTIONS, text } from '../../session/options.ts';
import {
  type CommandSpec,
  changedItem,
  LIST_OUTPUT_OPTIONS,
  OUTPUT_OPTIONS,
  readItem,
  STREAM_OUTPUT_OPTIONS,
  WAIT_OPTIONS,
  WATCH_OPTIONS,
} from './spec.ts';

const WAIT = `${DEFAULT_WAIT_MS / 60_000}m`;

/** An archive as an argument. */
const PLACE = {
  name: 'ARCHIVE',
  help: 'a file, or clickhouse://USER@HOST:8443/DATABASE',
  completes: 'file',
} as const;

/** Commands about what is at the service, and about archives of its events. */
export const SERVICE_COMMANDS = {
  'app overview': {
    operation: 'app-overview',
    summary: 'show an application with its regions, pods and containers',
    more: ['Without an ID: one line for each application of the workspace.'],
    arguments: [{ ...readItem('ID', 'apps'), optional: true }],
    options: [...LIST_OUTPUT_OPTIONS, ...WATCH_OPTIONS, ...SERVICE_OPTIONS],
    examples: {
      'warren app overview': 'Shows the applications of the workspace.',
      'warren app overview k3Jd82hQpLm0xYz': 'Shows one, with its parts.',
      'warren app overview k3Jd82hQpLm0xYz --watch 5s -o csv >> overview.csv':
        'Appends a line every five seconds.',
    },
  },
  'app delete': {
    operation: 'app-delete',
    summary: 'mark an application for deletion',
    more: [
      'The service answers at once and cleans up afterwards. The request is sent once and never repeated. If the service no longer finds an application whose deletion it accepted from here, it is gone: exit code 0.',
    ],
    arguments: [changedItem('ID', 'apps')],
    options: [
      text('confirm', 'ID', 'the identifier again, character by character; required'),
      flag('wait', 'wait until the application is gone'),
      text('timeout', 'DURATION', `how long --wait may take (default ${WAIT})`),
      ...OUTPUT_OPTIONS,
      ...SERVICE_OPTIONS,
    ],
    examples: {
      'warren app delete k3Jd82hQpLm0xYz --confirm k3Jd82hQpLm0xYz': 'Marks it for deletion.',
      'warren app delete k3Jd82hQpLm0xYz --confirm k3Jd82hQpLm0xYz --wait --timeout 10m':
        'Returns when it is gone, or after ten minutes with exit code 6.',
    },
  },
  'app wait': {
    summary: 'wait until an application is in a state',
    more: [
      'Retries while the service is unreachable. An application that is not found ends the wait: it is gone if it was seen before or its deletion was accepted from here; otherwise it never existed: exit code 4.',
      'Exit code 6 on timeout.',
    ],
    arguments: [readItem('ID', 'apps')],
    options: [
      text('until', 'CONDITION', 'status=VALUE[,VALUE…], or gone; required', {
        suggests: [
          'status=active',
          'status=inactive',
          'status=progressing',
          'status=failing',
          'status=suspended',
          'status=unknown',
          'gone',
        ],
      }),
      ...WAIT_OPTIONS,
      ...OUTPUT_OPTIONS,
      ...SERVICE_OPTIONS,
    ],
    examples: {
      'warren app wait k3Jd82hQpLm0xYz --until status=active --timeout 5m':
        'Returns when it is active.',
      'warren app wait k3Jd82hQpLm0xYz --until status=failing,suspended --every 30s':
        'Returns when something is wrong with it.',
    },
  },
  events: {
    operation: 'event-logs',
    summary: "show a shield zone's event log",
    more: [
      'Without --date, --since or --until: today, in UTC. Entries come in the order of the service, usually the newest first, across midnight too; each is printed once. -o ndjson has every field of the contract, null where an entry lacks it, and is what a pipe gets.',
      'An archive is a file, or a team’s tables on ClickHouse (warren help team). It keeps every entry, whatever --where says, beyond the 72 hours that the service keeps. A run that continues an archive asks only for what is missing from it, also of the days before while the service has them; several runs may share one. A day that an earlier run was still loading when it ended is loaded again from its newest entry, and printed again but for the newest 1,000. With --from, ZONE can be left out if the archive has one zone only.',
    ],
    arguments: [{ ...readItem('ZONE', 'shieldZones'), optional: true }],
    options: [
      text('date', 'YYYY-MM-DD', 'that day, in UTC'),
      text('since', 'TIME', 'the start: 15m (ago), 07:15 (UTC) or 2026-03-14T07:15Z'),
      text('until', 'TIME', 'the end, in the same form'),
      text(
        'where',
        'FILTER',
        'only entries that match, as in the console: country:BG path:/wp-*, or path="/" for that path only',
      ),
      text(
        'top',
        'FIELD,FIELD',
        'count entries by the values of these fields instead, named as in filters: country,ip',
      ),
      text(
        'by',
        'minute|hour|day|DURATION',
        'count entries by time instead; with --top, of each value',
      ),
      text(
        'limit',
        'N',
        'at most this many entries, newest first; with --top, this many values per field (default 10)',
      ),
      flag('follow', 'keep printing new entries', { short: 'f' }),
      text(
        'every',
        'DURATION',
        `how often --follow asks when nothing happens (default ${DEFAULT_INTERVAL})`,
      ),
      text(
        'archive',
        'ARCHIVE',
        'with --follow: also keep all entries in this archive, a file or a URL',
        { completes: 'file' },
      ),
      text(
        'from',
        'ARCHIVE',
        'read this archive, a file or a URL, instead of the service; all its days by default',
        { completes: 'file' },
      ),
      ...STREAM_OUTPUT_OPTIONS,
      ...SERVICE_OPTIONS,
    ],
    examples: {
      "warren events 120431 --since 15m --where 'status:Blocked country:BG'":
        'Shows what was blocked from one country in the last quarter of an hour.',
      'warren events 120431 --since 6h --top country,ip --by hour -o csv':
        'Counts requests by country and address, hour by hour, and what was done with them.',
      'warren events 120431 --follow -o ndjson | jq -c .labels': 'Pipes every new entry to jq.',
      'warren events 120431 --follow --archive shop.db > /dev/null':
        'Keeps the log while it runs, and continues when it is started again.',
      "warren events --from shop.db --date 2026-03-14 --where 'status:Blocked'":
        'Reads a day of an archive.',
    },
  },
  'dns scan': {
    operation: 'dns-scan',
    summary: 'show the latest record scan of a DNS zone',
    more: ['Exit code 1 if the scan failed: it will never have any records.'],
    arguments: [readItem('ZONE', 'dnsZones')],
    options: [...LIST_OUTPUT_OPTIONS, ...WATCH_OPTIONS, ...SERVICE_OPTIONS],
    examples: {
      'warren dns scan 803311': 'Shows the job and the records it found.',
      'warren dns scan 803311 -o csv > records.csv': 'Writes the records for a spreadsheet.',
    },
  },
  'rate-limit': {
    operation: 'rate-limit-metrics',
    summary: 'show the breach counters of a rate limit',
    arguments: [readItem('ID', 'rateLimits')],
    options: [...LIST_OUTPUT_OPTIONS, ...WATCH_OPTIONS, ...SERVICE_OPTIONS],
    examples: {
      'warren rate-limit 5512': 'Shows the counters and the last 28 days.',
      'warren rate-limit 5512 --watch 1m -o csv': 'Prints a line of counters every minute.',
    },
  },
  'archive init': {
    summary: 'create an archive of events: a team’s tables, or a file',
    more: [
      'What exists stays as it is, so it can be run again. warren help team lists the rights that it needs.',
    ],
    arguments: [PLACE],
    options: [
      text(
        'keep',
        'DAYS',
        'delete entries after this many days, or forever to keep them (default 60, for new tables)',
      ),
    ],
    examples: {
      'warren archive init clickhouse://admin@clickhouse.example.net:8443/warren':
        'Creates the tables, and prints how long entries are kept.',
      'warren archive init clickhouse://admin@clickhouse.example.net:8443/warren --keep 90':
        'Keeps them for 90 days.',
    },
  },
  'archive status': {
    summary: 'show what is in an archive of events: zones, days, size, gaps, writers',
    more: ['A day is whole once it is over and covered to its end.'],
    arguments: [PLACE],
    options: LIST_OUTPUT_OPTIONS,
    examples: {
      'warren archive status shop.db': 'Shows what a file has of each zone.',
      'warren archive status clickhouse://reader@clickhouse.example.net:8443/warren -o json':
        'Prints it for a program, with every gap.',
    },
  },
  'archive check': {
    summary: 'check that an archive of events has all that was written into it, unchanged',
    more: [
      'Reads every entry again and checks that it is as it was written, and that each day has the entries that were written. Exit code 1 if something is wrong. Entries that were never loaded are not an error: warren archive status shows gaps.',
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
      'Either may be a file or a URL. Entries that the target already has are not written again, so an interrupted copy can be continued.',
    ],
    arguments: [
      { ...PLACE, name: 'FROM' },
      { ...PLACE, name: 'TO' },
    ],
    options: [OUTPUT_OPTIONS[3]],
    examples: {
      'warren archive copy shop.db clickhouse://warren@clickhouse.example.net:8443/warren':
        'Copies a file to the team.',
      'warren archive copy clickhouse://reader@clickhouse.example.net:8443/warren all.db':
        'Copies everything into a file, to do without the server.',
    },
  },
  search: {
    operation: 'search',
    summary: 'search the whole platform',
    arguments: [{ name: 'TEXT', help: 'the term' }],
    options: [
      text('from', 'N', 'skip this many results'),
      text('size', 'N', 'at most this many results'),
      ...LIST_OUTPUT_OPTIONS,
      ...WATCH_OPTIONS,
      ...SERVICE_OPTIONS,
    ],
    examples: {
      'warren search shop': 'Shows the first results.',
      "warren search shop --from 20 --size 20 -o json | jq '.SearchResults[].Id'":
        'Prints the identifiers of the second page.',
      'warren search shop --columns Id,Name': 'Shows only these two columns.',
    },
  },
  'script add-variable': {
    operation: 'script-add-variable',
    summary: 'add a variable to a compute script',
    more: [
      'The default value is not shown, as it may be a secret. A name that is empty, or has anything but letters, digits and _, is not sent unless --unchecked is given: no operation removes a variable. The request is sent once and never repeated. If the service stored something other than what was sent, the command says so: exit code 1.',
    ],
    arguments: [changedItem('ID', 'scripts'), { name: 'NAME', help: 'name of the variable' }],
    options: [
      flag('required', 'the script must be given a value'),
      text('default', 'VALUE', 'its default value'),
      flag(
        'default-stdin',
        'read the default value from standard input, where other users cannot see it; one final newline is dropped',
      ),
      flag('unchecked', 'send a name that code may not be able to read'),
      flag('show-default', 'show the default value in the output'),
      ...OUTPUT_OPTIONS,
      ...SERVICE_OPTIONS,
    ],
    examples: {
      'warren script add-variable 7731 REGION --default eu-west':
        'Adds a variable with a default value.',
      'pass show shop/token | warren script add-variable 7731 TOKEN --required --default-stdin':
        'Adds one whose value is in neither the process list nor the shell history.',
    },
  },
  'guardian check': {
    summary: 'check an OpenAPI document before it is uploaded',
    more: [
      'Does not contact the service. Shows what is wrong, what the service would derive for each endpoint (authentication, parameters, request and response schemas), and what counts against plan limits. The limits are in the answer to an upload: --limits reads them there. Exit code 1 if the document has errors or more than the plan allows.',
    ],
    arguments: [
      { name: 'FILE', help: 'the document, JSON or YAML; - for standard input', completes: 'file' },
    ],
    options: [
      text(
        'limits',
        'FILE',
        'an answer to an upload, written by -o json, with the plan limits to count against',
        { completes: 'file' },
      ),
      ...OUTPUT_OPTIONS,
    ],
    examples: {
      'warren guardian check openapi.yaml': 'Shows what is wrong, and where.',
      "warren guardian check openapi.yaml -o json | jq '.limits'":
        'Prints the counts that plans limit.',
      'warren guardian check openapi.yaml -o yaml':
        'Shows what the service would derive for each endpoint, schemas as lines.',
    },
  },
  'guardian upload': {
    operation: 'guardian-upload',
    summary: "upload or update a shield zone's OpenAPI document",
    more: [
      'The document is checked first; if it has errors nothing is sent, unless --unchecked is given. The request is sent once and never repeated. What the service stored is compared with the document: exit code 1 if they differ.',
    ],
    arguments: [
      changedItem('ZONE', 'shieldZones'),
      { name: 'FILE', help: 'the document, JSON or YAML; - for standard input', completes: 'file' },
    ],
    options: [
      text(
        'enforce-authorization',
        'HOW',
        'yes, no, or keep: as it is, and yes for a first upload (default keep)',
        { choices: ['yes', 'no', 'keep'] },
      ),
      flag('unchecked', 'send it even if it has errors'),
      ...OUTPUT_OPTIONS,
      ...SERVICE_OPTIONS,
    ],
    examples: {
      'warren guardian upload 120431 openapi.yaml': 'Uploads it and shows the endpoints.',
      'warren guardian upload 120431 openapi.yaml --enforce-authorization no -o ndjson':
        'Uploads it without enforcing credentials, and prints one endpoint a line.',
    },
  },
} as const satisfies Readonly<Record<string, CommandSpec>>;
