import { execFileSync, spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { machineTag } from '../../src/edges/own-process.ts';
import { whileLocked } from '../../src/edges/record-log.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';

let folder = '';
let path = '';
beforeEach(() => {
  folder = temporaryDirectory();
  path = join(folder, 'audit.lock');
});

const heldBy = (machine: string, id: number) =>
  writeFileSync(path, `${machine} ${id} 0011223344556677\n`);
const endedProcess = () => spawnSync(process.execPath, ['-e', '']).pid;
const taken = (patience?: number) => whileLocked(path, async () => 'mine', patience);

describe('a lock', () => {
  it('admits one at a time, and leaves nothing behind', async () => {
    let inside = 0;
    let most = 0;
    const work = async () => {
      inside += 1;
      most = Math.max(most, inside);
      await new Promise((resolve) => setImmediate(resolve));
      inside -= 1;
    };
    await Promise.all(Array.from({ length: 20 }, () => whileLocked(path, work)));
    expect(most).toBe(1);
    expect(readdirSync(folder)).toEqual([]);
  });

  it('is released when the work fails', async () => {
    await expect(
      whileLocked(path, async () => {
        throw new Error('disk');
      }),
    ).rejects.toThrow('disk');
    expect(existsSync(path)).toBe(false);
  });

  it('of a killed process is taken over', async () => {
    heldBy(machineTag(), endedProcess());
    expect(await taken()).toBe('mine');
    expect(readdirSync(folder)).toEqual([]);
  });

  it('of a killed process is taken over by only one', async () => {
    heldBy(machineTag(), endedProcess());
    let inside = 0;
    let most = 0;
    await Promise.all(
      Array.from({ length: 5 }, () =>
        whileLocked(path, async () => {
          inside += 1;
          most = Math.max(most, inside);
          await new Promise((resolve) => setImmediate(resolve));
          inside -= 1;
        }),
      ),
    );
    expect(most).toBe(1);
    expect(readdirSync(folder)).toEqual([]);
  });

  it('of a running process is waited for, up to the time limit', async () => {
    heldBy(machineTag(), process.pid);
    expect(await taken(30)).toBeUndefined();
    expect(readFileSync(path, 'utf8')).toContain(String(process.pid));
  });

  it('A14: of a killed process whose id was reused is taken over once it is old, even if the clock was set back', async () => {
    for (const seconds of [0, Date.now() / 1000 + 86_400]) {
      heldBy(machineTag(), process.pid);
      utimesSync(path, seconds, seconds);
      expect(await taken(300)).toBe('mine');
    }
  });

  it('without the id of its process, which was killed before it wrote it, is taken over after two seconds', async () => {
    writeFileSync(path, '');
    const seconds = Date.now() / 1000;
    utimesSync(path, seconds - 1, seconds - 1);
    expect(await taken(20)).toBeUndefined();
    utimesSync(path, seconds - 3, seconds - 3);
    expect(await taken()).toBe('mine');
    expect(existsSync(path)).toBe(false);
  });

  it('of another machine is respected while it is new', async () => {
    heldBy('01234567', endedProcess());
    expect(await taken(30)).toBeUndefined();
    utimesSync(path, 0, 0);
    expect(await taken()).toBe('mine');
  });

  it('that is a pipe does not block, and is taken over once it is old', async () => {
    execFileSync('mkfifo', [path]);
    expect(await taken(20)).toBeUndefined();
    utimesSync(path, 0, 0);
    expect(await taken()).toBe('mine');
    expect(readdirSync(folder)).toEqual([]);
  });

  it('that is a directory is reported, and nothing is left beside it', async () => {
    mkdirSync(path);
    utimesSync(path, 0, 0);
    await expect(taken()).rejects.toThrow('EISDIR');
    expect(readdirSync(folder)).toEqual(['audit.lock']);
  });

  it('that was taken over is not taken back', async () => {
    const held = await whileLocked(path, async ({ isHeld }) => {
      const before = await isHeld();
      heldBy('01234567', 1);
      return [before, await isHeld()];
    });
    expect(held).toEqual([true, false]);
    expect(existsSync(path)).toBe(true);
  });
});
