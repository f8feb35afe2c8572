import { entryOf } from '../../src/archive/sqlite/entry-row.ts';
import { completeLine, type Known } from '../../src/cli/complete.ts';
import { failureJson, failureLines } from '../../src/cli/failure-lines.ts';
import { parseCommand } from '../../src/cli/parse-command.ts';
import { parseDuration } from '../../src/config/duration.ts';
import { editWorkspace } from '../../src/config/edit-config.ts';
import { readKeyText } from '../../src/config/form.ts';
import { readConfig } from '../../src/config/read-config.ts';
import { ApiError } from '../../src/contract/api-error.ts';
import type { Operation } from '../../src/contract/operation.ts';
import { operations } from '../../src/contract/operations/index.ts';
import { matchPath, renderPath } from '../../src/contract/path.ts';
import { parseJson, readAnswer } from '../../src/contract/read-answer.ts';
import { isoDateTime } from '../../src/contract/values.ts';
import { entryTree } from '../../src/events/entry-tree.ts';
import { csvCells, jsonEntry } from '../../src/events/export.ts';
import { parseAddress } from '../../src/events/filter/address-range.ts';
import { excludeTerm, includeTerm } from '../../src/events/filter/fields.ts';
import { globTest, wildcard } from '../../src/events/filter/glob.ts';
import { parseFilter } from '../../src/events/filter/parse.ts';
import {
  compilePattern,
  isQuick,
  longestPattern,
  requiredLiterals,
  whyNoPattern,
} from '../../src/events/filter/pattern.ts';
import { parseTime } from '../../src/events/filter/time-point.ts';
import { Watchdog } from '../../src/events/filter/watchdog.ts';
import { PatternMiner } from '../../src/events/message-patterns.ts';
import { COLUMNS } from '../../src/events/storage/columns.ts';
import { logFields } from '../../src/events/storage/log-fields.ts';
import { EventStore } from '../../src/events/store.ts';
import { hasBalancedBraces, pathMatcher, templateShape } from '../../src/guardian/path-template.ts';
import { preflight } from '../../src/guardian/preflight.ts';
import { read } from '../../src/guardian/read.ts';
import { renderMarkdown } from '../../src/help/render-markdown.ts';
import type { Fact } from '../../src/history/fact.ts';
import { factSentence } from '../../src/history/fact-text.ts';
import { withoutKey } from '../../src/http/access-key.ts';
import { parseHttpDate } from '../../src/http/answer.ts';
import { parseBaseUrl } from '../../src/http/base-url.ts';
import { createKeyParser } from '../../src/input/key-parser.ts';
import { typedLine } from '../../src/input/key-reader.ts';
import { auditedChanges } from '../../src/mutations/audit.ts';
import { inWords } from '../../src/painter/spoken/scene.ts';
import { typeSecret } from '../../src/session/ask-secret.ts';
import { OperationError } from '../../src/session/errors.ts';
import { createFuzzy } from '../../src/text/fuzzy.ts';
import { csvLine, jsonText } from '../../src/text/json-and-csv.ts';
import { lookAlikeWords, looksLikeAnother } from '../../src/text/look-alikes.ts';
import { nearest } from '../../src/text/nearest.ts';
import {
  cleanLines,
  cleanTyped,
  type Printable,
  printable,
  printableStart,
  words,
} from '../../src/text/printable.ts';
import { cut, cutStart, graphemes, width, without, wrapLines } from '../../src/text/width.ts';
import { recordLines } from '../../src/ui/record-lines.ts';
import { entryWith } from './event-entries.ts';
import { noDrift } from './no-drift.ts';

const repeated = (unit: string) => (length: number) =>
  unit.repeat(Math.ceil(length / unit.length)).slice(0, length);

