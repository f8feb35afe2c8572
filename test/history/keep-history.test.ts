import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Worker } from 'node:worker_threads';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Fact } from '../../src/history/fact.ts';
import { keepHistory, originOf } from '../../src/history/keep-history.ts';
import { readHistory } from '../../src/history/read-history.ts';
import { createSlices } from '../../src/state/slice.ts';
import { consoleStore } from '../support/console-store.ts';
import { fakeClock } from '../support/fake-clock.ts';
import { nextThread } from '../support/next-thread.ts';
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

describe('a console whose history thread', () => {
  const T = '2026-03-14T12:00:00Z';
  const noted = (subject: string, by: number): Fact => ({
    subject: { kind: 'apps', id: subject },
    kind: 'status',
    severity: 'bad',
    place: '',
    from: 'active',
    to: 'failing',
    after: null,
    by,
  });

  async function keeping(directory: string) {
    const clock = fakeClock(T);
    const said: string[] = [];
    const { history, run } = keepHistory({
      store: consoleStore(),
      slices: createSlices(),
      clock,
      machineClock: clock,
      directory,
      inThread: true,
      say: (text) => said.push(text),
    });
    const end = new AbortController();
    const ended = run(end.signal);
    onTestFinished(() => end.abort());
    const state = () => history.slice.getState();
    const shown = () => state().facts.map(({ subject }) => subject.id);
    /** Waits for the thread, too. */
    const until = (wanted: () => boolean) =>
      vi.waitUntil(
        async () => {
          await clock.advance(500);
          return wanted();
        },
        { timeout: 20_000 },
      );
    const close = async () => {
      end.abort();
      await ended;
      return readHistory(directory, originOf(consoleStore().getState().profile.baseUrl));
    };
    return { clock, history, state, shown, said, until, close };
  }

  it('ends goes on without it: nothing is lost, and it says so once', async () => {
    const thread = nextThread();
    const test = await keeping(temporaryDirectory());
    const { clock, history, state, shown, said, until } = test;
    history.note(noted('before', clock.now()));
    await until(() => shown().length === 1);
    const worker = await thread;
    history.note(noted('meanwhile', clock.now()));
    await worker.terminate();
    await until(() => shown().length === 2);
    history.mark({ zone: '7', logId: 'a', time: clock.now(), note: 'seen' });
    history.note(noted('after', clock.now()));
    await until(() => shown().length === 3 && state().marks.size === 1);
    expect(shown()).toEqual(['before', 'meanwhile', 'after']);
    expect(state().keeping).toEqual({ kind: 'file' });
    expect(said).toEqual([
      'Marks, notes and history are kept without a thread, and keys may lag: The thread that has the file ended: exit code 1.',
    ]);
    const kept = await test.close();
    expect(kept.facts.map(({ subject }) => subject.id)).toEqual(['before', 'meanwhile', 'after']);
    expect(kept.marks.size).toBe(1);
  });

  it('cannot be started keeps its history without it', async () => {
    process.once('worker', (worker: Worker) => void worker.terminate());
    const test = await keeping(temporaryDirectory());
    test.history.note(noted('first', test.clock.now()));
    await test.until(() => test.shown().length === 1);
    expect(test.state().keeping).toEqual({ kind: 'file' });
    expect(test.said).toHaveLength(1);
    expect((await test.close()).facts).toHaveLength(1);
  });
});
