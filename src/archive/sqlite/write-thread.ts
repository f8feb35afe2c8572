import { setImmediate } from 'node:timers/promises';
import { type EntryList, stampAsWritten } from '../../contract/operations/event-logs.ts';
import type { LogArchive } from '../../events/log-archive.ts';
import { DatabaseThread } from '../../sqlite/database-thread.ts';
import type { ArchiveWriting } from '../archive.ts';
import type { SentEntry, WriteCalls } from './worker.ts';

/** Entries that are sent at a time: copying more would keep a key waiting. */
const SENT = 250;
/** A disk that has not taken a page for so long is told to be late, milliseconds. */
const LATE = 1000;

/**
 * An SQLite file as an archive to write to, in a thread of its own: however long the disk takes, no key waits.
 *
 * @throws DatabaseError when it cannot be used
 */
export async function openArchiveThread(
  path: string,
  { signal, late }: ArchiveWriting,
): Promise<LogArchive & { close(): Promise<void> }> {
  let [isBusy, isStalled, isLate] = [false, false, false];
  const tell = () => {
    if (isLate === (isBusy || isStalled)) return;
    isLate = isBusy || isStalled;
    late?.(isLate, 0);
  };
  const { workerSource } = await import('./worker-source.ts');
  const thread = await DatabaseThread.start<WriteCalls>(workerSource, 'write', (what) => {
    isBusy = what === true;
    tell();
  });
  let pages = 0;
  signal?.addEventListener('abort', () => void thread.call('giveUp').catch(() => {}), {
    once: true,
  });
  try {
    await thread.call('open', path);
  } catch (error) {
    thread.close();
    throw error;
  }
  const send = async (page: number, entries: EntryList): Promise<void> => {
    let sent: SentEntry[] = [];
    for (const entry of entries) {
      sent.push([entry, stampAsWritten(entry)]);
      if (sent.length < SENT) continue;
      void thread.call('entries', page, sent).catch(() => {});
      sent = [];
      await setImmediate();
    }
    void thread.call('entries', page, sent).catch(() => {});
  };
  // Pages are written in the order in which they came.
  let sending: Promise<void> = Promise.resolve();
  return {
    days: (zone) => thread.call('days', zone),
    coverage: (zone, day) => thread.call('coverage', zone, day),
    covered: (zone, day) => thread.call('covered', zone, day),
    async append(zone, day, entries, coverage, withdrawn = []) {
      pages += 1;
      const page = pages;
      sending = sending.then(() => send(page, entries));
      await sending;
      const stalled = setTimeout(() => {
        isStalled = true;
        tell();
      }, LATE).unref();
      try {
        return await thread.call('append', page, zone, day, coverage, withdrawn);
      } finally {
        clearTimeout(stalled);
        isStalled = false;
        tell();
      }
    },
    async close() {
      try {
        await thread.call('close');
      } finally {
        thread.close();
      }
    },
  };
}
