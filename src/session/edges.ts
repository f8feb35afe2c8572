import type { Readable, Writable } from 'node:stream';
import type { Clock } from '../edges/clock.ts';
import type { Environment } from '../edges/terminal.ts';
import type { Timeouts } from '../http/transmit.ts';

/** The environment that a command of the configuration may see: neither the access key nor the password of an archive. */
export function withoutSecrets(env: Environment): Environment {
  const { WARREN_ACCESS_KEY: _, WARREN_ARCHIVE_PASSWORD: __, ...passed } = env;
  return passed;
}

/** Where keys and data come from. */
export type InputStream = Readable & {
  readonly isTTY?: boolean | undefined;
  setRawMode?(raw: boolean): unknown;
};

/** Where data or words go. */
export type OutputStream = Writable & {
  readonly isTTY?: boolean | undefined;
  readonly columns?: number | undefined;
  readonly rows?: number | undefined;
};

/** The outside of a command at the prompt: `main` hands in the process's own, tests hand in theirs. */
export interface Edges {
  readonly env: Environment;
  readonly stdin: InputStream;
  readonly stdout: OutputStream;
  readonly stderr: OutputStream;
  readonly clock: Clock;
  /** Aborts when the operator, or the system, wants the command to end. */
  readonly interrupted: AbortSignal;
  /** The user the process runs as; undefined where the system has none. */
  readonly uid: number | undefined;
  /** Uniform in [0, 1): the jitter of waits. */
  random(): number;
  /** Other timeouts of requests than the usual ones, for tests. */
  readonly timeouts?: Partial<Timeouts>;
  /** Of this program. */
  readonly version: string;
  /** What it runs on, for people: `Node 26.1.0, linux x64`. */
  readonly runtime: string;
}
