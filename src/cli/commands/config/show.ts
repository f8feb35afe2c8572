import type { Config } from '../../../config/config.ts';
import { duration } from '../../../text/moments.ts';
import { type Printable, words } from '../../../text/printable.ts';
import { keyFilePath } from '../../connection/access-key.ts';
import { chooseAscii } from '../../connection/choose-ascii.ts';
import type { ChosenService, KeyWay } from '../../connection/choose-service.ts';
import { chooseTheme } from '../../connection/choose-theme.ts';
import { configPath } from '../../connection/config-file.ts';
import { configuredWorkspace } from '../../connection/configured-workspace.ts';
import { chosenService } from '../../connection/prepare.ts';
import { DEFAULT, type Source, type Sourced, sourceWords } from '../../connection/source.ts';
import type { Action } from '../../context.ts';
import type { Environment } from '../../edges.ts';
import { EXIT } from '../../exit-code.ts';
import { type Column, grid, type Value } from '../../output/grid.ts';
import { printerFor } from '../../output/print-report.ts';
import { type Report, table } from '../../output/report.ts';

/** One setting in force. */
interface Setting {
  readonly setting: string;
  readonly value: Value;
  readonly source: Printable;
}

const COLUMNS: readonly Column<Setting>[] = [
  { name: 'setting', title: words`SETTING`, value: ({ setting }) => setting },
  {
    name: 'value',
    title: words`VALUE`,
    value: ({ value }) => value,
  },
  { name: 'source', title: words`FROM`, value: ({ source }) => source },
];

const row = (setting: string, { value, source }: Sourced<Value>): Setting => ({
  setting,
  value,
  source: sourceWords(source),
});

/** Where the key comes from: never the key, nor a command, which may hold one. */
function keyWords(way: KeyWay, env: Environment): string {
  switch (way.kind) {
    case 'environment':
      return 'set, and not shown';
    case 'file':
      return `in ${keyFilePath(way.path, env)}`;
    case 'command':
      return 'from the access_key_command';
    case 'prompt':
      return 'asked for';
  }
}

function workspaceWords(config: Config, name: string): string {
  const { name: _, ...things } = configuredWorkspace(config, name);
  const total = Object.values(things).reduce((sum, each) => sum + each.length, 0);
  return `${name}, ${total} ${total === 1 ? 'thing' : 'things'}`;
}

/** Every setting in force and where it comes from. */
export function settingsOf(
  chosen: Exclude<ChosenService, { kind: 'refused' }>,
  config: Config,
  env: Environment,
): readonly Setting[] {
  const shared = [
    row('read_only', chosen.readOnly),
    row('interval', { ...chosen.interval, value: duration(chosen.interval.value) }),
    row('theme', chooseTheme(undefined, env, config.theme)),
    row('ascii', chooseAscii(false, env, config.ascii)),
    row(
      'screen_reader',
      config.screen_reader
        ? {
            value: config.screen_reader.value,
            source: { kind: 'file', profile: null, line: config.screen_reader.line },
          }
        : { value: false, source: DEFAULT },
    ),
    row('configuration', { value: configPath(env) ?? null, source: pathSource(env) }),
  ];
  if (chosen.kind === 'demo') {
    const source: Source = chosen.asked ? { kind: 'flag', name: '--demo' } : DEFAULT;
    return [row('service', { value: 'embedded platform', source }), ...shared];
  }
  const { profile, baseUrl, key, workspace } = chosen;
  return [
    row('profile', profile ?? { value: null, source: DEFAULT }),
    row('base_url', {
      value: `${baseUrl.value.origin}${baseUrl.value.path}`,
      source: baseUrl.source,
    }),
    row('access_key', { value: keyWords(key.value, env), source: key.source }),
    row(
      'workspace',
      workspace
        ? { value: workspaceWords(config, workspace.value), source: workspace.source }
        : { value: null, source: DEFAULT },
    ),
    row('colour', chosen.colour ?? { value: null, source: DEFAULT }),
    ...shared,
  ];
}

const pathSource = ({ XDG_CONFIG_HOME: configured = '' }: Environment): Source =>
  configured.startsWith('/')
    ? { kind: 'environment', name: 'XDG_CONFIG_HOME' }
    : { kind: 'environment', name: 'HOME' };

function settingsReport(settings: readonly Setting[]): Report {
  const shown = grid(COLUMNS, settings);
  return {
    document: Object.fromEntries(
      settings.map(({ setting, value, source }) => [setting, { value, source }]),
    ),
    records: settings,
    sections: [table(shown)],
    csv: shown,
    notes: [],
  };
}

export const configShowCommand: Action<'config show'> = async ({ options }, context) => {
  const { edges } = context;
  const { chosen, config } = await chosenService(options, edges);
  await printerFor(context, options.output, 'one').print(
    settingsReport(settingsOf(chosen, config, edges.env)),
  );
  return EXIT.done;
};
