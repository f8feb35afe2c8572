import { describe, expect, it } from 'vitest';
import { entryOf } from '../../src/archive/entry-row.ts';
import { parseCommand } from '../../src/cli/parse-command.ts';
import { operations } from '../../src/contract/operations/index.ts';
import { renderPath } from '../../src/contract/path.ts';
import { parseJson } from '../../src/contract/read-answer.ts';
import { isoDateTime } from '../../src/contract/values.ts';
import { parseAddress } from '../../src/events/filter/address-range.ts';
import { globTest, wildcard } from '../../src/events/filter/glob.ts';
import { parseFilter } from '../../src/events/filter/parse.ts';
import { compilePattern, isQuick } from '../../src/events/filter/pattern.ts';
import { parseTime } from '../../src/events/filter/time-point.ts';
import { LogScanner } from '../../src/events/storage/log-scanner.ts';
import { EventStore } from '../../src/events/store.ts';
import { hasBalancedBraces, templateShape } from '../../src/guardian/path-template.ts';
import { read } from '../../src/guardian/read.ts';
import { withoutKey } from '../../src/http/access-key.ts';
import { parseHttpDate } from '../../src/http/answer.ts';
import { parseBaseUrl } from '../../src/http/base-url.ts';
import { createKeyParser } from '../../src/input/key-parser.ts';
import { auditedChanges } from '../../src/mutations/audit.ts';
import { inWords } from '../../src/painter/spoken/scene.ts';
import { createFuzzy } from '../../src/text/fuzzy.ts';
import { csvLine, jsonText } from '../../src/text/json-and-csv.ts';
import { type Printable, printable, printableStart, words } from '../../src/text/printable.ts';
import { cut, cutStart, graphemes, width, without, wrapLines } from '../../src/text/width.ts';
import { entryWith } from '../support/event-entries.ts';
import { noDrift } from '../support/no-drift.ts';

/*
 * Every function that is given the text of others does work in proportion to it, or to the part it looks at. Times
 * are compared with each other, never with a clock: a text sixteen times as long may take some eighty times as long
 * on a machine with other things to do, not two hundred and fifty.
 */

const SMALL = 8 * 1024;
const TIMES = 16;
const TOLERANCE = 5;
/** Shorter times tell nothing, milliseconds. */
const LEAST = 4;

const repeated = (unit: string) => (length: number) =>
  unit.repeat(Math.ceil(length / unit.length)).slice(0, length);

const TEXTS: Readonly<Record<string, (length: number) => string>> = {
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
  percent: repeated('%25'),
  pattern: repeated('(a|a)*'),
  'aliases and anchors': repeated('&a *a '),
  words: repeated('a: b, '),
  paths: repeated('../'),
};

const fuzzy = createFuzzy();
const scanner = new LogScanner();
const decode = operations['event-logs'].answer;
const DEEP = { labels: {}, timestamp: null };

const WORK: Readonly<Record<string, (text: string) => unknown>> = {
  printable,
  printableStart,
  width: (text) => width(text as Printable),
  cut: (text) => cut(text as Printable, 80),
  cutStart: (text) => cutStart(text as Printable, 80),
  without: (text) => without(text as Printable, 80),
  wrapLines: (text) => wrapLines(printable(text), 80),
  graphemes: (text) => graphemes(printable(text)),
  jsonText,
  csvLine: (text) => csvLine([text]),
  'fuzzy, a long name': (text) => fuzzy.rank('checkout', [text as Printable]),
  'fuzzy, much typed': (text) => fuzzy.rank(text, [words`checkout`]),
  'a path': (text) => renderPath(operations['app-overview'], { appId: text }),
  'JSON of an answer': parseJson,
  'an answer': (text) => decode.decode({ logs: [{ ...DEEP, log: text, logId: text }] }, noDrift),
  'a log entry, scanned': (text) => {
    const bytes = Buffer.from(JSON.stringify({ Message: text, Url: text, RemoteIp: text }));
    scanner.scan(bytes, 0, bytes.length);
  },
  'a log entry, kept': (text) =>
    new EventStore({ unit: 'ms' }).add('7', [entryWith({ log: text })]),
  'a row of an archive': (text) => entryOf({ log_encoding: 'utf-8', labels: text, log_id: text }),
  'a filter': parseFilter,
  'a filter of a field': (text) => parseFilter(`log:${text}`),
  'a pattern': (text) => [compilePattern(text), isQuick(text)],
  'a wildcard': (text) => globTest(wildcard('*a*b*c*'), 'contains')(text),
  'a time': parseTime,
  'a date': (text) => [isoDateTime(text), parseHttpDate(text)],
  'an address': parseAddress,
  'a base URL': parseBaseUrl,
  'a key taken out': (text) => withoutKey(text, 'some-key'),
  'keys and pastes': (text) => {
    const parser = createKeyParser();
    parser.push(Buffer.from(text), 0);
  },
  'a command line': (text) => parseCommand(['events', text, '--where', text]),
  'an audit': (text) => auditedChanges(text, true),
  'a specification': read,
  'a path template': (text) => [templateShape(text), hasBalancedBraces(text)],
  'words to be read aloud': inWords,
};

function timeOf(work: () => unknown): number {
  const begun = performance.now();
  try {
    work();
  } catch (error) {
    // Refusing is an answer, too.
    if (!(error instanceof Error)) throw error;
  }
  return performance.now() - begun;
}

const median = (times: readonly number[]): number =>
  times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0;

/** How many times as long a text sixteen times as long takes; 0 where both take no time. */
function growth(work: (text: string) => unknown, make: (length: number) => string): number {
  const [small, large] = [make(SMALL), make(SMALL * TIMES)];
  // Compiled and remembered first.
  timeOf(() => work(small));
  const once = timeOf(() => work(large));
  if (once < LEAST) return 0;
  const repeat = (text: string) => median([0, 1, 2].map(() => timeOf(() => work(text))));
  return repeat(large) / Math.max(repeat(small), LEAST / TIMES / 2);
}

describe.each(Object.entries(WORK))('%s', (_, work) => {
  it('A3, A11, E19: takes at most as many times as long as the text is longer, whatever it holds', () => {
    for (const [name, make] of Object.entries(TEXTS)) {
      // Another program may have had the processor once, not three times.
      const attempts = function* () {
        for (let attempt = 0; attempt < 3; attempt += 1) yield growth(work, make);
      };
      let least = Number.POSITIVE_INFINITY;
      for (const attempt of attempts()) {
        least = Math.min(least, attempt);
        if (least <= TIMES * TOLERANCE) break;
      }
      expect(least, name).toBeLessThanOrEqual(TIMES * TOLERANCE);
    }
  });
});

it('a function that is not linear would be found', () => {
  const quadratic = (text: string) => {
    let sum = 0;
    for (let at = 0; at < text.length; at += 8)
      for (let to = 0; to < at; to += 8) sum += text.charCodeAt(to);
    return sum;
  };
  expect(growth(quadratic, repeated('a'))).toBeGreaterThan(TIMES * TOLERANCE);
});
