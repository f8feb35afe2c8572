import { type Config, configSchema } from '../../config/config.ts';
import type { Fault } from '../../config/form.ts';
import type { Environment } from '../../edges/terminal.ts';
import { keyFilePath } from '../../session/access-key.ts';
import type { ChosenService, KeySource } from '../../session/choose-service.ts';
import { settingOr } from '../../session/choose-service.ts';
import { configFaults } from '../../session/config-faults.ts';
import {
  configPath,
  configuredWorkspace,
  noConfigDirectory,
  readConfigFile,
} from '../../session/config-file.ts';
import { EXIT, UserError } from '../../session/errors.ts';
import { resolveService } from '../../session/session-config.ts';
import {
  chooseAscii,
  chooseTheme,
  DEFAULT_SOURCE,
  formatSource,
  type Source,
  type Sourced,
} from '../../session/settings.ts';
import { ITEM_KINDS, itemKinds } from '../../state/item-kinds.ts';
import { type CsvValue, jsonText } from '../../text/json-and-csv.ts';
import { counted } from '../../text/numbers.ts';
import { type Printable, printable, words } from '../../text/printable.ts';
import { duration } from '../../text/time.ts';
import type { Action } from '../context.ts';
import { columnNames, type OutputColumn } from '../output/grid.ts';
import { printerFor, type Report, tableReport } from '../output/report.ts';

interface Setting {
  readonly setting: string;
  readonly value: CsvValue;
  readonly source: Printable;
}

const COLUMNS: readonly OutputColumn<Setting>[] = [
  { name: 'setting', title: words`SETTING` },
  { name: 'value', title: words`VALUE` },
  { name: 'source', title: words`FROM` },
];

export const settingColumns = columnNames(COLUMNS);

const row = (setting: string, { value, source }: Sourced<CsvValue>): Setting => ({
  setting,
  value,
  source: formatSource(source),
});

const UNSET: Sourced<null> = { value: null, source: DEFAULT_SOURCE };

/** Where the key comes from. A command is not shown, because it may contain a secret. */
function keyWords(way: KeySource, env: Environment): string {
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
  return `${name}, ${counted(total, words`thing`)}`;
}

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
    row('screen_reader', settingOr(config.screen_reader, null, false)),
    row('configuration', { value: configPath(env) ?? null, source: pathSource(env) }),
  ];
  if (chosen.kind === 'demo') {
    const service: Sourced<string> = chosen.asked
      ? { value: 'embedded platform', source: { kind: 'flag', name: '--demo' } }
      : { value: 'none: the console runs on an embedded platform', source: DEFAULT_SOURCE };
    return [row('service', service), ...shared];
  }
  const { profile, baseUrl, key, workspace } = chosen;
  return [
    row('profile', profile ?? UNSET),
    row('base_url', {
      value: `${baseUrl.value.origin}${baseUrl.value.path}`,
      source: baseUrl.source,
    }),
    row('access_key', { value: keyWords(key.value, env), source: key.source }),
    row(
      'workspace',
      workspace
        ? { value: workspaceWords(config, workspace.value), source: workspace.source }
        : UNSET,
    ),
    row('colour', chosen.colour ?? UNSET),
    ...shared,
  ];
}

const pathSource = ({ XDG_CONFIG_HOME: configured = '' }: Environment): Source =>
  configured.startsWith('/')
    ? { kind: 'environment', name: 'XDG_CONFIG_HOME' }
    : { kind: 'environment', name: 'HOME' };

const settingsReport = (settings: readonly Setting[]): Report =>
  tableReport({
    columns: COLUMNS,
    rows: settings,
    document: Object.fromEntries(
      settings.map(({ setting, value, source }) => [setting, { value, source }]),
    ),
  });

export const configShowCommand: Action<'config show'> = async ({ options }, context) => {
  const { edges } = context;
  const { chosen, config } = await resolveService(options, edges);
  await printerFor(context, options, 'one').print(
    settingsReport(settingsOf(chosen, config, edges.env)),
  );
  return EXIT.done;
};

