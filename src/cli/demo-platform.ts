import type { Clock } from '../edges/clock.ts';
import type { Workspace } from '../state/workspace.ts';
import { demoWorkspace } from './demo-workspace.ts';

/** An embedded platform that serves a demo. */
export interface Demo {
  /** `http://127.0.0.1:40123` */
  readonly baseUrl: string;
  readonly accessKey: string;
  /** Everything there is to watch. */
  readonly workspace: Workspace;
  close(): Promise<void>;
}

/** So long ago the demo's world began, milliseconds: its deploy is failing when it is first looked at. */
const UNDER_WAY = 100_000;

/** Opens the embedded platform of a demo. */
export async function openDemo({
  clock,
  seed,
}: {
  readonly clock: Clock;
  /** Of the world. */
  readonly seed: number;
}): Promise<Demo> {
  const { openPlatform } = await import('../platform/platform.ts');
  const platform = await openPlatform({
    clock,
    seed,
    at: clock.now() - UNDER_WAY,
    // Within a process, packing costs more time than it spares.
    compresses: false,
  });
  const { baseUrl, accessKey, world } = platform;
  return { baseUrl, accessKey, workspace: demoWorkspace(world), close: platform.close };
}
