import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import { keepHistory } from '../../src/history/keep-history.ts';
import { createSlices } from '../../src/state/slice.ts';
import { consoleStore } from '../support/console-store.ts';
import { fakeClock } from '../support/fake-clock.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';

it('reports marks that were set while another process kept the history from being opened', async () => {
  const directory = temporaryDirectory();
  const holder = new DatabaseSync(join(directory, 'history.db'));
  holder.exec('BEGIN EXCLUSIVE');
  const clock = fakeClock('2026-03-14T12:00:00Z');
  const lost: string[] = [];
  const { history, run } = keepHistory({
    store: consoleStore(),
    slices: createSlices(),
    clock,
    machineClock: clock,
    directory,
    lost: (text) => lost.push(text),
  });
  const end = new AbortController();
  const ended = run(end.signal);
  await clock.advance(1000);
  history.mark({ zone: '7', logId: 'a', time: clock.now(), note: 'seen' });
  end.abort();
  expect(lost).toEqual([
    'The last marks, notes and changes were not kept: history.db could not be written.',
  ]);
  holder.close();
  await ended;
});
