import { setTimeout as wait } from 'node:timers/promises';
import type { PtyProgram } from '../support/pty.ts';
import { cpuTime } from './measures.ts';

/** The cost of a program while no key is pressed. */
export interface FlowFigures {
  readonly bytesPerSecond: number;
  /** Share of one processor. */
  readonly cpu: number;
}

/** Watches `program` for `seconds`. */
export async function watched(program: PtyProgram, seconds: number): Promise<FlowFigures> {
  const [written, cpu, at] = [program.written(), cpuTime(program.pid), program.now()];
  await wait(seconds * 1000);
  const ms = program.now() - at;
  return {
    bytesPerSecond: ((program.written() - written) / ms) * 1000,
    cpu: (cpuTime(program.pid) - cpu) / ms,
  };
}
