import { type Bits, intersectBits, noBits, subtractBits, uniteBits } from '../storage/bits.ts';
import { LABELS } from '../storage/columns.ts';
import { packGuid } from '../storage/guid.ts';
import type { Rows } from '../storage/rows.ts';
import { FLAG } from '../storage/segment.ts';
import { UNDATED } from '../storage/time-unit.ts';
import { type AddressRange, intersects, parseAddress } from './address-range.ts';
import type { Block } from './block.ts';
import { COARSE, type CoarseName } from './coarse.ts';
import { AllowedValues, columnTest } from './column-test.ts';
import {
  compares,
  type EntryFlag,
  type Filter,
  type FilterTarget,
  type FixedFilter,
  fixTimes,
  numberOf,
  type Sign,
} from './filter.ts';
import { fitsAll, type Glob, globTest, literal } from './glob.ts';
import { compilePattern } from './pattern.ts';
import { allTests, anyTest, notTest, rowTest, type Test } from './test.ts';
import { logContains, type TextFilter, textTest } from './text-test.ts';
import { DAY, MINUTE, type TimeContext } from './time-point.ts';
import { type Guard, guarded, type Watchdog } from './watchdog.ts';

interface CompileContext {
  readonly rows: Rows;
  readonly watchdog: Watchdog;
  readonly moment: TimeContext;
}

export interface Compiled {
  readonly test: Test;
  /** The parts that need log texts. A block may provide results for them, in this order. */
  readonly texts: readonly TextFilter[];
}

interface Compiling extends CompileContext {
  readonly texts: TextFilter[];
}

/**
 * Compiles a filter to a test of rows. Tests of columns become tables of dictionary codes, times become bounds, and the
 * rest scans text. Relative times are fixed here: `since:15m` does not move.
 */
export function compileFilter(filter: Filter, context: CompileContext): Compiled {
  const texts: TextFilter[] = [];
  return { test: testOf(fixTimes(filter, context.moment), { ...context, texts }), texts };
}

function testOf(filter: FixedFilter, context: Compiling): Test {
  const { rows, moment } = context;
  switch (filter.kind) {
    case 'everything':
      return { cost: 0, narrow() {} };
    case 'word':
      return wordTest(context, filter.text);
    case 'text':
      return globbedTest(context, filter.target, filter.how, filter.glob);
    case 'pattern':
      return patternTest(context, filter.target, filter.source);
    case 'number':
      return numberTest(rows, filter.target, filter.sign, filter.value);
    case 'address':
      return addressTest(rows, filter.range);
    case 'flag':
      return entryFlagTest(filter.flag);
    case 'since':
      return timeTest(filter.point.ms, Number.POSITIVE_INFINITY);
    case 'until':
      return timeTest(-Number.MAX_VALUE, filter.point.ms);
    case 'clock':
      return clockTest(filter.from, filter.to, moment.offsetMinutes);
    case 'not':
      return notTest(testOf(filter.of, context));
    case 'and':
      return allTests(filter.of.map((part) => testOf(part, context)));
    case 'or':
      return anyTest(filter.of.map((part) => testOf(part, context)));
  }
}

/** Matches if the log or a label contains the text. Labels are tested first because that is cheap. */
function wordTest(context: Compiling, text: string): Test {
  const passes = globTest(literal(text), 'contains');
  const labels = LABELS.map((label) => new AllowedValues(context.rows, label, passes));
  const log = textPart(context, logContains(text));
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

function globbedTest(
  context: Compiling,
  target: FilterTarget,
  how: 'contains' | 'is',
  glob: Glob,
): Test {
  const passes = globTest(glob, how);
  switch (target.kind) {
    case 'column':
      return columnTest(context.rows, target.column, passes);
    case 'coarse':
      return coarseTest(context.rows, target.name, passes);
    case 'zone':
      return segmentTest(({ segment }) => passes(segment.zone));
    case 'id':
      return idTest(how === 'is' ? glob.parts : [], passes);
    case 'log':
      if (fitsAll(glob)) return notTest(entryFlagTest('no-log'));
      return textPart(context, { kind: 'text', target, how, glob });
    case 'url':
      return textPart(context, { kind: 'text', target, how, glob });
  }
}

/** A part that reads log texts, unless the block provides its results. */
function textPart({ texts, watchdog }: Compiling, filter: TextFilter): Test {
  const test = textTest(filter, watchdog);
  const index = texts.push(filter) - 1;
  return {
    cost: test.cost,
    narrow(block, bits) {
      if (block.texts.kind === 'read') test.narrow(block, bits);
      else if (block.texts.kind === 'found') intersectBits(bits, block.texts.found[index] as Bits);
      else if (block.texts.as === 'fails') bits.fill(0);
    },
  };
}

function coarseTest(
  rows: Rows,
  name: CoarseName,
  passes: (value: string) => boolean,
  guard?: Guard,
): Test {
  const { column, of } = COARSE[name];
  return columnTest(rows, column, (value) => passes(of(value)), guard);
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

function patternTest(context: Compiling, target: FilterTarget, source: string): Test {
  const { rows, watchdog } = context;
  const pattern = compilePattern(source) ?? /$^/;
  const guard: Guard = (work) => watchdog.run(source, work);
  const passes = (value: string) => pattern.test(value);
  switch (target.kind) {
    case 'column':
      return columnTest(rows, target.column, passes, guard);
    case 'coarse':
      return coarseTest(rows, target.name, passes, guard);
    case 'zone':
      return segmentTest(({ segment }) => passes(segment.zone));
    case 'id':
      return guarded(guard, 2, ({ segment }, row) => passes(segment.idOf(row) ?? ''));
    case 'log':
    case 'url':
      return textPart(context, { kind: 'pattern', target, source });
  }
}

function numberTest(rows: Rows, target: FilterTarget, sign: Sign, bound: number): Test {
  const passes = (value: string) => {
    const number = numberOf(value.trim());
    return number !== undefined && compares(number, sign, bound);
  };
  if (target.kind === 'column') return columnTest(rows, target.column, passes);
  return segmentTest(({ segment }) => passes(segment.zone));
}

const addressTest = (rows: Rows, range: AddressRange): Test =>
  columnTest(rows, 'remoteIp', (value) => {
    const address = parseAddress(value);
    return address !== undefined && intersects(address, range);
  });

function entryFlagTest(flag: EntryFlag): Test {
  switch (flag) {
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

/** From `from` up to `until`, exclusive. Entries without a time never match. */
function timeTest(from: number, until: number): Test {
  const rows = rowTest(0, ({ segment }: Block, row) => {
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

/** Between two times of the day, on any day; across midnight if `from` is later. */
function clockTest(from: number, to: number, offsetMinutes: number): Test {
  const offset = offsetMinutes * MINUTE;
  return rowTest(0, ({ segment }, row) => {
    const time = segment.times[row] as number;
    if (time === UNDATED) return false;
    const clock = (((time + offset) % DAY) + DAY) % DAY;
    return from < to ? clock >= from && clock < to : clock >= from || clock < to;
  });
}

/** Matches all rows of a segment or none. */
const segmentTest = (passes: (block: Block) => boolean): Test => ({
  cost: 0,
  narrow(block, bits) {
    if (!passes(block)) bits.fill(0);
  },
});
