import type { OptionSpec } from './command-spec.ts';

/** Which service a command talks to. */
export const SERVICE = [
  {
    kind: 'text',
    name: 'profile',
    value: 'NAME',
    completes: 'profile',
    help: 'the profile of the configuration; WARREN_PROFILE otherwise',
  },
  {
    kind: 'text',
    name: 'base-url',
    value: 'URL',
    help: 'the service; WARREN_BASE_URL otherwise',
  },
  { kind: 'flag', name: 'demo', help: 'an embedded platform, whatever is configured' },
  { kind: 'text', name: 'seed', value: 'N', help: "the demo's world, a whole number" },
  { kind: 'flag', name: 'read-only', help: 'nothing that changes the service' },
] as const satisfies readonly OptionSpec[];

/** How a command shows what it has. */
export const OUTPUT = [
  {
    kind: 'text',
    name: 'output',
    short: 'o',
    value: 'FORMAT',
    choices: ['table', 'json', 'ndjson', 'csv'],
    help: 'table, json, ndjson or csv; table on a terminal, json otherwise',
  },
] as const satisfies readonly OptionSpec[];

/** For commands that only read. */
export const WATCH = [
  {
    kind: 'text',
    name: 'watch',
    value: 'DURATION',
    help: 'ask again and again, so long after each answer: 5s',
  },
] as const satisfies readonly OptionSpec[];

export const HELP: OptionSpec = {
  kind: 'flag',
  name: 'help',
  short: 'h',
  help: 'this',
};
