import { type Bits, countBits, intersectBits, nextBit, setBit } from '../storage/bits.ts';
import { logFields } from '../storage/log-fields.ts';
import { type TextBlock, windowEnd } from './block.ts';
import type { Filter } from './filter.ts';
import { caseForms, type Glob, globTest, literal } from './glob.ts';
import { compilePattern, isQuick, requiredLiterals } from './pattern.ts';
import { allTests, rowTest, type TextTest } from './test.ts';
import { guardedText, lightlyGuardedText, type Watchdog } from './watchdog.ts';

/** A part of a filter that needs log texts. Plain data, so that it can be sent to other threads. */
export type TextFilter = Extract<Filter, { readonly kind: 'text' | 'pattern' }> & {
  readonly target: { readonly kind: 'log' | 'url' };
};

export const logContains = (text: string): TextFilter => ({
  kind: 'text',
  target: { kind: 'log' },
  how: 'contains',
  glob: literal(text),
});

export function textTest(filter: TextFilter, watchdog: Watchdog): TextTest {
  if (filter.kind === 'pattern') return patternTest(filter.target.kind, filter.source, watchdog);
  const { glob } = filter;
  // The Url is part of the log, so it is only parsed if the log contains the words.
  return filter.target.kind === 'log'
    ? rawTextTest(glob)
    : allTests([rawTextTest(glob), rowTest(4, urlPasses(globTest(glob, filter.how)))]);
}

function patternTest(target: 'log' | 'url', source: string, watchdog: Watchdog): TextTest {
  const pattern = compilePattern(source) ?? /$^/;
  const passes = (value: string) => pattern.test(value);
  const watched = isQuick(source) ? lightlyGuardedText : guardedText;
  const test = watched(
    (work) => watchdog.run(source, work),
    5,
    target === 'log' ? (block, row) => passes(block.log(row)) : urlPasses(passes),
  );
  // Only rows with the required literals are tested.
  const parts = requiredLiterals(source);
  return parts.length === 0 ? test : allTests([rawTextTest({ parts }), test]);
}

const urlPasses = (passes: (value: string) => boolean) => (block: TextBlock, row: number) => {
  const { url } = logFields(block.log(row));
  return url !== null && passes(url);
};

/** With fewer than one candidate in this many rows, each is searched separately. */
const SPARSE = 8;

/**
 * Matches if the log text contains the glob's parts in this order, ignoring case, plain or escaped. Many rows are
 * searched as one text; no pattern matches the separator byte between them.
 */
function rawTextTest(glob: Glob): TextTest {
  const parts = glob.parts.filter((part) => part !== '');
  const [first, ...others] = parts.map((part) => new RegExp(rawPattern(part), 'g'));
  return {
    cost: 3,
    narrow(block, bits) {
      if (!first) return;
      const { from, to, offsets } = block;
      const sparse = countBits(bits) * SPARSE < to - from;
      const found: Bits = new Uint32Array(bits.length);
      for (let row = nextBit(bits, from); row >= 0; ) {
        const end = sparse ? row + 1 : windowEnd(offsets, row, to);
        searchRows(block, row, end, first, others, found);
        row = nextBit(bits, end);
      }
      intersectBits(bits, found);
    },
  };
}

/** Sets the bit of each row that has `first` followed by `others`. */
function searchRows(
  block: TextBlock,
  from: number,
  to: number,
  first: RegExp,
  others: readonly RegExp[],
  found: Bits,
): void {
  const { offsets } = block;
  const start = offsets[from] as number;
  const text = block.bytes().toString('latin1', start, offsets[to]);
  let row = from;
  first.lastIndex = 0;
  while (row < to && first.test(text)) {
    const end = first.lastIndex;
    while ((offsets[row + 1] as number) - start < end) row += 1;
    const next = (offsets[row + 1] as number) - start;
    if (others.length === 0 || inOrder(others, text.slice(end, next - 1))) setBit(found, row);
    row += 1;
    first.lastIndex = next;
  }
}

/** Whether the patterns match one after the other. Taking the first match of each is optimal. */
function inOrder(patterns: readonly RegExp[], text: string): boolean {
  let at = 0;
  for (const pattern of patterns) {
    pattern.lastIndex = at;
    if (!pattern.test(text)) return false;
    at = pattern.lastIndex;
  }
  return true;
}

/** Short JSON escapes. `/` is rarely escaped. */
const SHORT_ESCAPES: ReadonlyMap<string, string> = new Map([
  ['"', '\\"'],
  ['\\', '\\\\'],
  ['/', '\\/'],
  ['\b', '\\b'],
  ['\f', '\\f'],
  ['\n', '\\n'],
  ['\r', '\\r'],
  ['\t', '\\t'],
]);

/** Printable ASCII that no common JSON writer escapes by number; the service escapes `< > & ' + "`. */
const ALWAYS_PLAIN = /^[A-Za-z0-9 !#$%()*,\-.:;=?@[\]^_{|}~]$/;

/**
 * The source of a regular expression without flags that finds `text` in raw log text, which is UTF-8 JSON read as
 * Latin-1. It ignores case and whether a character is escaped: `<script` finds `\u003Cscript`. For letters and digits
 * it is a sequence of one-byte classes, which the engine searches many bytes at a time.
 */
export function rawPattern(text: string): string {
  let source = '';
  for (const character of text) {
    const writings = new Set<string>();
    for (const form of caseForms(character)) for (const raw of writingsOf(form)) writings.add(raw);
    source += oneOf([...writings]);
  }
  return source;
}

/**
 * The ways to write a character in JSON text, each as the source of a regular expression.
 *
 * @param spelled writes literal text; by default byte for byte
 */
export function writingsOf(
  character: string,
  spelled: (text: string) => string = bytesOf,
): readonly string[] {
  const plain = spelled(character);
  if (ALWAYS_PLAIN.test(character)) return [plain];
  let numbered = '';
  for (let unit = 0; unit < character.length; unit += 1) {
    const hex = character.charCodeAt(unit).toString(16).padStart(4, '0');
    numbered += `\\\\u${hex.replace(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`)}`;
  }
  const short = SHORT_ESCAPES.get(character);
  return short === undefined ? [plain, numbered] : [spelled(short), plain, numbered];
}

function bytesOf(text: string): string {
  let source = '';
  for (const byte of Buffer.from(text)) source += `\\x${byte.toString(16).padStart(2, '0')}`;
  return source;
}

function oneOf(writings: readonly string[]): string {
  if (writings.length === 1) return writings[0] ?? '';
  const single = writings.every((writing) => /^\\x..$/.test(writing));
  return single ? `[${writings.join('')}]` : `(?:${writings.join('|')})`;
}
