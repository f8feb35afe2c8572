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

/** The longest that one stretch of pattern matching may block, milliseconds. */
const LIMIT = 50;

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
   * Calls `work`. It must leave nothing half done when it is cut off at any point.
   *
   * @throws PatternTooSlow naming `pattern` when the limit was reached, or the engine gave the pattern up
   */
  run(pattern: string, work: () => void): void {
    // Made when first needed: most filters have no pattern.
    this.#context ??= vm.createContext(this.#scope);
    this.#scope.work = work;
    try {
      this.#script.runInContext(this.#context, { timeout: LIMIT });
    } catch (error) {
      if (isTimeout(error) || error instanceof SyntaxError || error instanceof RangeError) {
        throw new PatternTooSlow(pattern);
      }
      throw error;
    } finally {
      this.#scope.work = () => {};
    }
  }
}

/** The error is made in the script's realm, so it is no instance of our Error. */
const isTimeout = (error: unknown) =>
  typeof error === 'object' &&
  error !== null &&
  'code' in error &&
  error.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT';
