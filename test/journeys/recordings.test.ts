import { readdirSync, statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { expect, it, vi } from 'vitest';
import { openRecording } from '../../src/recording/recording-file.ts';
import { startBundled } from '../support/bundled.ts';
import { type ConsoleUnderTest, consoleUnderTest, KEYS, type Setting } from '../support/console.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';

const wide: Setting = {
  columns: 120,
  rows: 36,
  workspace: (demo) => ({ ...demo, apps: demo.apps.slice(0, 3), rateLimits: [] }),
};

it('a bad deploy is recorded, shared anonymously, and found in the shared bundle', async () => {
  const folder = temporaryDirectory();
  const [recording, bundle] = [`${folder}/r.db`, `${folder}/b.db`];
  const test = await consoleUnderTest(wide);
  await test.press(':', `record ${recording}`, KEYS.enter);
  const shows = (text: RegExp) =>
    vi.waitFor(async () => expect(await test.text()).toMatch(text), { timeout: 20_000 });
  await shows(/Recording into/);
  expect(await test.line('warren')).toContain('REC');
  await test.press('8', '/', 'image', KEYS.enter);
  await test.until('image checkout:', 90_000);
  await test.press(KEYS.escape);
  await test.until('→ failing', 90_000);
  await test.press(':', 'record off', KEYS.enter);
  await shows(/Recorded \d+ answers/);

  await test.press(':', `bundle 30m --anonymise ${bundle}`, KEYS.enter);
  await vi.waitFor(() => expect(statSync(bundle).size).toBeGreaterThan(0), { timeout: 30_000 });
  await shows(/names and texts replaced/);
  const [seen = ''] = /\d+ changes seen/.exec(await test.text()) ?? [];
  expect(seen).not.toBe('');
  expect(readdirSync(folder).toSorted()).toEqual(['b.db', 'r.db']);
  await test.close();

  const kept = await openRecording(recording, 'read');
  expect(kept.extent()?.calls).toBeGreaterThan(2);
  kept.close();

  const elsewhere = await consoleUnderTest({ columns: 120, rows: 36, recording: bundle });
  await elsewhere.until('Names, addresses and texts are replaced in this bundle.');
  expect(await elsewhere.line('warren')).toContain('○ anonymous bundle');
  await elsewhere.press('8');
  // What it was said to have, counted as everywhere.
  await elsewhere.until(`── Timeline · ${seen} ──`);
  await elsewhere.press('/', 'image', KEYS.enter);
  await elsewhere.until(/image \w+:[\d.]+ → [\d.]+/);
  await elsewhere.press(KEYS.escape, '1');
  await elsewhere.until('✖ failing');
  // On any date.
  expect(await elsewhere.text()).toMatch(/ REPLAY \d{4}-\d\d-\d\d \d\d:\d\d:\d\d /);
  expect(elsewhere.frames.join()).not.toMatch(/checkout|shop\.example/);
  await elsewhere.press(':', 'delete', KEYS.enter);
  await elsewhere.until('This is a bundle: nothing can be changed.');
});

it('quitting while a bundle is written reports that it was not written, and leaves no part of it', async () => {
  const [folder, temporary] = [temporaryDirectory(), temporaryDirectory()];
  const program = startBundled(['--demo'], { columns: 120, env: { TMPDIR: temporary } });
  await program.until((screen) => screen.join('\n').includes('checkout'));
  program.send(`:bundle 30m ${folder}/b.db\rqq`);
  expect(await program.exited).toBe(0);
  expect((await program.screen()).join('')).toContain(
    `warren: ${folder}/b.db was not written: the console ended before it was whole.`,
  );
  expect([readdirSync(folder), readdirSync(temporary)]).toEqual([[], []]);
});

it('a bundle of a partly loaded log claims only the loaded part, whatever period was requested', async () => {
  const bundle = `${temporaryDirectory()}/b.db`;
  const test = await consoleUnderTest({
    ...wide,
    pane: 'events',
    platform: { events: { perDay: 60_000 }, dialect: { 'log-page-size': 500 } },
  });
  await test.until('B loads more');
  await test.press(':', `bundle 24h ${bundle}`, KEYS.enter);
  await vi.waitFor(() => expect(statSync(bundle).size).toBeGreaterThan(0), { timeout: 30_000 });
  await test.close();

  const replayed = await consoleUnderTest({ ...wide, recording: bundle });
  await replayed.press('2');
  await replayed.until(/newest 1 h.* of 14 h .* loaded · B loads more/);
  await replayed.press('B');
  const nothing = /The bundle has nothing of before 2026-03-14T1[123]:\d\d:\d\dZ/;
  await replayed.until(new RegExp(`^ ${nothing.source}\\. `, 'm'));
  await replayed.line(new RegExp(` ! ${nothing.source}(?: |$)`));
  await replayed.press('B');
  await replayed.line(new RegExp(`^ ${nothing.source}\\. `));
  await replayed.press('A');
  await replayed.line('Only a live log is archived.');
  await replayed.press('J', '03:00', KEYS.enter);
  await replayed.until('Not all of that time is loaded.');
});

it.each(['30m anonymise', '-anonymize', '30mins', '5x --anonymise'])(
  'no bundle is written for :bundle %s, whose arguments are not taken for a file name',
  async (typed) => {
    const test = await consoleUnderTest(wide);
    await test.press('8', ':', `bundle ${typed}`, KEYS.enter);
    expect(test.console.state().pane).toBe('timeline');
    expect(await test.text()).toContain('Usage: bundle [DURATION] [--anonymise] [FILE]');
    expect(await test.text()).not.toContain('together');
  },
);

it('E6: if the history can no longer be read, there is no bundle, for that reason, and the console goes on', async () => {
  const folder = temporaryDirectory();
  const test = await consoleUnderTest({ ...wide, historyDirectory: folder });
  await test.pass(5000);
  const other = new DatabaseSync(`${folder}/history.db`);
  other.exec('ALTER TABLE observation RENAME TO gone');
  other.close();
  await test.press(':', `bundle ${folder}/b.db`, KEYS.enter);
  await vi.waitFor(
    async () => expect(await test.text()).toMatch(/No bundle was written: The history/),
    {
      timeout: 20_000,
    },
  );
  expect(readdirSync(folder)).not.toContain('b.db');
});

it('what a recording has not shown yet is called that, not asked for', async () => {
  const recording = `${temporaryDirectory()}/r.db`;
  let test: ConsoleUnderTest | undefined;
  let slow: string | undefined;
  test = await consoleUnderTest({
    ...wide,
    call: (call) => async (operation, input, signal, onBody) => {
      const { appId } = operation.compose(input).path;
      if (appId !== undefined && appId === slow) await test?.clock.sleep(20_000, signal);
      return call(operation, input, signal, onBody);
    },
  });
  slow = test.console.state().workspace.apps[1]?.id;
  await test.press(':', `record ${recording}`, KEYS.enter);
  await vi.waitFor(async () => expect(await test.text()).toContain(' REC '), { timeout: 20_000 });
  await test.pass(60_000);
  await test.press('3');
  await test.pass(10_000);
  await test.press(':', 'record off', KEYS.enter);
  await vi.waitFor(() => expect(test.console.state().recordingTo).toBeNull());
  await test.close();

  const replayed = await consoleUnderTest({ columns: 120, rows: 36, recording });
  await replayed.until('basket-api');
  expect(await replayed.line('basket-api')).toMatch(/basket-api +– not seen yet +–/);
  expect(await replayed.line('── Apps')).not.toContain('refused');
  await replayed.press('3');
  expect(await replayed.line('── DNS')).toMatch(/─ not recorded yet ──$/);
  expect(await replayed.text()).toContain('No scan of this zone is recorded yet.');
  expect(replayed.frames.join()).not.toMatch(/asking…|Asking for/);
});
