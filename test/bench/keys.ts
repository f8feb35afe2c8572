import { setTimeout as wait } from 'node:timers/promises';
import type { PtyProgram } from '../support/pty.ts';
import { cpuTime, median, quantile } from './measures.ts';

import { start } from './start.ts';
import type { Stroke, Subject } from './subject.ts';

/** What one press costs. */
export interface KeyFigures {
  readonly bytes: number;
  /** From the press to the last byte of the answer, milliseconds. */
  readonly ms: number;
  readonly p95: number;
  /** Processor time of the middle press, milliseconds: a garbage collection in one of them is not what a key costs. */
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
  const worked: number[] = [];
  for (let press = 0; press < presses; press++) {
    const written = program.written();
    const [at, before] = [program.now(), cpuTime(program.pid)];
    program.send(key);
    await program.quiet(ANSWERED);
    worked.push(cpuTime(program.pid) - before);
    bytes.push(program.written() - written);
    if (program.written() > written) times.push((program.arrivals.at(-1)?.at ?? at) - at);
  }
  return {
    bytes: median(bytes),
    ms: median(times),
    p95: quantile(times, 0.95),
    cpu: median(worked),
  };
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

/** A key pressed while a program is busy with other things. */
export interface PressedUnderLoad {
  /** Brings another row under the cursor: moves it up by one, or changes what is there. */
  readonly key: string;
  /** What the row under the cursor begins with. */
  readonly marker: string;
  /** Between an answer and the next press, milliseconds. */
  readonly pause: number;
  readonly presses: number;
}

/** From a press until another entry is under the cursor, milliseconds. */
export interface UnderLoadFigures {
  readonly ms: number;
  readonly p95: number;
  readonly p99: number;
  /** Presses that nothing answered within two seconds: they count as endless in the times. */
  readonly lost: number;
}

/** What of a row tells it from its neighbours: its columns, without the scroll bar and what is beside the list. */
const TELLING = 80;
const LONGEST = 2000;

/**
 * Presses a key, waits until it is answered, and pauses before it presses it again. The answer is another entry
 * under the cursor: at the edge of the list the entries move instead of it. Where the next entry looks the same,
 * it is the cursor a row higher, which nothing else does: entries that come before it move it down.
 */
export async function pressedUnderLoad(
  program: PtyProgram,
  { key, marker, pause, presses }: PressedUnderLoad,
): Promise<UnderLoadFigures> {
  const cursorIn = (screen: readonly string[]) => {
    const at = screen.findIndex((line) => line.startsWith(marker));
    // Entries of one attacker look alike in the list: with those below, which stay as they are, they do not.
    const rows = screen.slice(at, at + 10).map((row) => row.slice(0, TELLING));
    return at < 0 ? undefined : { at, entry: rows.join('\n') };
  };
  const times: number[] = [];
  for (let press = 0; press < presses; press++) {
    await wait(pause);
    const before = cursorIn(await program.screen());
    const at = program.now();
    let answered = Number.POSITIVE_INFINITY;
    program.send(key);
    await program
      .until((screen) => {
        const now = cursorIn(screen);
        // Half a frame may show no cursor at all.
        if (!now) return false;
        const isElsewhere = now.entry !== before?.entry || now.at === before.at - 1;
        // When its bytes came: that this side then reads them into a screen takes milliseconds of its own.
        if (isElsewhere) answered = Math.min(answered, program.arrivals.at(-1)?.at ?? Infinity);
        return isElsewhere;
      }, LONGEST)
      .catch(() => {});
    times.push(answered - at);
  }
  return {
    ms: median(times),
    p95: quantile(times, 0.95),
    p99: quantile(times, 0.99),
    lost: times.filter((time) => time === Number.POSITIVE_INFINITY).length,
  };
}