/** Texts of any length that are hard for parsers and formatters, by description. */
export const GROWTH_TEXTS: Readonly<Record<string, (length: number) => string>> = {
  letters: repeated('a'),
  marks: (length) => `e${'\u0301'.repeat(length)}`,
  'joined emoji': repeated('👩\u200d'),
  'halves of characters': repeated('\ud800'),
  'conjoining letters': repeated('\u1100\u1161'),
  controls: repeated('\u001b[\u009b'),
  bidirectional: repeated('\u202e'),
  'look-alikes': repeated('aе\u0301'),
  blanks: repeated(' \t'),
  'line ends': repeated('\r\n'),
  quotes: repeated('"\\'),
  'open brackets': repeated('[{('),
  brackets: (length) => '['.repeat(length / 2) + ']'.repeat(length / 2),
  links: repeated('[a](b'),
  'marks of emphasis': repeated('**`` '),
  percent: repeated('%25'),
  pattern: repeated('(a|a)*'),
  'aliases and anchors': repeated('&a *a '),
  words: repeated('a: b, '),
  keys: (length) => Array.from({ length: length / 8 }, (_, at) => `k${at}: &a\n`).join(''),
  paths: repeated('../'),
};

const NEW_IMAGE: Fact = {
  subject: { kind: 'apps', id: '1' },
  kind: 'image',
  severity: 'info',
  place: 'web',
  after: 0,
  by: 0,
  from: 'shop:1',
  to: null,
};

const fuzzy = createFuzzy();
const watchdog = new Watchdog();
const { 'event-logs': events, 'app-overview': overview } = operations;
const DEEP = { labels: {}, timestamp: null };
const ROOM = { columns: 80, rows: 24 };
const KNOWN: Known = async () => [];

/** Reads the body of an answer with this status and describes the error. */
function told(text: string, status: number): unknown {
  const raw = { status, contentType: text.slice(0, 1000), text };
  return Object.values(operations).map((operation: Operation<unknown, unknown>) => {
    const answer = readAnswer(operation, raw, noDrift);
    if (answer.kind !== 'problem') return answer;
    const error = new OperationError(new ApiError(answer.problem), operation);
    return [failureLines(error), failureJson(error)];
  });
}

