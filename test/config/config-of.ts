import type { Config } from '../../src/config/config.ts';
import { readConfig } from '../../src/config/read-config.ts';

/** A configuration that is sound. */
export function configOf(text: string): Config {
  const read = readConfig(text);
  if (read.kind !== 'read') throw new Error(JSON.stringify(read.faults));
  return read.config;
}
