import { setTimeout as wait } from 'node:timers/promises';
import { createEmulator } from '../support/emulator.ts';
import type { PtyProgram } from '../support/pty.ts';
import { cpuTime } from './cpu-time.ts';
import { median, quantile } from './quantile.ts';
import { start } from './start.ts';
import { SIZE, type Stroke, type Subject } from './subject.ts';

/** What one press costs. */
export interface KeyFigures {
  readonly bytes: number;
  /** From the press to the last byte of the answer, milliseconds. */
  readonly ms: number;
  readonly p95: number;
  /** Processor time a press, milliseconds. */
  readonly cpu: number;
}

/** An answer is complete after so long without a byte, milliseconds. */
const ANSWERED = 80;
/** A key of a held-down keyboard comes every so many milliseconds. */
const REPEAT = 33;

/** Starts `subject`, waits for its full screen and leads it to the list that is measured. */
export async function ready(subject: Subject, more: readonly Stroke[] = []): Promise<PtyProgram> {
  const program = start(subject);
  await program.until(subject.full);
  for (const { keys, full, within } of [...(subject.prepare ?? []), ...more]) {
    await program.quiet(300);
    program.send(keys);
    await program.until(full, within);
  }
  await program.quiet(500);
  return program;
}

/** Presses `key` again and again, each time waiting for the whole answer. */
export async function pressed(
  program: PtyProgram,
  key: string,
  presses: number,
): Promise<KeyFigures> {
  const bytes: number[] = [];
  const times: number[] = [];
  const before = cpuTime(program.pid);
  for (let press = 0; press < presses; press++) {
    const written = program.written();
    const at = program.now();
    program.send(key);
    await program.quiet(ANSWERED);
    bytes.push(program.written() - written);
    if (program.written() > written) times.push((program.arrivals.at(-1)?.at ?? at) - at);
  }
  const cpu = (cpuTime(program.pid) - before) / presses;
  return { bytes: median(bytes), ms: median(times), p95: quantile(times, 0.95), cpu };
}

/** Holds `key` down for `presses` repeats; the share of them that something was drawn for. */
export async function held(program: PtyProgram, key: string, presses: number): Promise<number> {
  const sent: number[] = [];
  const first = program.now();
  for (let press = 0; press < presses; press++) {
    sent.push(program.now());
    program.send(key);
    await wait(Math.max(0, first + (press + 1) * REPEAT - program.now()));
  }
  await program.quiet(ANSWERED);
  const answered = sent.filter((at, press) => {
    const next = sent[press + 1] ?? at + REPEAT;
    return program.arrivals.some((arrival) => arrival.at >= at && arrival.at < next);
  });
  return answered.length / presses;
}

/**
 * Presses `keys` in turn every `pause` milliseconds while the program is busy with other things, and
 * looks for when the row marked by `marker` moved: milliseconds from press to movement.
 */
export async function pressedUnderLoad(
  program: PtyProgram,
  {
    keys,
    marker,
    pause,
    presses,
  }: {
    readonly keys: readonly string[];
    readonly marker: string;
    readonly pause: number;
    readonly presses: number;
  },
): Promise<{ readonly ms: number; readonly p95: number; readonly answered: number }> {
  const sent: number[] = [];
  for (let press = 0; press < presses; press++) {
    sent.push(program.now());
    program.send(keys[press % keys.length] ?? '');
    await wait(pause);
  }
  const emulator = createEmulator(SIZE.columns, SIZE.rows);
  const decoder = new TextDecoder();
  const moves: number[] = [];
  let row = -1;
  for (const { at, bytes } of program.arrivals) {
    await emulator.write(decoder.decode(bytes, { stream: true }));
    const next = emulator.lines().findIndex((line) => line.startsWith(marker));
    if (next !== row) moves.push(at);
    row = next;
  }
  const times = sent.flatMap((at) => {
    const move = moves.find((moved) => moved >= at);
    return move === undefined || move >= at + pause ? [] : [move - at];
  });
  return { ms: median(times), p95: quantile(times, 0.95), answered: times.length / presses };
}
