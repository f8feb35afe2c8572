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

/** A separate disk that can be made to fail. */
export interface Disk {
  /** Its mount point. */
  readonly path: string;
  /** An existing directory on it. */
  readonly folder: string;
  fill(): void;
  makeRoom(): void;
  /** Fails while a file is open for writing. */
  setReadOnly(isReadOnly: boolean): void;
  /** Blocks all writes until `thaw`. */
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

/** Mounts a file system in a file. Null without root or if mounting fails. */
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
      // Blocks reserved for delayed allocation become free when they are allocated, so one pass does not fill the disk.
      for (let pass = 0; pass < 4; pass += 1) {
        const open = openSync(filler, 'a');
        try {
          for (;;) writeSync(open, BLOCK);
        } catch {
          // The disk is full.
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
