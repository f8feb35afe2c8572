import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { OperationId } from '../../src/contract/operation.ts';
import type { Fault } from '../../src/platform/faults/fault.ts';
import { setNamedFaults } from '../../src/platform/faults/named-faults.ts';
import type { Platform } from './observed-platform.ts';

/** The requests that faults distinguish. */
export type Asking = 'apps' | 'events' | 'dns' | 'search' | 'limits' | 'changes';

/** A fault of the matrix. */
export interface FaultCase {
  /** Its number in the model of faults. */
  readonly f: string;
  /** Its name on the command line of `warren platform`, or what is done instead. */
  readonly name: string;
  /** The cause given by the console and the commands; null if they show nothing wrong. */
  readonly says: RegExp | null;
  /** The requests it affects; by default all. */
  readonly only?: readonly Asking[];
  /** Ends only by a timeout, so the client gets shorter ones. */
  readonly isSlow?: true;
  /** The console does not retry soon by itself, so the operator does. */
  readonly isHeld?: true;
  /** The served list differs from the platform's own. */
  readonly ownList?: false;
  /** Starts the fault. The returned function ends it. */
  begin(platform: Platform): Promise<() => Promise<void>>;
}

const named = (name: string) => async (platform: Platform) => {
  setNamedFaults(platform.faults, [name]);
  return async () => platform.faults.clear();
};

const everySecond = (faults: Platform['faults'], fault: Fault) => {
  const clear = faults.set(fault, { oneIn: 2 });
  return async () => clear();
};

function fault(
  f: string,
  name: string,
  says: RegExp | null,
  more: Partial<Pick<FaultCase, 'only' | 'isSlow' | 'isHeld' | 'ownList' | 'begin'>> = {},
): FaultCase {
  return { f, name, says, begin: named(name), ...more };
}

const LOST = /lost during the answer|The connection to \S+ (?:broke|was lost)|connection broke/;
const LATE = /Timed out waiting|timed out|came too slowly/;
const NO_HTTP = /did not answer in HTTP|lost during the answer|connection broke/;
const NO_JSON = /The answer is not JSON|unexpected answer/;
const WRONG = /does not fit the contract|unexpected answer|differ/;
const FAILED = /could not do this|service error|\b(?:500|503|520|999)\b/;
const PAGED = { only: ['events'] } as const;

/** Every fault that the embedded platform can cause, in the order of the model of faults. */
export const FAULT_CASES: readonly FaultCase[] = [
  fault('F01', 'refused', /refused|unreachable/i, {
    async begin({ faults }) {
      await faults.refuseConnections();
      return faults.acceptConnections;
    },
  }),
  fault('F03', 'reset', LOST),
  fault('F03', 'close', LOST),
  fault('F04', 'reset-mid-answer', LOST),
  fault('F04', 'close-mid-answer', LOST),
  fault('F05', 'cut-chunks', LOST),
  fault('F06', 'truncated-json', NO_JSON),
  fault('F07', 'hang', LATE, { isSlow: true }),
  fault('F07', 'hang-mid-answer', LATE, { isSlow: true }),
  fault('F08', 'slow-headers', LATE, { isSlow: true }),
  fault('F09', 'slow-body', LATE, { isSlow: true }),
  fault('F10', 'gzip-cut', /corrupt|lost during/),
  fault('F10', 'gzip-garbled', /corrupt/),
  fault('F10', 'gzip-checksum', /corrupt/),
  fault('F11', 'unknown-encoding', /encoding/),
  fault('F12', 'surplus-body', NO_HTTP),
  fault('F13', 'long-length', LOST),
  fault('F14', 'no-http', NO_HTTP),
  fault('F14', 'two-lengths', NO_HTTP),
  fault('F14', 'length-and-chunks', NO_HTTP),
  fault('F14', 'long-header', NO_HTTP),
  fault('F15', 'bad-bytes', NO_JSON),
  fault('F15', 'byte-order-mark', null),
  fault('F16', 'html', /HTML instead of JSON|unexpected answer/),
  fault('F17', 'empty', /answer is empty|unexpected answer/),
  fault('F17', 'null-answer', WRONG),
  fault('F17', 'wrong-types', null, { ownList: false, only: ['apps', 'limits', 'changes'] }),
  // If the list itself has the wrong type, no item of it can be shown.
  fault('F17', 'wrong-types', WRONG, { only: ['events', 'dns', 'search'] }),
  fault('F18', 'success-false', /could not do this/, { isHeld: true }),
  fault('F19', '401', /key not accepted|could not do this/, { isHeld: true }),
  fault('F20', '403', /could not do this|not permitted/, { isHeld: true }),
  fault('F20', '404', /could not do this|not found/i, { isHeld: true }),
  fault('F21', '409', /could not do this|not permitted/, { isHeld: true }),
  fault('F22', '429', /too many requests|could not do this/i),
  fault('F23', '500', FAILED),
  fault('F23', '503', FAILED),
  fault('F23', '520', FAILED),
  fault('F23', 'status-999', /999|did not answer in HTTP|unexpected|The service answered/),
  fault('F24', 'redirect', /redirects/, { isHeld: true }),
  fault(
    'F25',
    'escape-in-reason',
    /did not answer in HTTP|unavailable|service error|connection broke/,
  ),
  fault('F26', 'early-hints', null),
  fault('F27', 'huge', /larger than|too large|unexpected answer/),
  fault('F27', 'huge-gzip', /larger than|too large|unexpected answer/),
  fault('F28', 'crowded-page', null, { ...PAGED, ownList: false }),
  fault('F29', 'repeated-token', /repeat|same page|again/i, PAGED),
  fault('F30', 'token-cycle', /repeat|same page|again/i, PAGED),
  fault('F31', 'empty-pages', null, PAGED),
  fault('F32', 'more-without-token', null, PAGED),
  fault('F33', 'expired-token', null, PAGED),
  fault('F34', 'duplicates', null, PAGED),
  fault('F34', 'shuffled', null, PAGED),
  fault('F34', 'late-entries', null, PAGED),
  fault('F40', 'gone', /refused|unreachable/i, {
    async begin({ faults }) {
      await faults.refuseConnections();
      return faults.acceptConnections;
    },
  }),
  fault('F41', 'every second request is answered 503', null, {
    begin: async ({ faults }) =>
      everySecond(faults, { kind: 'answer', status: 503, body: 'problem' }),
  }),
  fault('F42', 'every second socket is closed as it is written to', null, {
    begin: async ({ faults }) =>
      everySecond(faults, { kind: 'disconnect', stage: 'before handling', how: 'reset' }),
  }),
  fault('F44', '407', /[Pp]roxy|could not do this/, { isHeld: true }),
  fault('F45', 'another-id', /something else|for “another/, { only: ['dns', 'search'] }),
];

