import vm from 'node:vm';
import { type Bits, clearBit, nextBit, noBits, setBit, uniteBits } from '../storage/bits.ts';
import type { TextBlock } from './block.ts';
import { QUICK_TEXT } from './pattern.ts';
import { rowTest, type Test, type TextTest } from './test.ts';

/** A pattern took longer than it may: it backtracks without end, or might. */
export class PatternTooSlow extends Error {
  override readonly name = 'PatternTooSlow';
  /** The pattern's source, as typed. */
  readonly pattern: string;

  constructor(pattern: string) {
    super('the pattern is too slow');
    this.pattern = pattern;
  }
}

/** Milliseconds on the clock after which a stretch of pattern matching is cut off. */
const LIMIT = 50;
/**
 * Milliseconds of processor time after which it is given up. Where it was cut off before it had these,
 * the machine was busy with other things, and the pattern may be harmless: it is tried anew.
 */
const ENOUGH = 40;

/**
 * Runs patterns that were typed by people, against text that was written by attackers, and stops them.
 * A regular expression cannot be interrupted from the outside, except by the time limit of a `node:vm`
 * script, which reaches into everything the script calls.
 */
export class Watchdog {
  readonly #scope: { work: () => void } = { work: () => {} };
  readonly #script = new vm.Script('work()');
  #context: vm.Context | undefined;

  /**
   * Calls `work`. It must bear being cut off at any point and called anew.
   *
   * @throws PatternTooSlow naming `pattern` when the limit was reached, or the engine gave the pattern up
   */
  run(pattern: string, work: () => void): void {
    const began = processorTime();
    while (!this.#attempt(pattern, work)) {
      if (processorTime() - began >= ENOUGH) throw new PatternTooSlow(pattern);
    }
  }

  /** False when the work was cut off. */
  #attempt(pattern: string, work: () => void): boolean {
    // Made when first needed: most filters have no pattern.
    this.#context ??= vm.createContext(this.#scope);
    this.#scope.work = work;
    try {
      this.#script.runInContext(this.#context, { timeout: LIMIT });
      return true;
    } catch (error) {
      if (isTimeout(error)) return false;
      // The engine ran out of stack for it, or found it too large to compile.
      if (error instanceof SyntaxError || error instanceof RangeError) {
        throw new PatternTooSlow(pattern);
      }
      throw error;
    } finally {
      this.#scope.work = () => {};
    }
  }
}

/** Milliseconds of processor time this thread has used; the whole process where Node cannot tell. */
function processorTime(): number {
  const { user, system } =
    typeof process.threadCpuUsage === 'function' ? process.threadCpuUsage() : process.cpuUsage();
  return (user + system) / 1000;
}

/** The error is made in the script's realm, so it is no instance of our Error. */
const isTimeout = (error: unknown) =>
  typeof error === 'object' &&
  error !== null &&
  'code' in error &&
  error.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT';

/** Runs `work`, which tries values; a pattern runs under the watchdog here. */
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

/** As {@link guarded}, for log texts, which are unpacked before their time begins. */
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

/** Milliseconds that a segment may take outside of the guard. */
const UNGUARDED = 10;

/**
 * As {@link guardedText}, for a pattern that is quick on short texts: these are tried outside of the
 * guard, which takes longer to set up than most segments do. Time is kept from row to row all the same.
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
