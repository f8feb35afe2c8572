import { type Bits, countBits, intersectBits, nextBit, setBit } from '../storage/bits.ts';
import { logFields } from '../storage/log-fields.ts';
import { type TextBlock, windowEnd } from './block.ts';
import type { Filter } from './filter.ts';
import { caseForms, type Glob, globTest, literal } from './glob.ts';
import { compilePattern, isQuick, requiredLiterals } from './pattern.ts';
import { allTests, rowTest, type TextTest } from './test.ts';
import { guardedText, lightlyGuardedText, type Watchdog } from './watchdog.ts';

/** A part of a filter that nothing but log texts can answer. Plain data: it goes to other threads. */
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
  // The Url is part of the log: where the log does not contain the words, it need not be read.
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
  // Only rows that have what the pattern cannot do without are tried.
  const parts = requiredLiterals(source);
  return parts.length === 0 ? test : allTests([rawTextTest({ parts }), test]);
}

const urlPasses = (passes: (value: string) => boolean) => (block: TextBlock, row: number) => {
  const { url } = logFields(block.log(row));
  return url !== null && passes(url);
};

/** Below one candidate in so many rows, each is searched by itself. */
const SPARSE = 8;

/**
 * Holds where the log text contains the glob's parts in this order, in whatever case, written plainly or
 * escaped. Many rows are searched as one text; the byte between two of them is in no pattern.
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

/** Sets the bit of each row that has `first`, and `others` behind it. */
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

/** Whether each pattern matches behind the one before it. The first place found is the best to take. */
function inOrder(patterns: readonly RegExp[], text: string): boolean {
  let at = 0;
  for (const pattern of patterns) {
    pattern.lastIndex = at;
    if (!pattern.test(text)) return false;
    at = pattern.lastIndex;
  }
  return true;
}

/** What JSON writes in two characters. `/` may be written so and seldom is. */
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

/** Printable ASCII that no JSON writer in use escapes by number; the service's escapes `< > & ' + "`. */
const ALWAYS_PLAIN = /^[A-Za-z0-9 !#$%()*,\-.:;=?@[\]^_{|}~]$/;

/**
 * The source of a regular expression, no flags, that finds `text` in raw log text: JSON in UTF-8, read
 * as Latin-1, one character a byte. Case does not matter, nor whether the JSON wrote a character plainly
 * or escaped: `<script` finds `\u003Cscript`. For letters and digits it stays a sequence of one-byte
 * classes, which the engine searches many bytes at a time.
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
 * How a character may stand in JSON text, each as the source of a regular expression.
 *
 * @param spelled text that stands for itself; by its bytes when not said
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
