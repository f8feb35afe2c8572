import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { realFiles } from '../../../src/edges/files.ts';
import { openLineHistory } from '../../../src/shell/keys/line-history.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';

function state() {
  const path = join(temporaryDirectory(), 'warren', 'history');
  const open = () => {
    const work: Promise<unknown>[] = [];
    const history = openLineHistory({
      files: realFiles(),
      path,
      track(each) {
        work.push(each);
        return each;
      },
    });
    return { ...history, settled: () => Promise.all(work) };
  };
  return { path, open };
}

it('lines of one run are there for the next, newest first, in a file only accessible to its owner', async () => {
  const { path, open } = state();
  const first = open();
  for (const line of ['apps', 'theme dark', 'theme dark', ' theme light', '']) first.add(line);
  expect(first.lines()).toEqual(['theme dark', 'apps']);
  await first.settled();
  expect(await readFile(path, 'utf8')).toBe('apps\ntheme dark\n');
  expect((await stat(path)).mode & 0o777).toBe(0o600);

  const next = open();
  next.lines();
  await next.settled();
  next.add('audit');
  expect(next.lines()).toEqual(['audit', 'theme dark', 'apps']);
  await next.settled();
});

it('the end of a long history is read, and the file keeps the lines of all consoles', async () => {
  const { path, open } = state();
  const first = open();
  const line = (number: number) => `zones ${String(number).padStart(400, '0')}`;
  for (let number = 0; number < 300; number += 1) first.add(line(number));
  await first.settled();
  const next = open();
  next.lines();
  await next.settled();
  expect(next.lines()[0]).toBe(line(299));
  expect(next.lines().length).toBeLessThan(200);
  const kept = await readFile(path, 'utf8');
  expect(kept).toBe(Array.from({ length: 300 }, (_, number) => `${line(number)}\n`).join(''));
});

it('without a file, the history is that of the run', async () => {
  const history = openLineHistory({ files: realFiles(), path: null, track: (work) => work });
  history.add('apps');
  expect(history.lines()).toEqual(['apps']);
});
