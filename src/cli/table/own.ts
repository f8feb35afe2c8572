import { flag, ITEM_OPTIONS, SERVICE_OPTIONS, text } from '../../session/options.ts';
import { type CommandSpec, LIST_OUTPUT_OPTIONS, OUTPUT_OPTIONS, WAIT_OPTIONS } from './spec.ts';

/** Of what is about the last hours. */
const SPAN_OPTIONS = [
  text('since', 'TIME', 'from when: 2h, 07:15 (UTC) or 2026-03-14T07:15Z; 2h when not said'),
  text('until', 'TIME', 'until when; now when not said'),
] as const;

export const OWN_COMMANDS = {
  status: {
    summary: 'the workspace at a glance: what is bad, and why',
    more: [
      'Asks for every application and every DNS zone of the workspace. Exit code 0 when nothing is bad, 1 when something is, 6 when nothing bad was seen and something could not be asked. Warnings alone are 0.',
      'Shield zones, scripts and rate limits are not judged: no operation of the service tells how they are.',
    ],
    arguments: [],
    options: [...ITEM_OPTIONS, ...LIST_OUTPUT_OPTIONS, ...SERVICE_OPTIONS],
    examples: {
      'warren status': 'Shows it, the worst first.',
      'warren status -o json | jq -r \'.items[] | select(.state == "bad").name\'':
        'Gives the names of what is bad.',
    },
  },
  wait: {
    summary: 'wait until something is so: a condition, as it is watched for in the console',
    more: [
      'An expression is a subject (app, region, pod, container, volume, dns, zone), with a name of the workspace or an id where one thing is meant, a condition in the language of all filters, and for how long it must be so. warren help configuration has more of them.',
      'Exit code 0 when it is so of one of the things; 6 when the time is over, and it is not or could not be told; 4 when there is no such thing. A service that is away is asked again.',
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
    summary: 'what changed of what is watched, as Markdown for a ticket',
    more: [
      'Reads what consoles on this machine have seen of the service: what went bad first, every change between two answers, what was changed from here, and when nobody looked. Asks no service. Times are UTC.',
      'A history holds no events. --from adds those of an archive, which warren events ZONE --follow --archive ARCHIVE keeps: how complete they are, how many came when, who sent the most.',
    ],
    arguments: [],
    options: [
      ...SPAN_OPTIONS,
      text('from', 'ARCHIVE', 'tell of the events in this archive, too: a file or a URL', {
        completes: 'file',
      }),
      ...SERVICE_OPTIONS,
    ],
    examples: {
      'warren report': 'Writes down the last two hours.',
      'warren report --since 11:30 --until 12:30 > incident.md': 'Writes down an hour of today.',
      'warren report --from shop.db': 'Tells of the events in an archive, too.',
    },
  },
  record: {
    summary: 'write down what the service answers, to be looked at again with warren replay',
    more: [
      'Asks for everything in the workspace again and again, as a console does, and keeps each answer with its time, and what changed, in a file of your own (0600, at most 500 MB: then the oldest answers go). Neither the access key nor what a change sends is in it. A recording of the same service is gone on with.',
      'What changed is kept in the history, too: a console that is started later knows since when something is bad.',
      'Says a line a minute on standard error. Ctrl-C, SIGTERM and SIGHUP end it with exit code 0; killed, it loses no more than the last second.',
    ],
    arguments: [],
    endless: true,
    options: [
      text('out', 'FILE', 'the recording; recording-DATE-TIME.db here when not said', {
        completes: 'file',
      }),
      text(
        'every',
        'DURATION',
        'so long between two questions for the same thing; 5s when not said',
      ),
      ...ITEM_OPTIONS,
      ...SERVICE_OPTIONS,
    ],
    examples: {
      'warren record': 'Records the workspace until Ctrl-C.',
      'warren record --out night.db --every 30s': 'Records the night with fewer questions.',
    },
  },
  replay: {
    summary: 'look at a recording in the console, without any network',
    more: [
      'The console as it was, with the time of the recording: Space plays, ( and ) go from answer to answer, + and - change the speed, :at 07:15 goes to a time. Nothing can be changed from it.',
    ],
    arguments: [
      { name: 'FILE', help: 'what warren record or warren bundle wrote', completes: 'file' },
    ],
    options: [],
    examples: {
      'warren replay night.db': 'Opens the console at the beginning of it.',
      'warren replay /var/lib/warren/shop.db': 'Opens one that warren record writes as a service.',
    },
  },
  bundle: {
    summary: 'one file of a stretch of time, to be looked at elsewhere with warren replay',
    more: [
      'Puts together what consoles here have seen of the service, what the workspace answers now, the entries of its logs, marks and notes, saved filters and the changes that were made from here. The access key is never in it. The file is new, for its owner only, and there whole or not at all.',
      'With --anonymise every name, identifier, host, address and free text is replaced: the same one each time, addresses within a network of their own as before. Times, figures, statuses, rules and countries stay. No list of what was replaced is kept anywhere.',
    ],
    arguments: [],
    options: [
      ...SPAN_OPTIONS,
      flag('anonymise', 'replace what says whose it is'),
      flag('anonymize', 'the same as --anonymise'),
      text('out', 'FILE', 'the bundle; bundle-DATE-TIME.db.gz here when not said', {
        completes: 'file',
      }),
      ...ITEM_OPTIONS,
      ...SERVICE_OPTIONS,
    ],
    examples: {
      'warren bundle --since 30m': 'Writes the last half hour into a file.',
      'warren bundle --since 11:30 --until 12:30 --anonymise --out incident.db.gz':
        'Writes an hour of today for somebody who must not learn whose it is.',
    },
  },
  'config show': {
    summary: 'the settings in force, and where each comes from',
    more: ['The access key is not shown, only where it comes from.'],
    arguments: [],
    options: [...LIST_OUTPUT_OPTIONS, ...SERVICE_OPTIONS],
    examples: {
      'warren config show': 'Shows what a command would use.',
      'warren config show --profile staging': 'Shows what it would use with another profile.',
    },
  },
  'config path': {
    summary: 'where the configuration is',
    arguments: [],
    options: [],
    examples: {
      'warren config path': 'Shows the path, whether or not there is a file.',
      '$EDITOR "$(warren config path)"': 'Edits it.',
    },
  },
  'config check': {
    summary: 'what is wrong with the configuration',
    more: ['Exit code 2 when something is.'],
    arguments: [],
    options: [...LIST_OUTPUT_OPTIONS],
    examples: {
      'warren config check': 'Shows every fault with its line.',
      'warren config check -o ndjson': 'A fault a line, for programs.',
    },
  },
  'config schema': {
    summary: 'the JSON Schema of the configuration',
    arguments: [],
    options: [],
    examples: {
      'warren config schema > warren.schema.json': 'Writes it for an editor.',
      'warren config schema | jq .properties': 'Shows the keys there are.',
    },
  },
  init: {
    summary: 'write a first configuration, by questions',
    more: [
      'Asks for the service, where its access key comes from and what to watch, tries one read, and writes the file at the end: after an error every answer is kept and another key or address is asked for. Things are given as ID, ID=NAME, or a pasted dashboard address with the identifier in it. An existing file gets a further profile; its comments stay.',
    ],
    arguments: [],
    options: [],
    examples: {
      'warren init': 'Asks, tries, writes.',
      'XDG_CONFIG_HOME=/tmp/try warren init': 'Does the same apart from the real configuration.',
    },
  },
  doctor: {
    summary: 'what works here and what does not',
    more: [
      'Looks at the terminal, the files, the profile, and asks each operation that reads, once. Exit code 1 when something failed.',
    ],
    arguments: [],
    options: [...LIST_OUTPUT_OPTIONS, ...SERVICE_OPTIONS],
    examples: {
      'warren doctor': 'Shows a line for each thing, with what to do.',
      'warren doctor --profile staging -o json': 'The same for a bug report.',
    },
  },
  audit: {
    summary: 'what was changed from here, and what became of it',
    more: [
      'Reads the audit file of this user on this machine: every change that a console or a command sent, the newest first, with who sent it, what was asked for without its secrets, and one of the outcomes accepted, refused, not sent and unknown. The outcome is unknown where none was recorded. Asks no service.',
      'Entries are chained by hashes. With --verify the chain is followed: what was edited, left out or cut off is named, and the exit code is 1. Whoever may write the file as its user can write a chain of their own.',
    ],
    arguments: [],
    options: [
      ...LIST_OUTPUT_OPTIONS,
      flag('verify', 'check that every entry is as it was written'),
      text(
        'from',
        'URL|BUNDLE',
        'list what the team has changed, as its archive has it, or what a bundle tells of',
        { completes: 'file' },
      ),
    ],
    examples: {
      'warren audit': 'Shows the changes.',
      'warren audit --from clickhouse://ann@clickhouse.example.net:8443/warren':
        'Shows the changes of the team, with `audit: archive` in the configuration.',
      'warren audit --verify': 'Says whether the file is whole.',
      'warren audit -o ndjson | jq \'select(.outcome | endswith("known"))\'':
        'Gives those of which it has to be found out whether they were made.',
    },
  },
  completion: {
    summary: 'the completion script of a shell',
    arguments: [{ name: 'SHELL', help: 'bash, zsh or fish', choices: ['bash', 'zsh', 'fish'] }],
    options: [],
    examples: {
      'warren completion bash > ~/.local/share/bash-completion/completions/warren':
        'Installs it for bash.',
      'warren completion fish > ~/.config/fish/completions/warren.fish': 'Installs it for fish.',
    },
  },
} as const satisfies Readonly<Record<string, CommandSpec>>;
