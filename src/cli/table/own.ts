import { DEFAULT_SEED } from '../../config/defaults.ts';
import { flag, ITEM_OPTIONS, list, SERVICE_OPTIONS, text } from '../../session/options.ts';
import { type CommandSpec, LIST_OUTPUT_OPTIONS, OUTPUT_OPTIONS, WAIT_OPTIONS } from './spec.ts';

/** The time range of a report or bundle. */
const SPAN_OPTIONS = [
  text('since', 'TIME', 'the start: 2h, 07:15 (UTC) or 2026-03-14T07:15Z (default 2h)'),
  text('until', 'TIME', 'the end (default now)'),
] as const;

/** Commands about this program and what it keeps. */
export const OWN_COMMANDS = {
  platform: {
    summary: 'run the embedded platform as a server of its own',
    more: [
      'Listens on 127.0.0.1, with a world and a random access key of its own. It prints the key and, by operation, the identifiers. With --data the key stays the same. Ctrl-C ends it.',
    ],
    arguments: [],
    options: [
      text('port', 'N', 'the port (default: any free one)'),
      text('seed', 'N', `its world, a whole number (default ${DEFAULT_SEED})`),
      list(
        'dialect',
        'NAME=VALUE',
        'how it behaves where the contract does not say; can be repeated',
        { completes: 'dialect' },
      ),
      list(
        'fault',
        'NAME[,NAME]',
        'what goes wrong with every request, such as hang, 503, html or token-cycle; an unknown name lists them all',
        { completes: 'fault' },
      ),
      text('data', 'FILE', 'an SQLite file for what requests change (default: memory)', {
        completes: 'file',
      }),
      text(
        'write-config',
        'FILE',
        'a configuration to add the profile platform to, with its world as the workspace and the key in FILE.key',
        { completes: 'file' },
      ),
      ...OUTPUT_OPTIONS,
    ],
    examples: {
      'warren platform --port 8080 --seed 7': 'Serves one world at the same address every time.',
      'warren platform --dialect log-order=oldest --data platform.db':
        'Behaves differently, and keeps what is changed.',
      'warren platform --fault hang':
        'Accepts every request and never answers, to see what a console does then.',
    },
  },
  status: {
    summary: 'show what is wrong in the workspace, and why',
    more: [
      'Asks for every application and every DNS zone of the workspace. Exit code 0 if nothing is wrong or there are only warnings, 1 if something is wrong or an application is not found, 6 if nothing is known to be wrong but something is unknown: it could not be read, it is a DNS zone without a scan or not found, or it has no status, the status unknown or one that is not in the contract. Exit code 2 if the workspace has neither. An application that was deleted from this machine is listed as deleted, which is not wrong.',
      'SINCE is when the present state began, from the history that consoles on this machine keep. ≤ means that it was so at the first answer, or at the first for more than 90 s; seen, that there was none for more than two minutes since. An application that was not found in between keeps its start. -o wide adds ISSUES SINCE, for issues of any severity: an application may have had warnings before it was bad.',
      'The table has the ids with -o wide or --columns; other formats always have them.',
      'Shield zones, scripts and rate limits are not judged: the service has no operation that reports their state.',
    ],
    arguments: [],
    options: [...ITEM_OPTIONS, ...LIST_OUTPUT_OPTIONS, ...SERVICE_OPTIONS],
    examples: {
      'warren status': 'Shows the worst first.',
      'warren status -o json | jq -r \'.items[] | select(.state == "bad").name\'':
        'Prints the names of what is wrong.',
    },
  },
  wait: {
    summary: 'wait until a condition holds, in the language of watches',
    more: [
      'An expression has a subject (app, region, pod, container, volume, dns, zone), optionally with a name of the workspace or an id; a condition, in the same language as filters; and optionally how long the condition must hold. warren help configuration has examples. The health of an application depends on its issues alone; warren status calls it unknown if its status is.',
      'Exit code 0 once it holds for one of the items; 6 on timeout, if it does not hold or is unknown; 4 if the service does not find the item, or no longer. An application is gone if it was seen before or its deletion was accepted from here. Retries while the service is unreachable.',
    ],
    arguments: [{ name: 'EXPRESSION', help: 'what to wait for, in quotes' }],
    options: [...WAIT_OPTIONS, ...ITEM_OPTIONS, ...OUTPUT_OPTIONS, ...SERVICE_OPTIONS],
    examples: {
      "warren wait 'app:checkout status = active for 1m' --timeout 10m":
        'Returns when it has been active for a minute.',
      "warren wait 'zone:shop status:Blocked > 50/min for 3m' --timeout 1h":
        'Returns when more than fifty requests a minute are blocked.',
    },
  },
  report: {
    summary: 'write what changed in the workspace as Markdown, for a ticket',
    more: [
      'Reads the history that consoles on this machine keep: what failed first, what still has issues at the end and since when, every change between two answers, the changes made from here, and when nobody was watching. Does not contact the service. Times are UTC.',
      'The history holds no events. --from adds those of an archive, as warren events ZONE --follow --archive ARCHIVE keeps one: how complete they are, how many came when, who sent the most.',
    ],
    arguments: [],
    options: [
      ...SPAN_OPTIONS,
      text('from', 'ARCHIVE', 'add the events of this archive, a file or a URL', {
        completes: 'file',
      }),
      ...SERVICE_OPTIONS,
    ],
    examples: {
      'warren report': 'Reports the last two hours.',
      'warren report --since 11:30 --until 12:30 > incident.md': 'Reports an hour of today.',
      'warren report --from shop.db': 'Adds the events of an archive.',
    },
  },
  record: {
    summary: 'record what the service answers, for warren replay',
    more: [
      'Polls everything in the workspace, as a console does, and keeps each answer with its time, and what changed, in a file (mode 0600, at most 500 MB: then the oldest answers go). Neither the access key nor the content of a change is in it. An existing recording of the same service is continued.',
      'Changes are also kept in the history, so that a console started later knows since when something is wrong.',
      'Prints a line a minute on standard error. Ctrl-C, SIGTERM, SIGHUP and SIGQUIT end it with exit code 0; if killed, it loses the last second at most.',
    ],
    arguments: [],
    endless: true,
    options: [
      text('out', 'FILE', 'the recording (default ./recording-DATE-TIME.db)', {
        completes: 'file',
      }),
      text('every', 'DURATION', 'time between two requests for the same thing (default 5s)'),
      ...ITEM_OPTIONS,
      ...SERVICE_OPTIONS,
    ],
    examples: {
      'warren record': 'Records the workspace until Ctrl-C.',
      'warren record --out night.db --every 30s': 'Records the night with fewer requests.',
    },
  },
  replay: {
    summary: 'open a recording or a bundle in the console, without a network',
    more: [
      'Shows the console as it was: Space plays, ( and ) step through the answers, + and - change the speed, :at 07:15 goes to a time. Nothing can be changed.',
    ],
    arguments: [
      { name: 'FILE', help: 'a file written by warren record or warren bundle', completes: 'file' },
    ],
    options: [],
    examples: {
      'warren replay night.db': 'Opens the console at the beginning of the recording.',
      'warren replay /var/lib/warren/shop.db': 'Opens one that warren record is writing.',
    },
  },
  bundle: {
    summary: 'write one file of the last hours to share, for warren replay',
    more: [
      'Collects the history that consoles on this machine keep, also of the 5 minutes before, what the workspace answers now, its log entries, marks and notes, saved filters and the changes made from here. The access key is never in it. Only its owner can read the file; it is written whole or not at all. A service that does not answer does not prevent it: what could not be read is named, and the exit code is 0.',
      'With --anonymise every name, identifier, host, address and text is replaced as a whole, each always by the same word; addresses of one network stay in one network. Times, figures, statuses, usual reasons, rules of the core rule set and codes of countries and regions stay. Fields that are not known and saved filters are left out. The list of replacements is not kept.',
    ],
    arguments: [],
    options: [
      ...SPAN_OPTIONS,
      flag('anonymise', 'replace everything that identifies the owner'),
      flag('anonymize', 'the same as --anonymise'),
      text('out', 'FILE', 'the bundle (default ./bundle-DATE-TIME.db)', {
        completes: 'file',
      }),
      ...ITEM_OPTIONS,
      ...SERVICE_OPTIONS,
    ],
    examples: {
      'warren bundle --since 30m': 'Writes the last half hour into a file.',
      'warren bundle --since 11:30 --until 12:30 --anonymise --out incident.db':
        'Writes an hour of today for somebody who must not know whose it is.',
    },
  },
  'config show': {
    summary: 'show the settings in force, and where each comes from',
    more: ['The access key is not shown, only where it comes from.'],
    arguments: [],
    options: [...LIST_OUTPUT_OPTIONS, ...SERVICE_OPTIONS],
    examples: {
      'warren config show': 'Shows what a command would use.',
      'warren config show --profile staging': 'Shows what another profile would use.',
    },
  },
  'config path': {
    summary: 'print where the configuration is',
    arguments: [],
    options: [],
    examples: {
      'warren config path': 'Prints the path, whether or not there is a file.',
      '$EDITOR "$(warren config path)"': 'Edits it.',
    },
  },
  'config check': {
    summary: 'check the configuration',
    more: ['Exit code 2 if something is wrong with it.'],
    arguments: [],
    options: [...LIST_OUTPUT_OPTIONS],
    examples: {
      'warren config check': 'Shows every error with its line.',
      'warren config check -o ndjson': 'Prints one error a line, for programs.',
    },
  },
  'config schema': {
    summary: 'print the JSON Schema of the configuration',
    arguments: [],
    options: [],
    examples: {
      'warren config schema > warren.schema.json': 'Writes it for an editor.',
      'warren config schema | jq .properties': 'Shows its keys.',
    },
  },
  init: {
    summary: 'ask a few questions and write a first configuration',
    more: [
      'Asks for the service, where its access key comes from and what to watch, tries one read, and writes the file at the end. After an error your answers are kept, and it asks for another key or address. Give things as ID, ID=NAME, or a pasted dashboard address with the identifier in it. An existing file gets one more profile; its values and comments stay, its layout may change.',
    ],
    arguments: [],
    options: [],
    examples: {
      'warren init': 'Asks, tries, writes.',
      'XDG_CONFIG_HOME=/tmp/try warren init': 'Tries it without touching the real configuration.',
    },
  },
  doctor: {
    summary: 'check what works here and what does not',
    more: [
      'Checks the terminal, the files and the profile, and calls each operation that only reads, once. Exit code 1 if a check failed.',
    ],
    arguments: [],
    options: [...LIST_OUTPUT_OPTIONS, ...SERVICE_OPTIONS],
    examples: {
      'warren doctor': 'Shows a line for each check, with what to do.',
      'warren doctor --profile staging -o json': 'Prints the same for a bug report.',
    },
  },
  audit: {
    summary: 'list the changes made from here, and their outcomes',
    more: [
      'Reads the audit file of this user on this machine: every change that a console or a command sent, the newest first, with who sent it, the request (without secrets), and the outcome: accepted, refused, not sent or unknown. It is unknown if none was recorded. Does not contact the service.',
      'Entries are chained by hashes. --verify checks the chain and names entries that were edited, removed or cut off; the exit code is then 1. Anyone who can write the file as its user can forge a whole chain.',
    ],
    arguments: [],
    options: [
      ...LIST_OUTPUT_OPTIONS,
      flag('verify', 'check that every entry is as it was written'),
      text(
        'from',
        'URL|BUNDLE',
        'list the changes of a team, from its archive, or those in a bundle',
        { completes: 'file' },
      ),
    ],
    examples: {
      'warren audit': 'Shows the changes.',
      'warren audit --from clickhouse://ann@clickhouse.example.net:8443/warren':
        'Shows the changes of the team, with `audit: archive` in the configuration.',
      'warren audit --verify': 'Checks that the file is intact.',
      'warren audit -o ndjson | jq \'select(.outcome == "unknown")\'':
        'Prints those with an unknown outcome.',
    },
  },
  completion: {
    summary: 'print the completion script of a shell',
    arguments: [{ name: 'SHELL', help: 'bash, zsh or fish', choices: ['bash', 'zsh', 'fish'] }],
    options: [],
    examples: {
      'warren completion bash > ~/.local/share/bash-completion/completions/warren':
        'Installs it for bash.',
      'warren completion fish > ~/.config/fish/completions/warren.fish': 'Installs it for fish.',
    },
  },
} as const satisfies Readonly<Record<string, CommandSpec>>;
