import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { PlatformOptions } from '../../src/platform/platform.ts';
import { startOfDay, utcDay } from '../../src/text/time.ts';

/** What a benchmark asks of a platform. */
export interface PlatformNeeds {
  readonly events: NonNullable<PlatformOptions['events']>;
  /** Entries on a page of the event log. */
  readonly pageSize: number;
  /** A wall clock that stands still, or one that goes so many milliseconds ahead of the machine's. */
  readonly clock:
    | { readonly kind: 'frozen'; readonly at: number }
    | { readonly kind: 'shifted'; readonly shift: number };
}

/** How to reach a platform, and its busiest shield zone. */
export interface PlatformAddress {
  readonly baseUrl: string;
  readonly accessKey: string;
  readonly zone: string;
  /** All that there is, as options of the console: `--app ID --zone ID …`. */
  readonly items: readonly string[];
}

/** A platform in another process, so that its work and memory are not counted as the console's. */
export interface PlatformProcess extends PlatformAddress {
  readonly pid: number;
  readonly clock: PlatformNeeds['clock'];
  /** Refuses connections, and drops those that there are, or accepts them again. */
  setReachable(isReachable: boolean): void;
  close(): Promise<void>;
}

/** A clock for which the day is so young: little has been logged before a benchmark begins. */
export function dayYoung(
  milliseconds: number,
): Extract<PlatformNeeds['clock'], { kind: 'shifted' }> {
  const now = Date.now();
  return { kind: 'shifted', shift: startOfDay(utcDay(now)) + milliseconds - now };
}

const SCRIPT = fileURLToPath(new URL('./platform-process.ts', import.meta.url));

/** Starts a platform in a process of its own; rejects when that ends before it listens. */
export async function startPlatform(needs: PlatformNeeds): Promise<PlatformProcess> {
  const child = fork(SCRIPT, [JSON.stringify(needs)]);
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const address = await new Promise<PlatformAddress>((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`the platform ended with ${code}`)));
    // The only message there is.
    child.once('message', (message) => resolve(message as PlatformAddress));
  });
  return {
    ...address,
    pid: child.pid ?? 0,
    clock: needs.clock,
    setReachable: (isReachable) => void child.send(isReachable),
    async close() {
      child.disconnect();
      await ended;
    },
  };
}
