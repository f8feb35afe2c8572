import { writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { consoleUnderTest, KEYS } from '../support/console.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';

it('use 17: a mark and its note are on the same entry after a restart, and a removed mark is not', async () => {
  const historyDirectory = temporaryDirectory();
  const setting = { pane: '2', historyDirectory };

  const first = await consoleUnderTest(setting);
  await first.pass(2000);
  await first.press('k', ':', 'note the first of them', KEYS.enter);
  const time = (await first.cursor()).slice(2, 14);
  // m moves to the row below. This marks and unmarks the newest entry.
  await first.press('j', 'm', 'm');
  await first.pass(2000);
  await first.close();

  const second = await consoleUnderTest(setting);
  await second.pass(4000);
  await second.press('U');
  expect(await second.line('“the first of them”')).toBeDefined();
  expect((await second.cursor()).slice(2, 14)).toBe(time);
  await second.press('U');
  expect(await second.text()).toContain('No older mark in the list.');
  await second.press('u');
  expect(await second.text()).toContain('No newer mark in the list.');
});

it('the key to unmark keeps an entry with a note marked until the note is removed', async () => {
  const test = await consoleUnderTest({ pane: '2', columns: 140 });
  await test.pass(2000);
  await test.press('k', '"', 'carol: real customer', KEYS.enter);
  const row = await test.cursor();
  await test.press('m');
  expect(await test.text()).toContain(
    'Still marked, because it has a note. " with an empty text removes the note.',
  );
  expect(await test.cursor()).toBe(row);
  expect(row).toContain('“carol: real');
  await test.press('"', KEYS.ctrlU, KEYS.enter, 'm');
  expect(await test.text()).toContain('Nothing is marked any more');
  expect(await test.text()).not.toContain('carol');
});

it('a removed mark does not return when the list is drawn anew', async () => {
  const test = await consoleUnderTest({ pane: '2', columns: 140 });
  await test.pass(2000);
  await test.press('k', 'm');
  await test.pass(6000);
  await test.press('k', 'm');
  await test.press('&', 's');
  await test.press(KEYS.escape);
  await test.pass(6000);
  await test.press('U');
  expect(await test.text()).toContain('No entry is marked.');
});

it('marks that cannot be saved are reported once, with the reason', async () => {
  const historyDirectory = `${temporaryDirectory()}/file`;
  writeFileSync(historyDirectory, '');
  const test = await consoleUnderTest({ pane: '2', columns: 160, historyDirectory });
  await test.until('Marks, notes and history are kept for this run only: ');
  await test.press('k');
  await test.pass(40_000);
  expect(await test.text()).not.toContain('kept for this run only');
});

it('marks and notes are still there after another zone was listed, and after a restart', async () => {
  const setting = { pane: '2', columns: 140, historyDirectory: temporaryDirectory() };
  const first = await consoleUnderTest(setting);
  await first.pass(2000);
  await first.press('k', '"', 'the first of them', KEYS.enter);
  const row = (await first.cursor()).slice(0, 64);
  for (const zone of [']', '[']) {
    await first.press(zone);
    await first.pass(2000);
  }
  await first.press('U');
  expect((await first.cursor()).slice(0, 64)).toBe(row);
  expect(row).toContain('“the first of');
  await first.press(']', '[');
  await first.pass(2000);
  await first.close();

  const second = await consoleUnderTest(setting);
  await second.pass(4000);
  await second.press('U');
  expect(await second.text()).toContain('“the first of');
});
