import vm from 'node:vm';

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
