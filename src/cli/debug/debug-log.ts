import { join } from 'node:path';
import type { Exchange } from '../../contract/exchange.ts';
import { stateDirectory } from '../../edges/machine.ts';
import { printable } from '../../text/printable.ts';
import type { Edges, Environment } from '../edges.ts';
import { exchangeLine } from './exchange-line.ts';
import { openRotatedFile } from './rotated-file.ts';

/** What a run does with its service, for those who look for what went wrong. */
export interface DebugLog {
  note(text: string): void;
  exchange(exchange: Exchange): void;
}

/** Bytes of a file before it is put aside, and how many are put aside. */
const MOST = 1024 * 1024;
const KEPT = 2;

/** Where it is; null where there is no place for it. */
export function debugLogPath(env: Environment): string | null {
  const directory = stateDirectory(env);
  return directory === null ? null : join(directory, 'debug.log');
}

/**
 * Opens the debug log, whose first line says what runs where.
 *
 * @param secret must not be in it, whatever comes by
 */
export function openDebugLog(
  { env, clock, uid, random, version, runtime }: Edges,
  secret: string | undefined,
): DebugLog {
  const path = debugLogPath(env);
  const file = path === null ? null : openRotatedFile(path, { most: MOST, kept: KEPT, uid });
  // Tells the runs apart that write at one time.
  const run = Math.floor(random() * 0x10000)
    .toString(16)
    .padStart(4, '0');
  const note = (text: string) => {
    const clean = secret ? text.replaceAll(secret, '‹struck out›') : text;
    file?.add(`${new Date(clock.now()).toISOString()} ${run} ${printable(clean)}`);
  };
  note(`warren ${version} on ${runtime}, TERM=${env['TERM'] ?? ''}`);
  return { note, exchange: (exchange) => note(exchangeLine(exchange)) };
}
