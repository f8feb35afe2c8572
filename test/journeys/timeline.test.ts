import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { expect, it } from 'vitest';
import { consoleUnderTest, KEYS } from '../support/console.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';

it('a deploy that failed and recovered is found afterwards: the application, the time, and the image before and after', async () => {
  const test = await consoleUnderTest({
    workspace: (demo) => ({ ...demo, apps: demo.apps.slice(0, 3) }),
  });
  await test.pass(40_000);
  await test.until(/checkout +● active +15\/15/, 300_000);

  // Three keys from the start.
  await test.press('8', '!');
  expect(await test.line('warren')).toMatch(/ONLY PROBLEMS: \d+ hidden/);
  await test.press('i');
  expect(await test.line('image')).toMatch(
    /14:02:2\d {2}checkout +! image checkout:(\S+) → (?!\1)\S+ \(checkout\)/,
  );
  expect(await test.line('── Timeline')).toMatch(
    /\d+ changes seen ─+ as of 14:0\d:\d\d · kept for this run only/,
  );

  // Two more show attacks at that time. The cursor of Apps is on what changed, wherever it was before.
  await test.press('1', 'G');
  expect(await test.cursor()).not.toContain('checkout');
  await test.press('8', 'x');
  expect(await test.text()).toContain('VIEWING 14:02:2');
  expect(await test.cursor()).toMatch(/^❯ checkout/);
  await test.press('2');
  await test.until(/❯ 14:02:2\d/);
  expect(await test.line('warren')).toMatch(/VIEWING 14:02:2\d · live 14:0[3-9]:/);
  expect(await test.text()).toMatch(/14:02:2\d +Blocked .* SQL Injection/);
  await test.press(KEYS.escape, '8');

  // Below the list are details that do not fit in the row, and its text only if that is cut.
  expect(await test.line(/^when +/)).toMatch(/^when +between 2026-\S+ 14:02:\d\dZ and /);
  expect((await test.text()).match(/! image checkout:/g)).toHaveLength(1);
  await test.press('d');
  expect(await test.text()).toMatch(/when +between 2026-\S+ 14:02:\d\dZ and/);
  await test.press(KEYS.escape, KEYS.enter);
  expect(await test.line('──')).toContain('── Apps · checkout');

  // Each badge counts what it hides itself, and no change is counted twice.
  await test.press('8');
  const numbers = async (what: string) =>
    [...(await test.line(what)).matchAll(/\d[\d,]*(?= hidden| changes seen)/g)].map(Number);
  const [withoutProblem = 0, filtered = 0] = await numbers('warren');
  const [all = 0] = await numbers('── Timeline');
  const rows = (await test.screen()).filter((line) => /^[❯ ] \d\d:\d\d:\d\d {2}/.test(line));
  expect(rows).toHaveLength(all - withoutProblem - filtered);

  // The message names what hides everything: problems only or the filter.
  await test.press('8', '/', ' nowhere', KEYS.enter);
  await test.until('No problem matches “kind:image nowhere”. ! looks through all changes.');
  await test.press('!');
  await test.until('No change matches “kind:image nowhere”. Esc clears the filter.');
  // i replaces a typed filter, and restores it.
  await test.press('i');
  expect(await test.text()).toMatch(/! image checkout:/);
  await test.press('i');
  await test.until('No change matches “kind:image nowhere”. Esc clears the filter.');
});

it('shows the applications as of a minute, allows no changes there, and returns to the present', async () => {
  const test = await consoleUnderTest({
    workspace: (demo) => ({ ...demo, apps: demo.apps.slice(0, 3) }),
  });
  await test.pass(40_000);
  expect(await test.cursor()).toMatch(/checkout +✖ failing +10\/15/);
  await test.until(/checkout +● active +15\/15/, 300_000);

  await test.press('x');
  const recovered = await test.line('VIEWING');
  expect(await test.line('── Apps')).toMatch(/as answered by 14:0\d:\d\d · Esc: now ──$/);
  for (let steps = 0; steps < 60; steps += 1) {
    if (/checkout +✖ failing/.test(await test.text())) break;
    await test.press('(');
  }
  expect(await test.text()).toMatch(/checkout +✖ failing/);
  expect(await test.line('VIEWING')).not.toBe(recovered);

  // New data does not change this view, and no change can be made from it.
  const before = await test.line(/checkout +✖/);
  await test.pass(10_000);
  expect(await test.line(/checkout +✖/)).toBe(before);
  await test.press(':delete', KEYS.enter);
  expect(await test.text()).toContain('The past is on screen');

  await test.press(KEYS.escape);
  expect(await test.text()).not.toContain('VIEWING');
  expect(await test.text()).toMatch(/checkout +● active +15\/15/);
});

