import { BADGE_COLOURS, THEME_CHOICES } from '../text/themes.ts';
import { DEFAULT_INTERVAL, MIN_INTERVAL_MS } from './defaults.ts';
import {
  choice,
  duration,
  type Formed,
  flag,
  identifier,
  type JsonSchema,
  key,
  list,
  named,
  placed,
  record,
  systemText,
  text,
} from './form.ts';

const KEY_ITSELF =
  'The access key itself is never read from the configuration. Name an access_key_file (mode 0600) or an access_key_command, or set WARREN_ACCESS_KEY.';

const interval = duration(MIN_INTERVAL_MS, `How often to poll; ${DEFAULT_INTERVAL} when not said.`);

const profile = record(
  {
    base_url: text('Where the service is: https://…, or http:// to a loopback address.'),
    access_key_file: systemText(
      'A file with the access key and nothing else, mode 0600. `~/` is the home directory; other relative paths start at the configuration.',
    ),
    access_key_command: systemText(
      'A command for /bin/sh that writes the access key to its output.',
    ),
    read_only: flag('Whether commands that change the service are absent.'),
    workspace: text('The workspace to open.'),
    colour: choice(BADGE_COLOURS, 'What its name stands on, to be told from others at a glance.'),
    interval,
  },
  {
    description: 'A service and how to reach it.',
    required: ['base_url'],
    pitfalls: { access_key: KEY_ITSELF, api_key: KEY_ITSELF, key: KEY_ITSELF, token: KEY_ITSELF },
  },
);

const archive = record(
  {
    url: text('clickhouse://USER@HOST:8443/DATABASE, by TLS; plain to a loopback address.'),
    password_file: systemText(
      'A file with the password and nothing else, mode 0600. `~/` is the home directory; other relative paths start at the configuration.',
    ),
    password_command: systemText('A command for /bin/sh that writes the password to its output.'),
  },
  {
    description: 'An archive of a team, and how its password is got.',
    required: ['url'],
    pitfalls: {
      password:
        'The password itself is never read from the configuration. Name a password_file (mode 0600) or a password_command, or set WARREN_ARCHIVE_PASSWORD.',
    },
  },
);

const thing = record(
  {
    id: identifier('Its identifier on the service.'),
    name: text('What people call it; its identifier when not said.'),
  },
  { description: 'A thing to watch.', required: ['id'] },
);

const workspace = record(
  {
    apps: list(thing, 'Applications.'),
    shield_zones: list(thing, 'Shield zones.'),
    dns_zones: list(thing, 'DNS zones.'),
    scripts: list(thing, 'Compute scripts.'),
    rate_limits: list(thing, 'Rate limits.'),
    filters: named(
      text('A filter, as it is typed in Events.'),
      'Filters of events, by a name of your choice.',
    ),
    watches: named(
      text('What to watch for, as it is typed behind `:watch`; `off` for one that is built in.'),
      'Expressions to watch, by a name of your choice. Built in are failing, volume and burst.',
    ),
  },
  { description: 'A named set of things to watch; no operation of the service lists them.' },
);

const workspaces = named(workspace, 'Sets of things to watch, by a name of your choice.');

/** What a configuration says beside its workspaces. */
const settings = {
  default_profile: text('The profile that is used when none is named.'),
  interval,
  profiles: named(profile, 'Services, by a name of your choice.'),
  archives: named(archive, 'Archives of a team, by a name of your choice.'),
  audit: choice(
    ['file', 'archive'],
    'Where changes are written down: in the audit file of this machine alone, or sent along to the one of archives, too.',
  ),
  include: list(
    systemText('A path; relative ones start at the configuration.'),
    'Files with further workspaces, which nobody else may write.',
  ),
  theme: choice(
    THEME_CHOICES,
    'Colours for a dark or a light background, of high contrast, or none; auto, when not said, goes by the terminal.',
  ),
  ascii: flag(
    'Whether only ASCII characters are drawn; when not said, the locale tells what the terminal has.',
  ),
  links: flag(
    'Whether addresses (http, https) are links on the screen; when not said, where the terminal is known to have them.',
  ),
  screen_reader: flag(
    'Whether the console says what it shows, line by line, instead of drawing a screen: for speech and braille.',
  ),
  history: flag(
    'Whether what is seen of the things watched is kept, in the state directory, for the next run; yes when not said.',
  ),
  asn_names: systemText(
    'A file that names autonomous systems, a number and a name a line, which nobody else may write. `~/` is the home directory; other relative paths start at the configuration.',
  ),
  on_watch: list(
    systemText('A word of the command.'),
    'A program and its arguments, run without a shell when a watch fires, for ten seconds at most. It reads what was found as JSON, and never gets the access key.',
  ),
  keys: named(
    placed(list(key('A key: x, G, Ctrl-D, PgDn, F5.'), 'The keys.')),
    'Keys by the command that they run, instead of its own; `:keys` lists the commands. With a dash before the command the keys are taken from it, and all of them when none is named.',
  ),
};

export const configForm = record(
  { ...settings, workspaces },
  {
    description: 'The configuration of warren.',
    pitfalls: { access_key: KEY_ITSELF, api_key: KEY_ITSELF, key: KEY_ITSELF, token: KEY_ITSELF },
  },
);

/** A file that others share: it says what to watch, and never where a key goes or what is run for it. */
export const sharedForm = record(
  { workspaces },
  {
    description: 'Workspaces that configurations include.',
    pitfalls: Object.fromEntries(
      Object.keys(settings).map((key) => [
        key,
        'An included file has workspaces and nothing else.',
      ]),
    ),
  },
);

/** A service and how to reach it, as configured. Everything in it is hostile text. */
export type ProfileConfig = Formed<typeof profile>;
export type WorkspaceConfig = Formed<typeof workspace>;
export type ThingConfig = Formed<typeof thing>;
export type SharedConfig = Formed<typeof sharedForm>;
export type Config = Formed<typeof configForm>;

export const configSchema: JsonSchema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'warren',
  ...configForm.schema,
};
