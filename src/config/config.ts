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

const interval = duration(MIN_INTERVAL_MS, `How often to poll (default ${DEFAULT_INTERVAL}).`);

const profile = record(
  {
    base_url: text('Where the service is: https://…, or http:// to a loopback address.'),
    access_key_file: systemText(
      'A file with the access key and nothing else, mode 0600. `~/` is the home directory; other relative paths start at the configuration.',
    ),
    access_key_command: systemText(
      'A command for /bin/sh that writes the access key to its output.',
    ),
    read_only: flag('Whether commands that change the service are switched off.'),
    workspace: text('The workspace to open.'),
    colour: choice(
      BADGE_COLOURS,
      'The background of its name in the header, to tell profiles apart at a glance.',
    ),
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
    url: text('clickhouse://USER@HOST:8443/DATABASE, over TLS; without TLS to a loopback address.'),
    password_file: systemText(
      'A file with the password and nothing else, mode 0600. `~/` is the home directory; other relative paths start at the configuration.',
    ),
    password_command: systemText('A command for /bin/sh that writes the password to its output.'),
  },
  {
    description: 'An archive of a team, and where its password is.',
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
    name: text('The name to show (default: the identifier).'),
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

/** All settings except the workspaces. */
const settings = {
  default_profile: text('The profile that is used when none is named.'),
  interval,
  profiles: named(profile, 'Services, by a name of your choice.'),
  archives: named(archive, 'Archives of a team, by a name of your choice.'),
  audit: choice(
    ['file', 'archive'],
    'Where changes are recorded: in the audit file of this machine (file), or also in the archive (archive).',
  ),
  include: list(
    systemText('A path; relative ones start at the configuration.'),
    'Files with more workspaces, which no other user can write.',
  ),
  theme: choice(
    THEME_CHOICES,
    'Colours for a dark or a light background, of high contrast, or none; auto (default) follows the terminal.',
  ),
  ascii: flag('Whether only ASCII characters are drawn (default: as the locale says).'),
  links: flag(
    'Whether addresses (http, https) are links on the screen (default: in terminals known to support them).',
  ),
  screen_reader: flag(
    'Whether the console prints lines for screen readers and braille instead of drawing a screen.',
  ),
  history: flag(
    'Whether a history of the workspace is kept between runs, in the state directory (default true).',
  ),
  asn_names: systemText(
    'A file with the names of autonomous systems, a number and a name on each line, which no other user can write. `~/` is the home directory; other relative paths start at the configuration.',
  ),
  on_watch: list(
    systemText('A word of the command.'),
    'A program and its arguments, run without a shell when a watch fires, for ten seconds at most. It gets JSON on standard input, and never the access key.',
  ),
  keys: named(
    placed(list(key('A key: x, G, Ctrl-D, PgDn, F5.'), 'The keys.')),
    'Keys by the name of the command that they run, instead of its default keys; `:keys` lists the commands. A dash before the name removes these keys from the command, or all of them if none is named.',
  ),
};

export const configForm = record(
  { ...settings, workspaces },
  {
    description: 'The configuration of warren.',
    pitfalls: { access_key: KEY_ITSELF, api_key: KEY_ITSELF, key: KEY_ITSELF, token: KEY_ITSELF },
  },
);

/** A shared file. It may define workspaces, but not where a key goes or what command is run. */
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

/** A configured service. All its values are hostile text. */
export type ProfileConfig = Formed<typeof profile>;
export type WorkspaceConfig = Formed<typeof workspace>;
export type ThingConfig = Formed<typeof thing>;
export type Config = Formed<typeof configForm>;

export const configSchema: JsonSchema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'warren',
  ...configForm.schema,
};