it('applications are polled as often in Timeline as in Apps, whichever pane was first', async () => {
  const test = await consoleUnderTest({
    pane: '8',
    workspace: (demo) => ({ ...demo, apps: demo.apps.slice(0, 3) }),
  });
  const asOf = async () => /as of (\S+)/.exec(await test.line('── Timeline'))?.[1] ?? '';
  await test.until(/── Timeline · \d+ changes seen ─+ as of/);
  expect(await test.line('warren')).toContain('● connected');
  // They are polled less often behind another pane, and at once on return, then as often as before.
  await test.press('7');
  await test.pass(70_000);
  await test.press('8');
  const again = await asOf();
  await test.pass(6000);
  expect((await asOf()) > again).toBe(true);
});

it('says that no change was observed, and which changes would be', async () => {
  const test = await consoleUnderTest({ pane: '8', workspace: (demo) => ({ ...demo, apps: [] }) });
  expect(await test.text()).toContain(
    'No change seen yet: each answer is compared with the one before.',
  );
});

it('a report hands over the notes on events', async () => {
  const folder = temporaryDirectory();
  const test = await consoleUnderTest({ pane: '2', columns: 140, historyDirectory: folder });
  await test.pass(2000);
  await test.press('"', 'carol: real customer', KEYS.enter);
  await test.pass(5000);
  await test.press(':', `report 30m ${relative('.', folder)}/r.md`, KEYS.enter);
  await test.until('Report written to ');
  expect(readFileSync(`${folder}/r.md`, 'utf8')).toMatch(
    /## Notes on events\n\n- \S+Z shop\.example, entry \S+: carol: real customer\n/,
  );
});

it('a report has the reason that is on screen, rather than that of the start, and failed scans', async () => {
  const folder = temporaryDirectory();
  const test = await consoleUnderTest({
    columns: 140,
    workspace: (demo) => ({ ...demo, apps: demo.apps.slice(0, 1) }),
  });
  await test.press('3');
  await test.pass(5000);
  await test.press('1');
  await test.pass(90_000);
  const [why = ''] = /exit 1 x\d+/.exec(await test.cursor()) ?? [];
  expect(why).not.toBe('');
  await test.press(':', `report 30m ${relative('.', folder)}/r.md`, KEYS.enter);
  await test.until('Report written to ');
  const report = readFileSync(`${folder}/r.md`, 'utf8');
  expect(report).toContain(
    `- checkout: errors since 2026-03-14T14:02:30Z (${why} — CrashLoopBackOff`,
  );
  expect(report).toMatch(/\n- legacy\.example: last scan failed at 2026-\S+Z \(SERVFAIL /);
});

it('a report can be copied from any pane, which stays on screen', async () => {
  const test = await consoleUnderTest({
    workspace: (demo) => ({ ...demo, apps: demo.apps.slice(0, 1) }),
  });
  await test.press('2', ':', 'report', KEYS.enter);
  await test.until(/Sent report, .* to the clipboard/);
  await test.line('── Events');
  expect(test.console.state().pane).toBe('events');
});

it('a mistyped duration is not taken for the file name of a report, and the directory is named', async () => {
  const test = await consoleUnderTest({ columns: 160 });
  await test.press(':', 'report 1 fortnight', KEYS.enter);
  expect(await test.text()).toContain('Usage: report [DURATION] [FILE]');
  const folder = temporaryDirectory();
  await test.press(':', `report 30m ${relative('.', folder)}/r.md`, KEYS.enter);
  await test.until(`Report written to ${folder}/r.md.`);
});

it('a change of an application that was removed from the workspace opens it and adds it again', async () => {
  const test = await consoleUnderTest({
    workspace: (demo) => ({
      ...demo,
      apps: demo.apps.filter(({ name }) => name === 'checkout' || name === 'basket-api'),
    }),
  });
  await test.pass(40_000);
  await test.press(':', 'remove app checkout', KEYS.enter, KEYS.ctrlY);
  expect(await test.text()).not.toContain('❯ checkout');
  await test.press('8');
  expect(await test.cursor()).toContain('✖');
  await test.press(KEYS.enter);
  await test.until(/✖ failing/);
  // Its name was removed with it.
  expect(await test.line('──')).toMatch(/^── Apps · eiY0oti3cKXseYl ─/);
  expect(await test.cursor()).toMatch(/^❯ . DE /);
});
