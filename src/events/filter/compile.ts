import { LABELS } from '../columns.ts';
import {
  type Bits,
  clearBit,
  nextBit,
  noBits,
  setBit,
  subtractBits,
  uniteBits,
} from '../storage/bits.ts';
import { packGuid } from '../storage/guid.ts';
import type { Rows } from '../storage/rows.ts';
import { FLAG } from '../storage/segment.ts';
import { UNDATED } from '../storage/time-unit.ts';
import { type AddressRange, intersects, parseAddress } from './address-range.ts';
import type { Block } from './block.ts';
import { allTests, anyTest, notTest } from './boolean-tests.ts';
import { AllowedValues, columnTest, type Guard, rowTest } from './column-test.ts';
import type { Filter, Mark, Sign, Subject } from './filter.ts';
import { fitsAll, type Glob, globTest, literal } from './glob.ts';
import { numberOf } from './number-of.ts';
import { compilePattern } from './pattern.ts';
import { isQuick, QUICK_TEXT } from './quick-pattern.ts';
import { rawTextTest } from './raw-text-test.ts';
import { requiredLiterals } from './required-literals.ts';
import type { Test } from './test.ts';
import { DAY, MINUTE, type Moment, momentOf } from './time-point.ts';
import type { Watchdog } from './watchdog.ts';

/** What a filter is compiled for. */
export interface CompileContext {
  readonly rows: Rows;
  readonly watchdog: Watchdog;
  readonly moment: Moment;
}

/**
 * A filter as a test of rows. Predicates on columns become tables over the dictionaries' codes, times
 * become bounds, and what is left scans text. Relative times are fixed here: `since:15m` does not slide.
 */
export function compileFilter(filter: Filter, context: CompileContext): Test {
  const { rows, moment } = context;
  switch (filter.kind) {
    case 'everything':
      return { cost: 0, narrow() {} };
    case 'word':
      return wordTest(rows, filter.text);
    case 'text':
      return textTest(context, filter.subject, filter.how, filter.glob);
    case 'pattern':
      return patternTest(context, filter.subject, filter.source);
    case 'number':
      return numberTest(rows, filter.subject, filter.sign, filter.value);
    case 'address':
      return addressTest(rows, filter.range);
    case 'mark':
      return markTest(filter.mark);
    case 'since':
      return timeTest(momentOf(filter.point, moment), Number.POSITIVE_INFINITY);
    case 'until':
      return timeTest(-Number.MAX_VALUE, momentOf(filter.point, moment));
    case 'clock':
      return clockTest(filter.from, filter.to, moment.offsetMinutes);
    case 'not':
      return notTest(compileFilter(filter.of, context));
    case 'and':
      return allTests(filter.of.map((part) => compileFilter(part, context)));
    case 'or':
      return anyTest(filter.of.map((part) => compileFilter(part, context)));
  }
}

/** The log or a label contains it. Labels first: they cost next to nothing. */
function wordTest(rows: Rows, text: string): Test {
  const passes = globTest(literal(text), 'contains');
  const labels = LABELS.map((label) => new AllowedValues(rows, label, passes));
  const log = rawTextTest(literal(text));
  return {
    cost: log.cost,
    narrow(block, bits) {
      const found: Bits = new Uint32Array(bits.length);
      for (const label of labels) {
        const taken = bits.slice();
        label.narrow(block, taken);
        uniteBits(found, taken);
      }
      subtractBits(bits, found);
      if (!noBits(bits)) log.narrow(block, bits);
      uniteBits(bits, found);
    },
  };
}

function textTest(
  { rows }: CompileContext,
  subject: Subject,
  how: 'contains' | 'is',
  glob: Glob,
): Test {
  const passes = globTest(glob, how);
  switch (subject.kind) {
    case 'column':
      return columnTest(rows, subject.column, passes);
    case 'log':
      return fitsAll(glob) ? notTest(markTest('no-log')) : rawTextTest(glob);
    case 'zone':
      return segmentTest(({ segment }) => passes(segment.zone));
    case 'id':
      return idTest(how === 'is' ? glob.parts : [], passes);
    case 'url':
      // The Url is part of the log: where the log does not contain the words, it need not be read.
      return allTests([
        rawTextTest(glob),
        rowTest(4, (block, row) => {
          const url = block.url(row);
          return url !== null && passes(url);
        }),
      ]);
  }
}

function idTest(parts: readonly string[], passes: (value: string) => boolean): Test {
  const words = new Uint32Array(4);
  const [only = ''] = parts;
  const exact = parts.length === 1 && packGuid(only.toLowerCase(), words, 0);
  return rowTest(2, ({ segment }, row) => {
    if (exact && segment.hasGuid(row)) {
      const at = row * 4;
      return (
        segment.ids[at] === words[0] &&
        segment.ids[at + 1] === words[1] &&
        segment.ids[at + 2] === words[2] &&
        segment.ids[at + 3] === words[3]
      );
    }
    const id = segment.idOf(row);
    return id !== null && passes(id);
  });
}

