import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import type { Call } from '../../src/contract/operation.ts';
import { appOverview } from '../../src/contract/operations/app-overview.ts';
import { History } from '../../src/history/history.ts';
import { NO_HISTORY } from '../../src/history/history-state.ts';
import { readHistory } from '../../src/history/read-history.ts';
import { historyThread, ThreadKeeper } from '../../src/history/thread-keeper.ts';
import { createSlices } from '../../src/state/slice.ts';
import { overviewOf } from '../support/overviews.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';

const T = Date.now();
const SERVICE = 'https://api.example.net';
const APP = { kind: 'apps', id: 'a1' } as const;

it('a thread keeps the same as a keeper in this thread, returns new facts, and has written all when the console ends', async () => {
  const directory = temporaryDirectory();
  const history = new History({
    slice: createSlices().create(NO_HISTORY),
    keeper: new ThreadKeeper(historyThread(directory, SERVICE)),
    wake: () => setImmediate(() => history.keep(T + 10_000)),
  });
  await history.open(T);
  const see = (status: string, at: number) => {
    const answer = async () => overviewOf({ status });
    return history.recording(answer as unknown as Call, () => at)(appOverview, { appId: 'a1' });
  };
  const statuses = () =>
    history.slice
      .getState()
      .facts.filter(({ kind }) => kind === 'status')
      .map(({ from, to, by }) => [from, to, by - T]);
  await see('active', T);
  await see('failing', T + 5000);
  await expect.poll(statuses).toEqual([['active', 'failing', 5000]]);
  expect((await history.at(APP, T + 6000))?.answer).toMatchObject({ status: 'failing' });
  const mark = { zone: '7', logId: 'l1', time: T, note: 'look' };
  history.mark(mark);
  await see('active', T + 10_000);
  // Synchronously: the process may end.
  history.close(T + 11_000);

  const kept = await readHistory(directory, SERVICE);
  expect(kept.facts.filter(({ kind }) => kind === 'status').map(({ to }) => to)).toEqual([
    'failing',
    'active',
  ]);
  expect([...kept.marks.values()]).toEqual([[mark]]);
});

it('reports that the last changes could not be kept because another process held the file', async () => {
  const directory = temporaryDirectory();
  const history = new History({
    slice: createSlices().create(NO_HISTORY),
    keeper: new ThreadKeeper(historyThread(directory, SERVICE)),
    wake() {},
  });
  await history.open(T);
  const other = new DatabaseSync(join(directory, 'history.db'));
  // The first batch, which is empty, is written by then.
  await expect.poll(() => other.exec('BEGIN IMMEDIATE')).toBeUndefined();
  history.mark({ zone: '7', logId: 'l1', time: T, note: 'typed last' });
  expect(history.close(T)).toBe(false);
  other.close();
  expect((await readHistory(directory, SERVICE)).marks.size).toBe(0);
});

it('says why nothing can be kept, and keeps facts for the run', async () => {
  const history = new History({
    slice: createSlices().create(NO_HISTORY),
    keeper: new ThreadKeeper(historyThread('/dev/null/none', SERVICE)),
    wake: () => setImmediate(() => history.keep(T)),
  });
  await history.open(T);
  expect(history.slice.getState().keeping.kind).toBe('failed');
  history.mark({ zone: '7', logId: 'l1', time: T, note: '' });
  await expect.poll(() => history.slice.getState().marks.size).toBe(1);
  history.close(T);
});

it('E: a removed history file is reported, and replaced by a new one within 15 seconds', async () => {
  const directory = temporaryDirectory();
  let now = T;
  const history = new History({
    slice: createSlices().create(NO_HISTORY),
    keeper: new ThreadKeeper(historyThread(directory, SERVICE)),
    wake: () => setImmediate(() => history.keep(now)),
  });
  const keeping = () => history.slice.getState().keeping;
  await history.open(now);
  rmSync(join(directory, 'history.db'));
  const mark = { zone: '7', logId: 'l1', time: T, note: '' };
  history.mark(mark);
  await expect.poll(() => keeping().kind).toBe('failed');
  expect(keeping()).toMatchObject({ why: expect.stringContaining('was removed or replaced') });
  await expect.poll(() => history.slice.getState().marks.size).toBe(1);
  now += 15_000;
  await history.reopen(now);
  expect(keeping().kind).toBe('file');
  history.close(now);
  expect([...(await readHistory(directory, SERVICE)).marks.values()]).toEqual([[mark]]);
});
