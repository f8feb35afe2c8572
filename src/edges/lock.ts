import { constants } from 'node:fs';
import { open, readFile, rename, stat, unlink } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';
import { isRunning, machineTag } from './own-process.ts';
import { randomHex } from './random-hex.ts';
import { codeOf } from './system-error.ts';

/** Held by the process that made the file; other machines may share the directory, so no lock of the system's will do. */
interface Lock {
  /** Whether it is still ours: a process that was stopped for long may find that another took it over. */
  isHeld(): Promise<boolean>;
}

/** How long somebody waits for the lock, milliseconds. It is held for some milliseconds at a time. */
const PATIENCE = 10_000;
/** A lock that is older is nobody's any more, milliseconds. */
const ABANDONED = 30_000;
/** Between two attempts, milliseconds; a random part keeps those who wait apart. */
const BETWEEN = 5;
/** After this time whoever takes over an abandoned lock at the same moment has done so, milliseconds. */
const SETTLING = 50;

/**
 * Does `work` while no other process of this user does work under the lock at `path`. One that was killed gives the
 * lock up: its process id is looked for, and where that is another process by now, or ours (in a container all have the
 * same), the lock is too old after half a minute.
 *
 * @param patience how long it is waited for, milliseconds
 * @returns undefined when the lock could not be had in time
 * @throws Error of the file system
 */
export async function whileLocked<Value>(
  path: string,
  work: (lock: Lock) => Promise<Value>,
  patience = PATIENCE,
): Promise<Value | undefined> {
  const ticket = `${machineTag()} ${process.pid} ${randomHex(8)}\n`;
  const isHeld = async () => (await contentOf(path)) === ticket;
  const deadline = performance.now() + patience;
  while (!(await take(path, ticket))) {
    if (performance.now() > deadline) return undefined;
    if (await isAbandoned(path)) {
      const draft = `${path}.${randomHex(4)}`;
      await write(draft, ticket);
      await rename(draft, path);
      await setTimeout(SETTLING);
      if (await isHeld()) break;
    }
    await setTimeout(BETWEEN * (1 + Math.random()));
  }
  try {
    return await work({ isHeld });
  } finally {
    if (await isHeld()) await unlink(path);
  }
}

/** Makes the file; false when it is there already. */
async function take(path: string, ticket: string): Promise<boolean> {
  try {
    await write(path, ticket);
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  }
}

async function write(path: string, ticket: string): Promise<void> {
  const { O_WRONLY, O_CREAT, O_EXCL, O_NOFOLLOW } = constants;
  const file = await open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, 0o600);
  try {
    await file.writeFile(ticket);
  } catch (error) {
    await unlink(path).catch(() => {});
    throw error;
  } finally {
    await file.close();
  }
}

const contentOf = (path: string): Promise<string | undefined> =>
  readFile(path, 'utf8').catch(() => undefined);

async function isAbandoned(path: string): Promise<boolean> {
  const found = await stat(path).catch(() => undefined);
  if (!found) return false;
  const [machine, id] = (await contentOf(path))?.split(' ') ?? [];
  if (machine === machineTag() && id !== undefined && !isRunning(Number(id))) return true;
  // The clock may have been set back meanwhile.
  return Math.abs(Date.now() - found.mtimeMs) > ABANDONED;
}