function patternTest({ rows, watchdog }: CompileContext, subject: Subject, source: string): Test {
  const pattern = compilePattern(source) ?? /$^/;
  const guard: Guard = (work) => watchdog.run(source, work);
  const watched = isQuick(source) ? lightlyGuarded : guarded;
  const passes = (value: string) => pattern.test(value);
  switch (subject.kind) {
    case 'column':
      return columnTest(rows, subject.column, passes, guard);
    case 'zone':
      return segmentTest(({ segment }) => passes(segment.zone));
    case 'id':
      return guarded(guard, 2, ({ segment }, row) => passes(segment.idOf(row) ?? ''));
    case 'log':
      return containing(
        source,
        watched(guard, 5, (block, row) => passes(block.log(row))),
      );
    case 'url':
      return containing(
        source,
        watched(guard, 5, (block, row) => {
          const url = block.url(row);
          return url !== null && passes(url);
        }),
      );
  }
}

/** The test of a pattern over log text, on the rows that have what it cannot do without. */
function containing(source: string, test: Test): Test {
  const parts = requiredLiterals(source);
  return parts.length === 0 ? test : allTests([rawTextTest({ parts }), test]);
}

/** As {@link rowTest}, under a guard; the text is unpacked before its time begins. */
function guarded(guard: Guard, cost: number, passes: (block: Block, row: number) => boolean): Test {
  const test = rowTest(cost, passes);
  return {
    cost,
    narrow(block, bits) {
      if (cost > 2) block.bytes();
      guard(() => test.narrow(block, bits));
    },
  };
}

/** Milliseconds that a segment may take outside of the guard. */
const UNGUARDED = 10;

/**
 * As {@link guarded}, for a pattern that is quick on short texts: these are tried outside of the guard,
 * which takes longer to set up than most segments do. Time is kept from row to row all the same.
 */
function lightlyGuarded(
  guard: Guard,
  cost: number,
  passes: (block: Block, row: number) => boolean,
): Test {
  const others = guarded(guard, cost, passes);
  return {
    cost,
    narrow(block, bits) {
      const { segment } = block;
      block.bytes();
      const until = performance.now() + UNGUARDED;
      const left: Bits = new Uint32Array(bits.length);
      for (let row = nextBit(bits, block.from); row >= 0; row = nextBit(bits, row + 1)) {
        const isShort = segment.endOf(row) - segment.startOf(row) <= QUICK_TEXT;
        if (isShort && performance.now() < until) {
          if (passes(block, row)) continue;
        } else setBit(left, row);
        clearBit(bits, row);
      }
      if (noBits(left)) return;
      others.narrow(block, left);
      uniteBits(bits, left);
    },
  };
}

function numberTest(rows: Rows, subject: Subject, sign: Sign, bound: number): Test {
  const passes = (value: string) => {
    const number = numberOf(value.trim());
    return number !== undefined && compares(number, sign, bound);
  };
  if (subject.kind === 'column') return columnTest(rows, subject.column, passes);
  return segmentTest(({ segment }) => passes(segment.zone));
}

function compares(value: number, sign: Sign, bound: number): boolean {
  switch (sign) {
    case '<':
      return value < bound;
    case '<=':
      return value <= bound;
    case '>':
      return value > bound;
    case '>=':
      return value >= bound;
  }
}

const addressTest = (rows: Rows, range: AddressRange): Test =>
  columnTest(rows, 'remoteIp', (value) => {
    const address = parseAddress(value);
    return address !== undefined && intersects(address, range);
  });

function markTest(mark: Mark): Test {
  switch (mark) {
    case 'late':
      return flagTest(FLAG.late);
    case 'conflict':
      return flagTest(FLAG.conflict);
    case 'no-log':
      return flagTest(FLAG.noLog);
    case 'undated':
      return rowTest(0, ({ segment }, row) => segment.times[row] === UNDATED);
  }
}

const flagTest = (flag: number): Test =>
  rowTest(0, ({ segment }, row) => ((segment.flags[row] as number) & flag) !== 0);

/** From `from` up to, not including, `until`. Entries without a time are at no time. */
function timeTest(from: number, until: number): Test {
  const rows = rowTest(0, ({ segment }, row) => {
    const time = segment.times[row] as number;
    return time >= from && time < until;
  });
  return {
    cost: 0,
    narrow(block, bits) {
      const { oldest, newest } = block.segment;
      if (oldest >= from && newest < until) return;
      if (newest < from || oldest >= until) bits.fill(0);
      else rows.narrow(block, bits);
    },
  };
}

/** Between two times of the day, on any day; over midnight when the first is the later. */
function clockTest(from: number, to: number, offsetMinutes: number): Test {
  const offset = offsetMinutes * MINUTE;
  return rowTest(0, ({ segment }, row) => {
    const time = segment.times[row] as number;
    if (time === UNDATED) return false;
    const clock = (((time + offset) % DAY) + DAY) % DAY;
    return from < to ? clock >= from && clock < to : clock >= from || clock < to;
  });
}

/** Holds for all rows of a segment or for none. */
const segmentTest = (passes: (block: Block) => boolean): Test => ({
  cost: 0,
  narrow(block, bits) {
    if (!passes(block)) bits.fill(0);
  },
});
