import vm from 'node:vm';
import { type Bits, clearBit, nextBit, noBits, setBit, uniteBits } from '../storage/bits.ts';
import type { TextBlock } from './block.ts';
import { QUICK_TEXT } from './pattern.ts';
import { rowTest, type Test, type TextTest } from './test.ts';

/** A pattern took too long: it may backtrack forever. */
export class PatternTooSlow extends Error {
  override readonly name = 'PatternTooSlow';
  /** The pattern's source, as typed. */
  readonly pattern: string;

  constructor(pattern: string) {
    super('the pattern is too slow');
    this.pattern = pattern;
  }
}

/** Wall-clock limit for one run of a pattern, in milliseconds. */
const LIMIT = 50;
/**
 * A pattern that has used this much processor time is given up, in milliseconds. If it was interrupted earlier, the
 * machine was busy and the pattern may be harmless, so it runs again.
 */
const ENOUGH = 40;

/**
 * Runs patterns typed by people on text written by attackers, and interrupts them. The only way to interrupt a regular
 * expression is the time limit of a `node:vm` script, which also applies to everything the script calls.
 */
export class Watchdog {
  readonly #scope: { work: () => void } = { work: () => {} };
  readonly #script = new vm.Script('work()');
  #context: vm.Context | undefined;

  /**
   * Calls `work`, which may be interrupted at any point and called again.
   *
   * @throws PatternTooSlow naming `pattern` if it exceeded the limit or the engine gave up
   */
  run(pattern: string, work: () => void): void {
    const began = processorTime();
    while (!this.#attempt(pattern, work)) {
      if (processorTime() - began >= ENOUGH) throw new PatternTooSlow(pattern);
    }
  }

  /** Returns false if the work was interrupted. */
  #attempt(pattern: string, work: () => void): boolean {
    // Created on first use, because most filters have no pattern.
    this.#context ??= vm.createContext(this.#scope);
    this.#scope.work = work;
    try {
      this.#script.runInContext(this.#context, { timeout: LIMIT });
      return true;
    } catch (error) {
      if (isTimeout(error)) return false;
      // The engine ran out of stack or refused to compile the pattern.
      if (error instanceof SyntaxError || error instanceof RangeError) {
        throw new PatternTooSlow(pattern);
      }
      throw error;
    } finally {
      this.#scope.work = () => {};
    }
  }
}

/** Processor time of this thread in milliseconds, or of the process if Node cannot tell. */
function processorTime(): number {
  const { user, system } =
    typeof process.threadCpuUsage === 'function' ? process.threadCpuUsage() : process.cpuUsage();
  return (user + system) / 1000;
}

/** The error comes from another realm, so `instanceof Error` does not work. */
const isTimeout = (error: unknown) =>
  typeof error === 'object' &&
  error !== null &&
  'code' in error &&
  error.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT';

/** Runs `work`, which tests values; patterns run under the watchdog. */
export type Guard = (work: () => void) => void;

/** As {@link rowTest}, under a guard. */
export function guarded<Over extends { readonly from: number }>(
  guard: Guard,
  cost: number,
  passes: (block: Over, row: number) => boolean,
): Test<Over> {
  const test = rowTest(cost, passes);
  return { cost, narrow: (block, bits) => guard(() => test.narrow(block, bits)) };
}

/** As {@link guarded}, for log texts, which are unpacked before the time limit starts. */
export function guardedText(
  guard: Guard,
  cost: number,
  passes: (block: TextBlock, row: number) => boolean,
): TextTest {
  const test = guarded(guard, cost, passes);
  return {
    cost,
    narrow(block, bits) {
      block.bytes();
      test.narrow(block, bits);
    },
  };
}

/** Time limit per segment outside of the guard, in milliseconds. */
const UNGUARDED = 10;

/**
 * As {@link guardedText}, for patterns that are quick on short texts. These are tested outside of the guard, which
 * takes longer to set up than most segments, with the time checked after each row.
 */
export function lightlyGuardedText(
  guard: Guard,
  cost: number,
  passes: (block: TextBlock, row: number) => boolean,
): TextTest {
  const others = guardedText(guard, cost, passes);
  return {
    cost,
    narrow(block, bits) {
      const { offsets } = block;
      block.bytes();
      const until = performance.now() + UNGUARDED;
      const left: Bits = new Uint32Array(bits.length);
      for (let row = nextBit(bits, block.from); row >= 0; row = nextBit(bits, row + 1)) {
        const length = (offsets[row + 1] as number) - 1 - (offsets[row] as number);
        if (length <= QUICK_TEXT && performance.now() < until) {
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
