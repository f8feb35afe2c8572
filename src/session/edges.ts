import type { Readable, Writable } from 'node:stream';
import type { Clock } from '../edges/clock.ts';
import type { Environment } from '../edges/terminal.ts';
import type { Timeouts } from '../http/transmit.ts';

/** The environment for configured commands, without the access key and archive password. */
export function withoutSecrets(env: Environment): Environment {
  const { WARREN_ACCESS_KEY: _, WARREN_ARCHIVE_PASSWORD: __, ...passed } = env;
  return passed;
}

export type InputStream = Readable & {
  readonly isTTY?: boolean | undefined;
  setRawMode?(raw: boolean): unknown;
};

export type OutputStream = Writable & {
  readonly isTTY?: boolean | undefined;
  readonly columns?: number | undefined;
  readonly rows?: number | undefined;
};

/** The process environment of a command: the real one from `main`, or a test's. */
export interface Edges {
  readonly env: Environment;
  readonly stdin: InputStream;
  readonly stdout: OutputStream;
  readonly stderr: OutputStream;
  readonly clock: Clock;
  /** Aborts when the operator or the system asks the command to end. */
  readonly interrupted: AbortSignal;
  /** The user id of the process; undefined if the system has none. */
  readonly uid: number | undefined;
  /** Uniform in [0, 1), for jitter. */
  random(): number;
  /** Overrides request timeouts in tests. */
  readonly timeouts?: Partial<Timeouts>;
  readonly version: string;
  /** For display: `Node 26.1.0, linux x64`. */
  readonly runtime: string;
}
