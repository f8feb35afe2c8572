import { entryOf, rowOf } from '../../src/archive/sqlite/entry-row.ts';
import { parseDuration } from '../../src/config/duration.ts';
import { readKeyText } from '../../src/config/form.ts';
import { readConfig } from '../../src/config/read-config.ts';
import type { Operation, OperationId } from '../../src/contract/operation.ts';
import { operations } from '../../src/contract/operations/index.ts';
import { readAnswer } from '../../src/contract/read-answer.ts';
import { parseFilter } from '../../src/events/filter/parse.ts';
import { parseTime } from '../../src/events/filter/time-point.ts';
import { preflight } from '../../src/guardian/preflight.ts';
import { createKeyParser } from '../../src/input/key-parser.ts';
import { auditedChanges } from '../../src/mutations/audit.ts';
import { jsonText } from '../../src/text/json-and-csv.ts';
import { generatedAnswers } from './generated-answers.ts';
import { noDrift } from './no-drift.ts';
import { type Random, seededRandom } from './random.ts';

/** A parser of untrusted text. */
export interface FuzzReader {
  /** Its share of all cases. */
  readonly share: number;
  /** Valid texts, which are then corrupted. */
  readonly samples: readonly string[];
  /** Tokens of its syntax. */
  readonly tokens: readonly string[];
  /** Reads a text. Returns what is wrong with the result, and throws only if the parser throws. */
  read(text: string, random: Random): string | undefined;
}

const IDS = Object.keys(operations) as OperationId[];

const answers = IDS.filter((id) => id !== 'app-delete').flatMap((id) =>
  [...generatedAnswers(id, 12)].map(({ text }) => text).filter((text) => text.length < 3000),
);

const SPECIFICATION = `openapi: 3.0.3
info: {title: Shop, version: '1'}
servers: [{url: /v1}]
components:
  securitySchemes: {key: {type: apiKey, in: header, name: X-Key}}
  schemas:
    Item: {type: object, properties: {id: {type: integer}, next: {$ref: '#/components/schemas/Item'}}}
paths:
  /items/{id}:
    parameters: [{name: id, in: path, required: true, schema: {type: string, pattern: '^[a-z]+$'}}]
    get:
      security: [{key: []}]
      responses: {'200': {description: ok, content: {application/json: {schema: {$ref: '#/components/schemas/Item'}}}}}
`;

const CONFIG = `default_profile: prod
theme: dark
keys: {quit: [q, ctrl-q]}
profiles:
  prod: {base_url: 'https://api.example.net', access_key_file: ~/.key, workspace: shop, interval: 5s}
workspaces:
  shop: {apps: [{id: a1, name: checkout}], shield_zones: [7, 8], include: [more.yaml]}
`;

const FILTERS = [
  'status:blocked ip:94.102.0.0/16 -country:DE',
  '(method:GET or method:POST) path:/api/* log~"sql.*inj" not rule:942100',
  'time>=14:00 time<14:30 host:"shop example" ~(a|b)+',
];

/** ASCII control characters, which are never the name of a key and never typed text. */
const CONTROLS = /[\0-\u001f\u007f]/;

const OPERATION_FOR = (random: Random): Operation<unknown, unknown> =>
  operations[IDS[random.below(IDS.length)] ?? 'search'];

