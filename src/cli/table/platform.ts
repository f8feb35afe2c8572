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
      'The default value is not shown, as it may be a secret. The request is sent once and never repeated. If the service stored something other than what was sent, the command says so: exit code 1.',
    ],
    arguments: [changedItem('ID', 'scripts'), { name: 'NAME', help: 'name of the variable' }],
    options: [
      flag('required', 'the script must be given a value'),
      text('default', 'VALUE', 'its default value'),
      flag(
        'default-stdin',
        'read the default value from standard input, where other users cannot see it; one final newline is dropped',
      ),
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
} as const satisfies Readonly<Record<string, CommandSpec>>;
