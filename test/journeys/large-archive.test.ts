import { truncateSync } from 'node:fs';
import { join } from 'node:path';
import type { Worker } from 'node:worker_threads';
import { expect, it, onTestFinished } from 'vitest';
import { openEventArchive } from '../../src/archive/open.ts';
import { dayRange, noCoverage } from '../../src/events/coverage.ts';
import { utcDay } from '../../src/text/time.ts';
import { entryWith } from '../events/sample-entries.ts';
import { startBundled } from '../support/bundled.ts';
import { consoleUnderTest, KEYS } from '../support/console.ts';
import { shows } from '../support/pty.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';

const DAY = utcDay(Date.UTC(2026, 2, 12));
const ENTRIES = 6000;

/** An archive of three days, with an entry every 15 seconds of the first hours. The last entries have another country. */
async function archived(): Promise<string> {
  const folder = temporaryDirectory();
  const file = join(folder, 'week.db');
  const archive = await openEventArchive(file);
  for (const day of [DAY, DAY + 1, DAY + 2]) {
    const { from, until } = dayRange(day);
    const entries = Array.from({ length: ENTRIES / 3 }, (_, at) =>
      entryWith({
        logId: `${day}-${at}`,
        timestamp: from + at * 15_000,
        labels: { country: day === DAY ? 'SE' : 'BG', status: at % 4 === 0 ? 'Logged' : 'Blocked' },
        log: JSON.stringify({
          Message: `request ${at}`,
          Url: `https://shop.example/p/${at}`,
          Note: 'x'.repeat(400 + (at % 97)),
        }),
      }),
    );
    await archive.append('7', day, entries, {
      ...noCoverage(day),
      order: 'newest-first',
      pages: 2,
      entries: entries.length,
      loaded: [{ from, until }],
      oldest: from,
      newest: from + (ENTRIES / 3 - 1) * 15_000,
    });
  }
  await archive.close();
  return file;
}

/** The archive, of which memory holds a part. */
const archiveOpened = async () =>
  consoleUnderTest({
    pane: 'events',
    columns: 200,
    rows: 50,
    at: '2026-03-15T12:00:00Z',
    archive: await archived(),
    logMemory: 600_000,
  });

it('counts all entries of an archive larger than memory, says which, and lists any part of it', async () => {
  const test = await archiveOpened();
  await test.until(/of 6,000 listed, all counted · B lists more/);
  // A histogram of all three days by status.
  await test.until(/Blocked .* 4,500/);
  await test.press('a');
  await test.until(/(?<!newest [\d,]+) of 6,000 archived entries/);
  expect(await test.text()).toMatch(/SE Sweden +2,000/);
  await test.press('a', 'H');
  await test.until(/Actors .*(?<!newest [\d,]+) of 6,000 archived entries/);
  await test.press('K');
  await test.until(/Rule trial +hits 6,000 .*(?<!newest [\d,]+) of 6,000 archived entries/);
  await test.press('L');
  await test.until(/False positives .*(?<!newest [\d,]+) of 6,000 archived entries/);
  await test.press('L', 's');
  await test.until(/Heat map .*(?<!newest [\d,]+) of 6,000 archived entries/);
  await test.press('s');
  // Compares the newest hours with the same time a day earlier, which is not loaded.
  await test.press('D', 'x', 'x');
  await test.until(/B a day before .*of [\d,]+ archived entries/);
  await test.press('D');
  // A filter applies to the whole archive.
  await test.press('&', 'country:SE', KEYS.enter);
  await test.until(
    'None of the 2,019 listed entries matches. B lists those of the archive that do.',
  );
  await test.press('B');
  await test.until(/2,000 of 6,000 listed/);
  await test.until(/Blocked .* 1,500/);
  await test.until(/[❯›] 03-12 08:19:45.000 +Blocked .* SE/);
  await test.press(KEYS.backspace);
  // Without the filter the newest entries are listed again.
  await test.until(/[❯›] 03-14 08:19:45.000 .* BG/);
  await test.press('B');
  await test.until(/2026-03-1[23] of/);
  await test.press(':', 'at 2026-03-12T01:00', KEYS.enter);
  await test.until(/[❯›] 03-12 01:00:00.000/);
  expect(await test.text()).toContain('2026-03-12 of week.db');
}, 120_000);

it('says that the archive has not answered instead of counting for ever, and asks again', async () => {
  const threads: Worker[] = [];
  const started = (thread: Worker) => {
    threads.push(thread);
    // From the second one on they end before they answer.
    if (threads.length > 1) void thread.terminate();
  };
  process.on('worker', started);
  onTestFinished(() => void process.off('worker', started));
  const test = await archiveOpened();
  await test.until(/Blocked .* 4,500/);
  await threads[0]?.terminate();
  await test.press('H');
  await test.until('The archive has not answered; it is asked again in 10 s.');
  expect(await test.text()).toMatch(/The thread that has the file ended: exit code \d\./);
  process.off('worker', started);
  await test.pass(10_000);
  await test.until(/Actors .*(?<!newest [\d,]+) of 6,000 archived entries/);
}, 120_000);

it('shows the keys chosen by the operator', async () => {
  const test = await consoleUnderTest({
    pane: 'events',
    columns: 200,
    rows: 50,
    at: '2026-03-15T12:00:00Z',
    archive: await archived(),
    logMemory: 600_000,
    keys: [
      { id: 'events.load-more', kind: 'these', keys: ['f6'], line: 1 },
      { id: 'refresh', kind: 'these', keys: ['f5'], line: 2 },
    ],
  });
  await test.until(/of 6,000 listed, all counted · F6 lists more/);
  await test.press('\u001b[17~');
  expect(await test.text()).toContain('F5 lists the newest again.');
}, 120_000);

it('shows the progress of checking a large archive, and can be cancelled', async () => {
  const file = await archived();
  // Sparse files take a while too.
  truncateSync(file, 4 * 2 ** 30 - 4096);
  const console = startBundled(['--from', file], { columns: 100 });
  await console.until((screen) =>
    screen.some((line) => / looking through week\.db before it is read: \d+% /.test(line)),
  );
  await console.until(shows('No archive is open yet.'));
  console.send(':close\r');
  await console.until(
    shows('week.db was not opened: interrupted.', 'No archive is open. :open FILE'),
  );
});
