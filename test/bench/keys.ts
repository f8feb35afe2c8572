import { setTimeout as wait } from 'node:timers/promises';
import type { PtyProgram } from '../support/pty.ts';
import { cpuTime, median, quantile } from './measures.ts';
import { start } from './start.ts';
import type { Stroke, Subject } from './subject.ts';

/** The cost of one press. */
export interface KeyFigures {
  readonly bytes: number;
  /** Median time from the press to the last byte of the response, milliseconds. */
  readonly ms: number;
  readonly p95: number;
  /** Median processor time, milliseconds. The median leaves out the few presses that meet a garbage collection. */
  readonly cpu: number;
}

/** A response is complete after this many milliseconds without output. */
const ANSWERED = 80;
/** The interval of keyboard repeat, milliseconds. */
const REPEAT = 33;

/** Starts `subject`, waits for its full screen and opens the list that is measured. */
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

/** The response to one press. */
interface Answer {
  readonly bytes: number;
  /** Undefined when the key drew nothing. */
  readonly ms?: number;
  readonly cpu: number;
}

/** Presses `key` once and waits for the complete response. */
async function press(program: PtyProgram, key: string): Promise<Answer> {
  const written = program.written();
  const at = program.now();
  const worked = cpuTime(program.pid);
  program.send(key);
  await program.quiet(ANSWERED);
  const bytes = program.written() - written;
  const cpu = cpuTime(program.pid) - worked;
  const last = program.arrivals.at(-1);
  return bytes > 0 && last !== undefined ? { bytes, ms: last.at - at, cpu } : { bytes, cpu };
}

/** Presses `key` `presses` times. */
export async function pressed(
  program: PtyProgram,
  key: string,
  presses: number,
): Promise<KeyFigures> {
  const answers: Answer[] = [];
  for (let round = 0; round < presses; round += 1) answers.push(await press(program, key));
  return figuresOf(answers);
}

/**
 * Presses `key` in each program in turn, `presses` times each, and returns the figures in the order of the programs.
 * Measured one after the other, two builds differ by 6 to 22 % where presses in turn show no difference.
 */
export async function pressedInTurn(
  programs: readonly PtyProgram[],
  key: string,
  presses: number,
): Promise<readonly KeyFigures[]> {
  const answers = programs.map((): Answer[] => []);
  for (let round = 0; round < presses; round += 1) {
    for (const [at, program] of programs.entries()) answers[at]?.push(await press(program, key));
  }
  return answers.map(figuresOf);
}

function figuresOf(answers: readonly Answer[]): KeyFigures {
  const times = answers.flatMap(({ ms }) => ms ?? []);
  return {
    bytes: median(answers.map(({ bytes }) => bytes)),
    ms: median(times),
    p95: quantile(times, 0.95),
    cpu: median(answers.map(({ cpu }) => cpu)),
  };
}

/** Holds `key` down for `presses` repeats. Returns the share of repeats that were drawn before the next one. */
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

/** A key that is pressed while a program loads or follows a log. */
export interface PressedUnderLoad {
  /** Brings another row under the cursor: moves it up by one, or changes what is there. */
  readonly key: string;
  /** The start of the row under the cursor. */
  readonly marker: string;
  /** Milliseconds between a response and the next press. */
  readonly pause: number;
  readonly presses: number;
}

/** Milliseconds from a press until the cursor is on another entry. */
export interface UnderLoadFigures {
  readonly ms: number;
  readonly p95: number;
  readonly p99: number;
  /** Presses without a response within two seconds. They count as infinitely long. */
  readonly lost: number;
}

/** The leading columns of a row that are compared: those of the list, without its scroll bar and the details. */
const COMPARED_COLUMNS = 80;
const LONGEST = 2000;

/**
 * Presses a key, waits for the response, pauses, and repeats. The response is another entry under the cursor, because at
 * the edge of the list the entries move rather than the cursor. If the next entry looks the same, the response is the
 * cursor one row higher: only the key moves it up, while new entries push it down.
 */
export async function pressedUnderLoad(
  program: PtyProgram,
  { key, marker, pause, presses }: PressedUnderLoad,
): Promise<UnderLoadFigures> {
  const cursorIn = (screen: readonly string[]) => {
    const at = screen.findIndex((line) => line.startsWith(marker));
    // Consecutive entries of one attacker look alike. Together with the nine rows below they rarely do.
    const rows = screen.slice(at, at + 10).map((row) => row.slice(0, COMPARED_COLUMNS));
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
        // A partly written frame may show no cursor.
        if (!now) return false;
        const isElsewhere = now.entry !== before?.entry || now.at === before.at - 1;
        // The time of arrival, because emulating the screen takes milliseconds of its own.
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
