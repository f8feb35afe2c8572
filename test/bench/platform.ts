import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { PlatformOptions } from '../../src/platform/platform.ts';
import { startOfDay, utcDay } from '../../src/text/time.ts';

/** The settings of a platform. */
export interface PlatformNeeds {
  readonly events: NonNullable<PlatformOptions['events']>;
  /** Entries on a page of the event log. */
  readonly pageSize: number;
  /** A frozen wall clock, or one that is ahead of the machine's by `shift` milliseconds. */
  readonly clock:
    | { readonly kind: 'frozen'; readonly at: number }
    | { readonly kind: 'shifted'; readonly shift: number };
}

/** How to reach a platform, and its busiest shield zone. */
export interface PlatformAddress {
  readonly baseUrl: string;
  readonly accessKey: string;
  readonly zone: string;
  /** Its whole workspace as options of the console: `--app ID --zone ID …`. */
  readonly items: readonly string[];
}

/** A platform in another process, so that its work and memory are not counted as the console's. */
export interface PlatformProcess extends PlatformAddress {
  readonly pid: number;
  readonly clock: PlatformNeeds['clock'];
  /** False drops and refuses all connections, true accepts them again. */
  setReachable(isReachable: boolean): void;
  close(): Promise<void>;
}

/** A clock by which the day began `milliseconds` ago, so that little has been logged. */
export function dayYoung(
  milliseconds: number,
): Extract<PlatformNeeds['clock'], { kind: 'shifted' }> {
  const now = Date.now();
  return { kind: 'shifted', shift: startOfDay(utcDay(now)) + milliseconds - now };
}

const SCRIPT = fileURLToPath(new URL('./platform-process.ts', import.meta.url));

/** Starts a platform in another process. Rejects when the process ends before it listens. */
export async function startPlatform(needs: PlatformNeeds): Promise<PlatformProcess> {
  const child = fork(SCRIPT, [JSON.stringify(needs)]);
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const address = await new Promise<PlatformAddress>((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`the platform ended with ${code}`)));
    // The process sends no other message.
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
