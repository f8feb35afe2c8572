import { expect, it, vi } from 'vitest';
import { EMPTY_WORKSPACE } from '../../src/state/workspace.ts';
import { consoleUnderTest, KEYS, type Setting } from '../support/console.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';

/** A recording of twenty seconds. */
async function recorded(setting: Setting): Promise<string> {
  const recording = `${temporaryDirectory()}/r.db`;
  const test = await consoleUnderTest(setting);
  await test.press(':', `record ${recording}`, KEYS.enter);
  await vi.waitFor(async () => expect(await test.text()).toContain(' REC '), { timeout: 20_000 });
  await test.pass(20_000);
  await test.press(':', 'record off', KEYS.enter);
  await vi.waitFor(() => expect(test.console.state().recordingTo).toBeNull());
  await test.close();
  return recording;
}

it('a pane of which nothing was recorded says so, and which key shows what was', async () => {
  const recording = await recorded({
    workspace: ({ apps }) => ({ ...EMPTY_WORKSPACE, apps: apps.slice(0, 2) }),
  });
  const test = await consoleUnderTest({ recording });
  for (const [pane, noun] of [
    ['2', 'shield zone'],
    ['3', 'DNS zone'],
    ['5', 'shield zone'],
    ['6', 'rate limit'],
    ['7', 'script'],
  ] as const) {
    await test.press(pane);
    expect(await test.text()).toContain(`The recording has no ${noun}: 1 shows its applications.`);
  }
});

it('nothing can be refreshed in a replay, and the key says what shows the next answer', async () => {
  const recording = await recorded({
    workspace: ({ apps }) => ({ ...EMPTY_WORKSPACE, apps: apps.slice(0, 2) }),
  });
  const test = await consoleUnderTest({ recording });
  for (const key of ['r', 'R']) {
    await test.press(key);
    expect(await test.text()).toContain('This is a recording: ) shows the next answer.');
    await test.press(KEYS.escape);
  }
});

it('a replay that is stopped shows nothing as live', async () => {
  const recording = await recorded({
    pane: 'events',
    platform: { events: { perSecond: 1 } },
  });
  const test = await consoleUnderTest({ columns: 120, recording, pane: 'events' });
  await test.until('as of');
  expect(await test.text()).not.toMatch(/FOLLOW|every 5 s/);
  await test.press(' ');
  await test.until('FOLLOW');
  expect(await test.line('── Events')).toContain(' · every 5 s · ');
});