/** The faults of F01 to F48 that are not in the matrix: why, and where they are tested. */
export const ELSEWHERE: Readonly<Record<string, string>> = {
  F02: 'A name that is not found never reaches a platform: test/http/transmit.test.ts',
  F35: 'A dialect, not a fault: test/journeys/dialects.test.ts, test/events/storage/time-unit.test.ts',
  F36: 'Midnight is the clock: proof:clocks, proof:day, proof:events',
  F37: 'The local clock: proof:clocks, proof:link',
  F38: 'Sleep and SIGSTOP are the process: proof:clocks, proof:day, proof:hour',
  F39: 'A rate of the world: proof:day, npm run bench:load',
  F43: 'TLS; the platform speaks HTTP: test/http/transmit.test.ts',
  F46: 'Answers that come out of order: proof:link',
  F47: 'What the world says of a scan: test/panes/dns, test/journeys/dns-scan.test.ts',
  F48: 'A dialect, after-delete: test/journeys/delete-an-application.test.ts, proof:deletion',
};

/** The operation of each request. */
export const OPERATION: Readonly<Record<Exclude<Asking, 'changes'>, OperationId>> = {
  apps: 'app-overview',
  events: 'event-logs',
  dns: 'dns-scan',
  search: 'search',
  limits: 'rate-limit-metrics',
};

/** The result of a cell. */
export interface PlayedCell {
  readonly cell: string;
  readonly f: string;
  /** One sentence for each broken promise. */
  readonly faults: readonly string[];
  /** Processor time from a key to the frame that shows its effect, milliseconds. */
  readonly keys: readonly number[];
  readonly requests: number;
}

/**
 * Appends the result of a cell to a journal. A cell that outlasts its test counts as failed, as the test does.
 *
 * @param signal of the test, aborted when it times out
 */
export function writeCell(journal: string, played: PlayedCell, signal: AbortSignal): void {
  const late = signal.aborted ? ['it takes longer than its test may'] : [];
  const line = { ...played, faults: [...late, ...played.faults] };
  appendFileSync(journal, `${JSON.stringify(line)}\n`);
}

/** The latest result of each cell of a journal, by name. */
export function playedCells(journal: string): ReadonlyMap<string, PlayedCell> {
  const text = existsSync(journal) ? readFileSync(journal, 'utf8') : '';
  const lines = text.split('\n').filter((line) => line !== '');
  return new Map(
    lines
      .map((line): PlayedCell => JSON.parse(line))
      .map((played) => [played.cell, played] as const),
  );
}

/** The names of the cells that passed in an earlier run. */
export function finishedCells(journal: string): ReadonlySet<string> {
  const played = [...playedCells(journal).values()];
  return new Set(played.filter(({ faults }) => faults.length === 0).map(({ cell }) => cell));
}

/** The journal of a seed. Its name has a hash of all sources, because results of another version do not count. */
export function journalPath(seed: number): string {
  const hash = createHash('sha256');
  const root = join(import.meta.dirname, '../..');
  for (const path of PLAYED) {
    const whole = join(root, path);
    const files = statSync(whole).isDirectory()
      ? readdirSync(whole, { recursive: true, encoding: 'utf8' }).toSorted()
      : [''];
    for (const file of files) {
      const at = join(whole, file);
      if (statSync(at).isFile()) hash.update(`${path}/${file}\0`).update(readFileSync(at));
    }
  }
  return join(tmpdir(), `warren-faults-${seed}-${hash.digest('hex').slice(0, 12)}.ndjson`);
}

/** The sources that affect the result of a cell. */
const PLAYED = [
  'src',
  '.build',
  'package-lock.json',
  'test/support',
  'test/cli/prompt.ts',
  'test/journeys/fault-matrix.test.ts',
  'test/proof/faults.test.ts',
];
