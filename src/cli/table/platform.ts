import { DEFAULT_SEED } from '../../config/defaults.ts';
import { flag, list, SERVICE_OPTIONS, text } from '../../session/options.ts';
import {
  type CommandSpec,
  changedItem,
  LIST_OUTPUT_OPTIONS,
  OUTPUT_OPTIONS,
  WATCH_OPTIONS,
} from './spec.ts';

export const PLATFORM_COMMANDS = {
  search: {
    operation: 'search',
    summary: 'search over the whole platform',
    arguments: [{ name: 'TEXT', help: 'the term' }],
    options: [
      text('from', 'N', 'skip so many results'),
      text('size', 'N', 'so many results at most'),
      ...LIST_OUTPUT_OPTIONS,
      ...WATCH_OPTIONS,
      ...SERVICE_OPTIONS,
    ],
    examples: {
      'warren search shop': 'Shows the first results.',
      "warren search shop --from 20 --size 20 -o json | jq '.SearchResults[].Id'":
        'Gives the identifiers of the second page.',
      'warren search shop --columns Id,Name': 'Shows these two columns.',
    },
  },
  'script add-variable': {
    operation: 'script-add-variable',
    summary: 'add a variable to a compute script',
    more: [
      'The default value is not shown again, as it may be a secret. The service is asked once: nothing is repeated. Where it stored something else than was sent, that is said: exit code 1.',
    ],
    arguments: [changedItem('ID', 'scripts'), { name: 'NAME', help: 'name of the variable' }],
    options: [
      flag('required', 'the script must be given a value'),
      text('default', 'VALUE', 'its default value'),
      flag(
        'default-stdin',
        'read the default value from standard input, where no other user sees it',
      ),
      flag('show-default', 'show the default value in the output'),
      ...OUTPUT_OPTIONS,
      ...SERVICE_OPTIONS,
    ],
    examples: {
      'warren script add-variable 7731 REGION --default eu-west':
        'Adds a variable with a default value.',
      'pass show shop/token | warren script add-variable 7731 TOKEN --required --default-stdin':
        'Adds one whose value stays out of the process list and of the history.',
    },
  },
  'guardian check': {
    summary: 'look at an OpenAPI document before it is uploaded',
    more: [
      'Asks no service. Shows what is wrong, what the service would derive of each endpoint (authentication, parameters, request and response schemas), and what is counted against plan limits. The limits come with the answer to an upload: --limits takes them from there. Exit code 1 when the document has errors, or more than the plan allows.',
    ],
    arguments: [
      { name: 'FILE', help: 'the document, JSON or YAML; - for standard input', completes: 'file' },
    ],
    options: [
      text(
        'limits',
        'FILE',
        'an answer to an upload, written by -o json: its plan limits are counted against',
        { completes: 'file' },
      ),
      ...OUTPUT_OPTIONS,
    ],
    examples: {
      'warren guardian check openapi.yaml': 'Shows what is wrong, and where.',
      "warren guardian check openapi.yaml -o json | jq '.limits'":
        'Gives the counts that plans limit.',
      'warren guardian check openapi.yaml -o yaml':
        'Shows what the service would derive of each endpoint, schemas as lines.',
    },
  },
  'guardian upload': {
    operation: 'guardian-upload',
    summary: "upload or update a shield zone's OpenAPI document",
    more: [
      'The document is checked first; with errors in it nothing is sent, unless --unchecked is given. The service is asked once: nothing is repeated. What it stored is compared with the document: exit code 1 where they differ.',
    ],
    arguments: [
      changedItem('ZONE', 'shieldZones'),
      { name: 'FILE', help: 'the document, JSON or YAML; - for standard input', completes: 'file' },
    ],
    options: [
      text(
        'enforce-authorization',
        'HOW',
        'yes, no, or keep: as it is, and yes for a first upload; keep when not said',
        { choices: ['yes', 'no', 'keep'] },
      ),
      flag('unchecked', 'send it whatever is wrong with it'),
      ...OUTPUT_OPTIONS,
      ...SERVICE_OPTIONS,
    ],
    examples: {
      'warren guardian upload 120431 openapi.yaml': 'Uploads it and shows the endpoints.',
      'warren guardian upload 120431 openapi.yaml --enforce-authorization no -o ndjson':
        'Uploads it without enforcing credentials, an endpoint a line.',
    },
  },
  platform: {
    summary: 'run an embedded platform for others to talk to',
    more: [
      'It listens on 127.0.0.1 and has a world and a random key of its own, which it shows with the identifiers there are, by operation. With --data it has the same key every time. It ends with Ctrl-C.',
    ],
    arguments: [],
    options: [
      text('port', 'N', 'the port; any free one when not said'),
      text('seed', 'N', `its world, a whole number; ${DEFAULT_SEED} when not said`),
      list(
        'dialect',
        'NAME=VALUE',
        'how it speaks where the contract is silent; may be given again',
        { completes: 'dialect' },
      ),
      list(
        'fault',
        'NAME[,NAME]',
        'what goes wrong with every request, such as hang, 503, html or token-cycle; completion and an unknown name list them',
        { completes: 'fault' },
      ),
      text('data', 'FILE', 'an SQLite file for what requests change; memory when not said', {
        completes: 'file',
      }),
      text(
        'write-config',
        'FILE',
        'a configuration that gets the profile platform, with its world as the workspace, and the key in FILE.key',
        { completes: 'file' },
      ),
      ...OUTPUT_OPTIONS,
    ],
    examples: {
      'warren platform --port 8080 --seed 7': 'Serves one world at the same address every time.',
      'warren platform --dialect log-order=oldest --data platform.db':
        'Speaks otherwise, and keeps what is changed.',
      'warren platform --fault hang':
        'Takes every request and never answers, to see what a console makes of it.',
    },
  },
} as const satisfies Readonly<Record<string, CommandSpec>>;
