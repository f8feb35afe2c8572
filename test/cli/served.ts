import { afterEach, beforeEach } from 'vitest';
import type { OperationId } from '../../src/contract/operation.ts';
import { type FakeClock, fakeClock } from '../support/fake-clock.ts';
import { openPlatform, type Platform, type PlatformOptions } from '../support/observed-platform.ts';
import { type Outcome, prompt, reaching, type Setting } from './prompt.ts';

/** A platform for each test, and commands that talk to it. */
export interface ServedPrompt {
  readonly platform: Platform;
  readonly clock: FakeClock;
  run(argv: readonly string[], setting?: Setting): Promise<Outcome>;
}

/** Opens a platform before each test of the file, and closes it after. */
export function servedPrompt(options: Partial<PlatformOptions> = {}): ServedPrompt {
  let platform: Platform | undefined;
  let clock = fakeClock();
  const current = (): Platform => {
    if (!platform) throw new Error('there is no platform outside of a test');
    return platform;
  };
  beforeEach(async () => {
    clock = fakeClock();
    platform = await openPlatform({ clock, seed: 7, ...options });
  });
  afterEach(() => current().close());
  return {
    get platform() {
      return current();
    },
    get clock() {
      return clock;
    },
    run: (argv, { env, ...setting } = {}) =>
      prompt(argv, { clock, ...setting, env: { ...reaching(current()), ...env } }),
  };
}

/** How a command waits: with so many waits under way it has nothing else to do, and `ms` may pass. */
export interface Waiting {
  readonly asleep: number;
  readonly ms: number;
}

/** Lets time pass, if the command does nothing but wait; otherwise lets it go on. */
export async function step(clock: FakeClock, { asleep, ms }: Waiting): Promise<void> {
  if (clock.sleeping >= asleep) await clock.advance(ms);
  else await new Promise((resolve) => setImmediate(resolve));
}

/** Lets time pass until a command has ended. */
export async function letPass<T>(
  running: Promise<T>,
  clock: FakeClock,
  waiting: Waiting,
): Promise<T> {
  let over = false;
  const ended = running.finally(() => {
    over = true;
  });
  while (!over) await step(clock, waiting);
  return ended;
}

/** Lets the next request for an operation be answered with this, whatever it asks. */
export function answerNext(
  { faults }: Platform,
  operation: OperationId,
  body: object,
  status = 200,
): void {
  const text = JSON.stringify(body);
  const head = `HTTP/1.1 ${status} Answer\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(text)}`;
  faults.set({ kind: 'raw', bytes: `${head}\r\n\r\n${text}` }, { operation, times: 1 });
}
