import { setTimeout as wait } from 'node:timers/promises';
import { createEmulator } from '../support/emulator.ts';
import { type Arrival, type PtyProgram, startInPty } from '../support/pty.ts';
import { median } from './measures.ts';
import { SIZE, type Subject } from './subject.ts';

/** Medians, milliseconds from the start of the process. */
export interface StartFigures {
  /** The first byte of output, or the exit of a program without output. */
  readonly firstByte: number;
  /** The first screen that is not blank. */
  readonly firstPaint: number;
  /** The first complete screen. */
  readonly full: number;
}

/** Drawing has ended after this many milliseconds without output. */
const STILL = 400;
const WARM = 4_000;
/** A start that takes longer has failed, milliseconds. */
const LONGEST = 10_000;

/** Starts `subject` in a terminal of the standard size. */
export const start = ({ file, args, env }: Subject): PtyProgram =>
  startInPty({ file, args, ...SIZE, ...(env ? { env } : {}) });

/** When the screen first satisfied `holds`, milliseconds; NaN if it never did. */
export async function firstWhen(
  arrivals: readonly Arrival[],
  holds: (screen: readonly string[]) => boolean,
): Promise<number> {
  const emulator = createEmulator(SIZE.columns, SIZE.rows);
  const decoder = new TextDecoder();
  for (const { at, bytes } of arrivals) {
    await emulator.write(decoder.decode(bytes, { stream: true }));
    if (holds(emulator.lines())) return at;
  }
  return Number.NaN;
}

const anything = (screen: readonly string[]) => screen.some((line) => line.trim() !== '');

async function startOnce(subject: Subject): Promise<StartFigures> {
  const program = start(subject);
  const ended = program.exited.then(() => program.now());
  let full = Number.NaN;
  // Emulated only after the output ends, because the emulator would take processor time from the program.
  while (Number.isNaN(full) && program.now() < LONGEST) {
    const over = await Promise.race([ended, program.quiet(STILL)]);
    full = await firstWhen(program.arrivals, subject.full);
    if (over !== undefined) break;
  }
  const { arrivals } = program;
  await program.close();
  const firstByte = arrivals[0]?.at ?? (await ended);
  return { firstByte, firstPaint: await firstWhen(arrivals, anything), full };
}

// Fills the system's file cache and the program's own cache of compiled code, which it writes some time after its start.
async function warmUp(subject: Subject): Promise<void> {
  const program = start(subject);
  await Promise.race([program.exited, wait(WARM)]);
  await program.close();
}

/** Starts every subject `runs` times, in turn, so that the load of the machine affects all alike. */
export async function measureStarts(
  subjects: readonly Subject[],
  runs: number,
): Promise<ReadonlyMap<string, StartFigures>> {
  const all = new Map(subjects.map(({ name }) => [name, [] as StartFigures[]]));
  for (const subject of subjects) await warmUp(subject);
  for (let run = 0; run < runs; run++) {
    for (const subject of subjects) all.get(subject.name)?.push(await startOnce(subject));
  }
  return new Map(
    [...all].map(([name, figures]) => [
      name,
      {
        firstByte: median(figures.map(({ firstByte }) => firstByte)),
        firstPaint: median(figures.map(({ firstPaint }) => firstPaint)),
        full: median(figures.map(({ full }) => full)),
      },
    ]),
  );
}