/** Every public function that takes untrusted text, by what it reads or writes. */
export const GROWTH_WORK: Readonly<Record<string, (text: string) => unknown>> = {
  printable,
  printableStart,
  width: (text) => width(text as Printable),
  cut: (text) => cut(text as Printable, 80),
  cutStart: (text) => cutStart(text as Printable, 80),
  without: (text) => without(text as Printable, 80),
  wrapLines: (text) => wrapLines(printable(text), 80),
  graphemes: (text) => graphemes(printable(text)),
  'a field of the details': (text) => recordLines([{ kind: 'text', text: printable(text) }], ROOM),
  jsonText,
  csvLine: (text) => csvLine([text]),
  'names that look alike': (text) => [looksLikeAnother(text), lookAlikeWords(text)],
  'words to be read aloud': inWords,
  'another image in the Timeline': (text) => factSentence({ ...NEW_IMAGE, to: `${text}/` }),
  Markdown: (text) => renderMarkdown(text, 80),
  'a table in Markdown': (text) => renderMarkdown(`|${text.replaceAll('a', '|')}|\n`, 80),

  'fuzzy, a long name': (text) => fuzzy.rank('checkout', [text as Printable]),
  'fuzzy, much typed': (text) => fuzzy.rank(text, [words`checkout`]),
  'a typed text': (text) => [cleanTyped(text), cleanLines(text), typedLine(Buffer.from(text))],
  'a pasted secret': (text) => typeSecret('', { kind: 'paste', text, rejected: 0 } as never),
  'keys and pastes': (text) => {
    const parser = createKeyParser(() => {});
    parser.push(Buffer.from(text), 0);
  },

  'a path': (text) => renderPath(overview, { appId: text }),
  'a path that is taken apart': (text) => matchPath(overview, `/mc/apps/${text}/overview`),
  'a base URL': parseBaseUrl,
  'a date': (text) => [isoDateTime(text), parseHttpDate(text)],
  'JSON of an answer': parseJson,
  'an answer': (text) =>
    events.answer.decode({ logs: [{ ...DEEP, log: text, logId: text }] }, noDrift),
  'any answer': (text) => told(text, 200),
  'a refusal': (text) => told(jsonText({ title: text, detail: text, errors: { a: [text] } }), 400),
  'a key taken out': (text) => withoutKey(text, 'some-key'),

  'a log entry, read': (text) =>
    logFields(JSON.stringify({ Message: text, Url: text, RemoteIp: text })),
  'a log entry, kept': (text) =>
    new EventStore({ unit: 'ms' }).add('7', [entryWith({ log: text })]),
  'a log entry, every cell of it': (text) => cellsOf(JSON.stringify(fieldsOf(text))),
  'a log entry as a tree': (text) => entryTree(storedEntry(jsonText({ [text]: [text] }))),
  // One number per dozen bytes, with a blank between key and value.
  'the numbers of a log entry': ({ length }) =>
    entryTree(
      storedEntry(`{${Array.from({ length: length / 12 }, (_, at) => `"n${at}": ${at}`)}}`),
    ),
  'a log entry, exported': (text) => {
    const exported = { zone: text, entry: entryWith({ log: text }), time: 0, note: text };
    return [
      csvLine(csvCells({ ...exported, extract: () => text })),
      jsonEntry({ ...exported, extract: () => text }),
    ];
  },
  'a row of an archive': (text) => entryOf({ log_encoding: 'utf-8', labels: text, log_id: text }),
  'a message among patterns': (text) => new PatternMiner().add(text),

  'a filter': parseFilter,
  'a filter of a field': (text) => parseFilter(`log:${text}`),
  'a filter for a value': (text) => [includeTerm('path', text), excludeTerm('path', text)],
  'a pattern': (text) => [compilePattern(text), isQuick(text), whyNoPattern(text)],
  'a pattern, half typed': (text) => [longestPattern(text), requiredLiterals(text)],
  'a pattern, run on a text': (text) => {
    const pattern = compilePattern(text.slice(0, 200));
    if (pattern) watchdog.run('', () => pattern.test(text));
  },
  'a wildcard': (text) => globTest(wildcard('*a*b*c*'), 'contains')(text),
  'a time': parseTime,
  'an address': parseAddress,

  'a command line': (text) => parseCommand(['events', text, '--where', text]),
  'what completes a word': (text) => completeLine(['--profile', text, 'events', text], KNOWN),
  'a duration': parseDuration,
  'the name of a key': readKeyText,
  'the nearest name': (text) => [nearest(text, ['checkout']), nearest('checkout', [text])],
  'a configuration': (text) => readConfig(text),
  'a configuration with a name': (text) =>
    readConfig(`profiles: {${JSON.stringify(text)}: {base_url: ${JSON.stringify(text)}}}`),
  'a configuration that is changed': (text) =>
    editWorkspace(
      `workspaces: {shop: {apps: []}} # ${text}`,
      { kind: 'add', workspace: 'shop', list: 'apps', thing: { id: 'a', name: text } },
      'own',
    ),
  'an audit': (text) => auditedChanges(text, true),

  'a specification': read,
  'a specification, checked': preflight,
  'a specification with a name': (text) =>
    preflight(
      jsonText({ openapi: '3.0.3', info: {}, paths: { [text]: { get: { tags: [text] } } } }),
    ),
  'a path template': (text) => [templateShape(text), hasBalancedBraces(text)],
  'path templates': (text) => pathMatcher([text, '/a/{b}']),
};

/** A log with `text` in every field that is shown. */
const fieldsOf = (text: string) => ({
  Message: text,
  Url: text,
  RemoteIp: text,
  Headers: [{ Name: 'User-Agent', Value: text }],
});

const storedEntry = (log: string) => ({
  ...entryWith({ log }),
  id: 0,
  zone: '7',
  time: 0,
  late: false,
  conflict: false,
});

/** The cells of an entry's row in the list. */
function cellsOf(log: string): unknown {
  const store = new EventStore({ unit: 'ms' });
  store.add('7', [entryWith({ log })]);
  return [...store.ids()].flatMap((id) => COLUMNS.map((column) => store.value(id, column)));
}
