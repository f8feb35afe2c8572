import { setImmediate } from 'node:timers/promises';
import { type EntryList, stampAsWritten } from '../../contract/operations/event-logs.ts';
import type { LogArchive } from '../../events/log-archive.ts';
import { DatabaseThread } from '../../sqlite/database-thread.ts';
import type { ArchiveWriting } from '../archive.ts';
import type { SentEntry, WriteCalls } from './worker.ts';

/** Entries sent at a time: copying more would block a key. */
const BATCH = 250;
/** Time after which a disk counts as late, in milliseconds. */
const LATE_MS = 1000;

/**
 * Writes to an SQLite archive in a separate thread, so that no key waits for a disk.
 *
 * @throws DatabaseError when it cannot be used
 */
export async function openArchiveThread(
  path: string,
  { signal, onDelay }: ArchiveWriting,
): Promise<LogArchive & { close(): Promise<void> }> {
  let [isBusy, isLate] = [false, false];
  /** Pages that have waited too long. */
  const stalled = new Set<number>();
  const report = () => {
    const isNow = isBusy || stalled.size > 0;
    if (isLate === isNow) return;
    isLate = isNow;
    onDelay?.(isLate ? { queued: 0 } : null);
  };
  const { workerSource } = await import('./worker-source.ts');
  const thread = await DatabaseThread.start<WriteCalls>(workerSource, 'write', (message) => {
    isBusy = message !== null;
    report();
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
      if (sent.length < BATCH) continue;
      void thread.call('entries', page, sent).catch(() => {});
      sent = [];
      await setImmediate();
    }
    void thread.call('entries', page, sent).catch(() => {});
  };
  // Pages are written in order of arrival.
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
      const timer = setTimeout(() => {
        stalled.add(page);
        report();
      }, LATE_MS).unref();
      try {
        return await thread.call('append', page, zone, day, coverage, withdrawn);
      } finally {
        clearTimeout(timer);
        stalled.delete(page);
        report();
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