/** The parsers of all untrusted text. */
export const FUZZ_READERS: Readonly<Record<string, FuzzReader>> = {
  keys: {
    share: 45,
    samples: [
      'j\u001b[A\u001b[1;2C',
      '\u001b[200~paste\u001b[201~q',
      '\u001b]11;rgb:00/00/00\u0007',
      'é漢👩‍👩‍👧',
    ],
    tokens: [
      '\u001b',
      '\u001b[',
      '\u001bO',
      '\u001b[200~',
      '\u001b[201~',
      '\u001b[<0;1;1M',
      '\u001b[?62c',
      '\u001bP',
      '\u001b\\',
      ';',
      '~',
      '\u0003',
    ],
    read(text, random) {
      const parser = createKeyParser(() => {});
      const bytes = Buffer.from(text);
      const at = random.below(bytes.length + 1);
      const events = [
        ...parser.push(bytes.subarray(0, at), 0),
        ...parser.push(bytes.subarray(at), random.below(60)),
        ...parser.tick(10_000),
      ];
      for (const event of events) {
        // A key event has a name or the typed character.
        if (event.kind === 'key' && (event.key === '' || CONTROLS.test(event.key))) {
          return `a key is called ${JSON.stringify(event.key)}`;
        }
      }
      return undefined;
    },
  },
  filters: {
    share: 20,
    samples: FILTERS,
    tokens: [
      '(',
      ')',
      '"',
      '~',
      ':',
      '*',
      '/',
      'or',
      'not',
      '-',
      '!',
      '[',
      '\\',
      '>=',
      'status:',
      'log~',
      '94.1/33',
      '::/0',
    ],
    read(text) {
      const { problems } = parseFilter(text);
      const astray = problems.find(({ column }) => column < 0 || column > text.length + 1);
      if (astray) return `a problem is said to be at ${astray.column} of ${text.length}`;
      return undefined;
    },
  },
  answers: {
    share: 20,
    samples: answers,
    tokens: [
      'null',
      '{',
      '}',
      '[',
      ']',
      '"',
      ':',
      '-',
      '1e400',
      '9007199254740993',
      '"__proto__":{}',
      '"error":{"success":false,"message":"x"}',
      '<html>',
      '\\u0000',
    ],
    read(text, random) {
      const status = random.pick([200, 202, 400, 401, 404, 500]);
      const contentType = random.pick(['application/json', 'text/html', undefined]);
      const read = readAnswer(OPERATION_FOR(random), { status, contentType, text }, noDrift);
      if (read.kind === 'problem' && read.problem.title === '') return 'a failure without a word';
      return Object.hasOwn(Object.prototype, 'x') ? 'a prototype was changed' : undefined;
    },
  },
  'lines of an audit, names of keys, times': {
    share: 13.8,
    samples: [
      '{"event":"ended","time":"2026-03-13T23:59:00.000Z","attempt":"a","operation":"app-delete","subject":{"kind":"app","id":"x"},"outcome":"accepted"}',
      'ctrl-shift-f12',
      '14:02:05',
      '1h30m',
    ],
    tokens: ['"', '}', 'ctrl-', 'T', 'Z', ':', 'h', 'ms', '\n', 'e9'],
    read(text) {
      auditedChanges(text, false);
      readKeyText(text);
      parseDuration(text);
      parseTime(text);
      return undefined;
    },
  },
  'rows of an archive': {
    share: 1,
    samples: answers.filter((text) => text.startsWith('{"logs"')).concat('["1",null]'),
    tokens: ['\ud800', '\0', '"', '[', 'null', '-9e999', '1e5'],
    read(text, random) {
      const entry = entryOf({
        log_encoding: random.pick(['utf-8', 'utf-16', 'utf-16, odd id', 'x']),
        log_id: text,
        labels: text,
        stamp: random.pick([1, null, Buffer.from(text.slice(0, 20)), Number.NaN]),
        log: Buffer.from(text),
      });
      // An entry read from a row can be written again.
      const again = entryOf(rowOf(entry) as unknown as Record<string, unknown>);
      return typeof jsonText(again) === 'string' ? undefined : 'no entry';
    },
  },
  configurations: {
    share: 0.15,
    samples: [CONFIG],
    tokens: [
      '&a ',
      '*a',
      '!!binary ',
      '? ',
      '- ',
      ': ',
      '{',
      '}',
      '<<: ',
      '\t',
      '|',
      '%YAML 1.1\n',
      '---\n',
    ],
    read(text) {
      const read = readConfig(text);
      return read.kind === 'faulty' && read.faults.length === 0
        ? 'it is faulty without a fault'
        : undefined;
    },
  },
  specifications: {
    share: 0.05,
    samples: [SPECIFICATION],
    tokens: [
      '$ref: ',
      "'#/paths'",
      '&a ',
      '*a',
      'allOf: [',
      '{',
      '}',
      'null',
      '~1',
      'nullable: true',
      '1e999',
      '\t',
    ],
    read(text) {
      const lines = text.split('\n').length + 1;
      const { problems } = preflight(text);
      return problems.some(({ line }) => line < 1 || line > lines)
        ? 'a problem is said to be on a line that there is not'
        : undefined;
    },
  },
};

const LONGEST = 4096;

/** A sample with a few random corruptions. */
function broken({ samples, tokens }: FuzzReader, random: Random): string {
  let text = samples[random.below(samples.length)] ?? '';
  for (let mistakes = 1 + random.below(4); mistakes > 0; mistakes -= 1) {
    const at = random.below(text.length + 1);
    const to = Math.min(text.length, at + 1 + random.below(12));
    switch (random.below(6)) {
      case 0:
        text = text.slice(0, at) + text.slice(to);
        break;
      case 1:
        text = text.slice(0, to) + text.slice(at);
        break;
      case 2:
        text = text.slice(0, at) + (tokens[random.below(tokens.length)] ?? '') + text.slice(at);
        break;
      case 3:
        text = text.slice(0, at) + String.fromCharCode(random.below(0x10000)) + text.slice(at + 1);
        break;
      case 4:
        text = text.slice(0, at) + String.fromCharCode(random.below(0x80)) + text.slice(at + 1);
        break;
      default:
        text = text.slice(0, at);
    }
  }
  return text.slice(0, LONGEST);
}

/** A text that a parser failed on, and how. */
export interface FuzzFailure {
  readonly reader: string;
  readonly text: string;
  readonly why: string;
}

/** The failure of a parser on a text; undefined if there is none. */
export function judged(name: string, text: string, random: Random): FuzzFailure | undefined {
  const reader = FUZZ_READERS[name];
  if (!reader) return { reader: name, text, why: 'no such reader' };
  const began = performance.now();
  let why: string | undefined;
  try {
    why = reader.read(text, random);
  } catch (error) {
    why = `it threw ${error instanceof Error ? error.stack : String(error)}`;
  }
  const took = performance.now() - began;
  // A generous limit, because machines may stall. Texts of this length are parsed within milliseconds.
  if (why === undefined && took > 5000) why = `it took ${Math.round(took)} ms`;
  return why === undefined ? undefined : { reader: name, text, why };
}

/** Reads `count` corrupted texts with one parser. */
export function fuzz(name: string, count: number, seed: number): readonly FuzzFailure[] {
  const reader = FUZZ_READERS[name];
  if (!reader) return [];
  const random = seededRandom(seed + [...name].reduce((sum, each) => sum + each.charCodeAt(0), 0));
  const failures: FuzzFailure[] = [];
  for (let at = 0; at < count && failures.length < 20; at += 1) {
    const failure = judged(name, broken(reader, random), random);
    if (failure) failures.push(failure);
  }
  return failures;
}
