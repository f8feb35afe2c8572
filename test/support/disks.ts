import { execFileSync } from 'node:child_process';
import {
  chownSync,
  closeSync,
  existsSync,
  fsyncSync,
  ftruncateSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  rmSync,
  unlinkSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A disk of its own, that can be given trouble. */
export interface Disk {
  /** Where it is mounted. */
  readonly path: string;
  /** A directory on it that exists. */
  readonly folder: string;
  fill(): void;
  makeRoom(): void;
  /** Fails while a file is open to be written. */
  setReadOnly(isReadOnly: boolean): void;
  /** Nothing that is written comes to an end. */
  freeze(): void;
  thaw(): void;
  removeFolder(): void;
  giveFolderTo(uid: number): void;
  close(): void;
}

const SIZE = 24 << 20;
const BLOCK = Buffer.alloc(4096);
const run = (file: string, ...args: readonly string[]) =>
  execFileSync(file, args, { stdio: ['ignore', 'ignore', 'pipe'] });

/** A file system in a file, which only root can mount. Null where that cannot be had. */
export function openDisk(): Disk | null {
  if (process.getuid?.() !== 0) return null;
  const place = mkdtempSync(join(tmpdir(), 'warren-disk-'));
  const [image, path] = [join(place, 'image'), join(place, 'disk')];
  const file = openSync(image, 'w');
  ftruncateSync(file, SIZE);
  closeSync(file);
  mkdirSync(path);
  try {
    run('mkfs.ext4', '-q', '-m', '0', image);
    run('mount', '-o', 'loop', image, path);
  } catch {
    rmSync(place, { recursive: true });
    return null;
  }
  const folder = join(path, 'home');
  mkdirSync(folder, { mode: 0o700 });
  const filler = join(path, 'filler');
  const owned = (uid: number) => {
    for (const name of ['.', ...readdirSync(folder, { recursive: true, encoding: 'utf8' })]) {
      chownSync(join(folder, name), uid, uid);
    }
  };
  return {
    path,
    folder,
    fill() {
      // What was set aside while blocks were not yet laid out is free again once they are.
      for (let pass = 0; pass < 4; pass += 1) {
        const open = openSync(filler, 'a');
        try {
          for (;;) writeSync(open, BLOCK);
        } catch {
          // It is full.
        } finally {
          fsyncSync(open);
          closeSync(open);
        }
      }
    },
    makeRoom: () => {
      if (existsSync(filler)) unlinkSync(filler);
    },
    setReadOnly: (isReadOnly) =>
      void run('mount', '-o', `remount,${isReadOnly ? 'ro' : 'rw'}`, path),
    freeze: () => void run('fsfreeze', '-f', path),
    thaw: () => void run('fsfreeze', '-u', path),
    removeFolder: () => rmSync(folder, { recursive: true }),
    giveFolderTo: owned,
    close() {
      run('umount', '-l', path);
      rmSync(place, { recursive: true });
    },
  };
}
