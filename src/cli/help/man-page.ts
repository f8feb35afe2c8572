import { HELP_TOPICS, helpTopicNames } from '../../help/topics.ts';
import { exitCodes } from '../../session/errors.ts';
import { CONSOLE_OPTIONS, type OptionSpec } from '../../session/options.ts';
import { commandNames, specOf } from '../table/commands.ts';
import { commandUsage, DIALECTS, optionGroups, optionUsage, takesDialects } from './help-text.ts';

/** Escapes text for roff: no control lines, and hyphens that can be copied. */
const roff = (text: string): string =>
  text
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replaceAll('…', '...')
    .replace(/^([.'])/gm, '\\&$1');

const section = (title: string): string => `.SH ${title}`;

const item = (label: string, text: string): readonly string[] => [
  '.TP',
  `.B ${roff(label)}`,
  roff(text),
];

const items = (all: Readonly<Record<string, string>>): readonly string[] =>
  Object.entries(all).flatMap(([label, text]) => item(label, text));

const options = (all: readonly OptionSpec[]): readonly string[] =>
  all.flatMap((option) => item(optionUsage(option), option.help));

const ENVIRONMENT: Readonly<Record<string, string>> = {
  WARREN_BASE_URL: 'The service, unless --base-url or --profile selects another one.',
  WARREN_ACCESS_KEY:
    'The access key. It is sent only to the origin of WARREN_BASE_URL or, when that is not set, of the default profile.',
  WARREN_PROFILE: 'The profile, when --profile does not name one.',
  WARREN_ARCHIVE_URL: 'The archive of a team that WARREN_ARCHIVE_PASSWORD is for.',
  WARREN_ARCHIVE_PASSWORD:
    'The password of an archive. It is sent to the server of WARREN_ARCHIVE_URL and to no other.',
  WARREN_DEBUG:
    'If set, the calls to the service are noted in the debug log, without keys and without what was typed or answered.',
  NO_COLOR: 'If set, colours are off.',
  XDG_CONFIG_HOME: 'The directory of warren/config.yaml; ~/.config by default.',
};

const FILES: Readonly<Record<string, string>> = {
  '$XDG_CONFIG_HOME/warren/config.yaml':
    'The configuration: profiles, workspaces, keys and theme. warren config schema describes it. Nobody else may be able to write it.',
  '$XDG_STATE_HOME/warren/debug.log':
    'The debug log, readable only by its owner, about one megabyte at most; older ones are debug.log.1 and debug.log.2. XDG_STATE_HOME is ~/.local/state by default.',
};

export function manPage(version: string): string {
  const lines = [
    `.TH WARREN 1 "" "warren ${roff(version)}"`,
    section('NAME'),
    roff('warren - an operations console for an edge platform'),
    section('SYNOPSIS'),
    '.B warren',
    '[options]',
    '.br',
    '.B warren',
    '.I COMMAND',
    '[options]',
    section('DESCRIPTION'),
    roff(
      'Without a command, warren is a full-screen console over one service; with nothing configured it runs on an embedded platform. With a command it does one thing: data goes to standard output, everything else to standard error.',
    ),
    section('CONSOLE OPTIONS'),
    ...options(CONSOLE_OPTIONS),
    section('COMMANDS'),
    ...commandNames.flatMap((name) => {
      const spec = specOf(name);
      const { own, shared } = optionGroups(spec);
      return [
        `.SS ${roff(commandUsage(name, spec))}`,
        roff(`${spec.summary.charAt(0).toUpperCase()}${spec.summary.slice(1)}.`),
        ...(spec.more ?? []).map(roff),
        ...spec.arguments.flatMap(({ name: of, help }) => item(of, help)),
        ...options(own),
        ...(takesDialects(spec)
          ? ['.PP', 'Dialects, and the values of each, the usual one first:'].concat(
              DIALECTS.flatMap(([id, values]) => item(id, values)),
            )
          : []),
        ...(shared.length === 0
          ? []
          : ['.PP', roff(`Also ${shared.map((option) => `--${option.name}`).join(', ')}.`)]),
        ...Object.entries(spec.examples).flatMap(([line, does]) => [
          '.PP',
          roff(does),
          '.PP',
          '.RS 4',
          '.nf',
          roff(line),
          '.fi',
          '.RE',
        ]),
      ];
    }),
    section('HELP TOPICS'),
    roff('warren help TOPIC shows one of these.'),
    ...helpTopicNames.flatMap((name) => item(name, HELP_TOPICS[name].summary)),
    section('OUTPUT'),
    ...items(FORMATS),
    '.PP',
    roff('The documents are stable: fields may be added, but none is renamed or removed.'),
    ...items(DOCUMENTS),
    section('EXIT STATUS'),
    ...exitCodes.flatMap(([code, meaning]) => item(code, meaning)),
    section('ENVIRONMENT'),
    ...items(ENVIRONMENT),
    section('FILES'),
    ...items(FILES),
  ];
  return `${lines.join('\n')}\n`;
}

/** The formats of `-o`. */
export const FORMATS: Readonly<Record<string, string>> = {
  table: 'For people; the default on a terminal. Not for programs: it may change.',
  wide: 'The table with every field of the contract, in full: columns are not cut, numbers are not rounded, and empty texts are "". --wide is the same.',
  json: 'One document; the default in a pipe. Fields have the names of the API, and those that were absent are null. Numbers of any size are exact. Enumerations are names, as the contract spells them; unknown values are unchanged. Dates are in UTC with milliseconds. With --watch and --follow there is one document per line.',
  yaml: 'The document of json as YAML, texts of several lines as lines.',
  ndjson:
    'One document per line: the entries, records, results or endpoints of a list, or the whole answer if there is none. No text is lost: characters that are unsafe on a terminal are escaped.',
  csv: 'A line of names, then rows. A text that a spreadsheet would run as a formula starts with an apostrophe.',
};

/** The output documents that are not answers of the service. */
export const DOCUMENTS: Readonly<Record<string, string>> = {
  'app overview, dns scan, rate-limit, search, guardian upload':
    'The answer of the service. In ndjson: the whole overview, the records of a scan, the whole metrics, the results of a search, the endpoints of an upload.',
  events: 'Entries of logId, timestamp, log and labels; in json one array of them.',
  'script add-variable': 'Id, Name and Required; DefaultValue with --show-default.',
  'app delete, app wait':
    'appId, status (deletion accepted, gone, or the status of the application) and waitedMs.',
  wait: 'expression, id and name of the item that met it, how, and waitedMs.',
  status:
    'asOf, workspace, counts (bad, unknown, warning, ok, deleted) and items; in ndjson an item a line: kind, id, name, state, status, problems, notes (what may pass with the next answer; the console counts it as an issue after three answers in a row), since, sinceIsUpperBound (it was so at the first answer, or at the first after a time in which nobody watched), notWatchedBetween, and the same three for issues of any severity: issuesSince, issuesSinceIsUpperBound and issuesNotWatchedBetween.',
  'guardian check':
    'file, readable, format, openapi, title, version, endpoints (what the service would derive: requestMethod, requestPath, authSchemes, availableParameters, requestBodySchemaYaml, responseBodySchemasYaml), limits (count, exact, most and pointer of each), problemCounts (error, warning, note) and problems (severity, line, column, sentence, pointer).',
  platform:
    'WARREN_BASE_URL, WARREN_ACCESS_KEY, and operations: by its name, what each can be asked about (id, name).',
  'config show': 'Each setting with its value and its source.',
  'config check': 'path, and faults of line, column, key, sentence and nearest.',
  'archive status':
    'archive, bytes, rows, version, retention (days; null for unlimited), writers of name, zones, pages and at, and zones of zone, days, first, last, entries, whole, until, lagMs and coverage. In ndjson: the zones.',
  'archive check': 'archive, unchanged, entries, days, and faults of zone, day and problem.',
  audit:
    'file, whole (false when something older was left out), damaged (lines that are not records) and changes of attempt, time, profile, host, user, tty, ssh, operation, subject (kind, id, name), request, outcome, status, error and requestId. In ndjson: the changes.',
  doctor: 'findings of result (passed, failed, noted, skipped), what, detail and advice.',
};