/** Always the bare path, whatever the format, so that a shell can use it in a command. */
export const configPathCommand: Action<'config path'> = async (_, { edges, stdout }) => {
  const path = configPath(edges.env);
  if (path === undefined) {
    throw noConfigDirectory(edges.env);
  }
  await stdout.write(`${printable(path)}\n`);
  return EXIT.done;
};

export const configSchemaCommand: Action<'config schema'> = async (_, { stdout }) => {
  await stdout.write(`${jsonText(configSchema, 2)}\n`);
  return EXIT.done;
};

const FAULT_COLUMNS: readonly OutputColumn<Fault>[] = [
  { name: 'line', title: words`LINE`, align: 'right' },
  { name: 'column', title: words`COL`, align: 'right' },
  { name: 'key', title: words`KEY` },
  { name: 'sentence', title: words`WHAT` },
  { name: 'nearest', title: words`DID YOU MEAN` },
  { name: 'file', title: words`INCLUDED` },
];

export const faultColumns = columnNames(FAULT_COLUMNS);

/** Names that stand for several items of a kind. A command that is given one refuses it. */
function ambiguousNames({ workspaces }: Config): readonly Printable[] {
  return [...(workspaces ?? [])].flatMap(([workspace, settings]) =>
    itemKinds.flatMap((kind) => {
      const { key, noun } = ITEM_KINDS[kind];
      const items = (settings[key] ?? []).flatMap(({ id, name }) =>
        id ? [{ id: id.value, name: name?.value }] : [],
      );
      const names = new Set(items.flatMap(({ name }) => name ?? []));
      return [...names].flatMap((name) => {
        const meant = items.filter((item) => item.name === name || item.id === name);
        if (meant.length < 2) return [];
        const ids = printable(meant.map(({ id }) => id).join(', '));
        return [
          words`Workspace ${printable(workspace)} has an ambiguous name: ${printable(name)} is the ${noun}s ${ids}.`,
        ];
      });
    }),
  );
}

function faultsReport(
  path: string,
  faults: readonly Fault[],
  hasKeys: boolean,
  ambiguous: readonly Printable[],
): Report {
  const files = [...new Set(faults.map(({ file }) => file ?? path))];
  const records = faults.map(({ nearest = null, file = null, ...fault }) => ({
    ...fault,
    nearest,
    file,
  }));
  return tableReport({
    columns: FAULT_COLUMNS,
    rows: faults,
    document: { path, faults: records },
    records,
    notes: [
      faults.length === 0
        ? words`${printable(path)} is valid.`
        : words`${printable(files.join(', '))} ${files.length === 1 ? words`has` : words`have`} ${counted(faults.length, words`fault`)}.`,
      ...ambiguous,
      // Only the console knows the commands that keys are bound to.
      ...(hasKeys
        ? [
            words`Its keys are checked at the start of the console; :keys lists what is wrong with them.`,
          ]
        : []),
    ],
  });
}

export const configCheckCommand: Action<'config check'> = async ({ options }, context) => {
  const { env, uid } = context.edges;
  const path = configPath(env);
  if (path === undefined) throw noConfigDirectory(env);
  const file = await readConfigFile(path, uid);
  if (file.kind === 'absent') {
    throw new UserError([words`There is no configuration. warren init writes one.`]);
  }
  if (file.kind === 'refused') throw new UserError(file.lines);
  const faults = file.kind === 'faulty' ? file.faults : configFaults(file, env);
  const ambiguous = file.kind === 'read' ? ambiguousNames(file.config) : [];
  const hasKeys = file.kind === 'read' && (file.config.keys?.size ?? 0) > 0;
  await printerFor(context, options, 'one').print(faultsReport(path, faults, hasKeys, ambiguous));
  return faults.length > 0 ? EXIT.usage : EXIT.done;
};
