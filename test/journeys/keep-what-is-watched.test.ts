import { readFileSync, writeFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { fixedKey } from '../../src/session/session-key.ts';
import { configuredWorkspaceFile } from '../../src/session/workspace-file.ts';
import { consoleUnderTest, KEYS, type Setting } from '../support/console.ts';
import { testEdges } from '../support/edges.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';

const CONFIG = `# mine
profiles: {prod: {base_url: "https://x.example", workspace: shop}}
workspaces:
  shop:
    apps:
      - id: old # first
`;

/** A console whose workspace `shop` is in a real file. */
async function kept(setting: Setting = {}) {
  const home = temporaryDirectory();
  const path = join(home, '.config/warren/config.yaml');
  await mkdir(dirname(path), { recursive: true });
  writeFileSync(path, CONFIG, { mode: 0o600 });
  const workspaceFile = configuredWorkspaceFile(testEdges({ HOME: home }), {
    profile: 'prod',
    key: fixedKey('the-key'),
  });
  const test = await consoleUnderTest({
    workspaceFile,
    workspace: (demo) => ({ ...demo, name: 'shop', apps: demo.apps.slice(0, 2) }),
    ...setting,
  });
  const [first, second] = test.platform.world.applications;
  return {
    test,
    path,
    ids: [String(first?.id), String(second?.id)] as const,
    text: () => readFileSync(path, 'utf8'),
  };
}

it('* saves the thing under the cursor permanently', async () => {
  const { test, text, ids } = await kept();
  await test.press('*');
  await test.until('checkout saved to workspace shop: ~/.config/warren/config.yaml');
  expect(text()).toBe(
    CONFIG.replace('# first\n', `# first\n      - id: ${ids[0]}\n        name: checkout\n`),
  );
  await test.press('*');
  await test.until('checkout is in workspace shop already: ~/.config/warren/config.yaml');
});

it(':keep adds and saves a named thing, and panes save what they show', async () => {
  const { test, text, ids } = await kept();
  await test.press(':', `keep app ${ids[1]}x new one`, KEYS.enter);
  await test.until('new one saved to workspace shop');
  expect(test.console.state().workspace.apps.at(-1)).toEqual({ id: `${ids[1]}x`, name: 'new one' });
  for (const [pane, list] of [
    ['2', 'shield_zones'],
    ['3', 'dns_zones'],
    ['6', 'rate_limits'],
    ['7', 'scripts'],
  ] as const) {
    await test.press(pane, '*');
    await test.until('saved to workspace shop');
    expect(text()).toContain(`    ${list}:\n`);
  }
});

it(':keep takes the name of a thing in the workspace, and saves its id', async () => {
  const { test, text, ids } = await kept();
  await test.press(':', 'keep app checkout', KEYS.enter);
  await test.until('checkout saved to workspace shop');
  expect(text()).toContain(`- id: ${ids[0]}\n        name: checkout\n`);
  expect(test.console.state().workspace.apps).toHaveLength(2);
});

it(':keep does not guess which of two things with one name is meant', async () => {
  const { test, text, ids } = await kept();
  await test.press(':', `add app ${ids[1]}x checkout`, KEYS.enter);
  await test.press(':', 'keep app checkout', KEYS.enter);
  await test.until('Several are called checkout: type the id of one.');
  expect(text()).toBe(CONFIG);
});

it('a search result can be saved too', async () => {
  const { test, text } = await kept({ workspace: (demo) => ({ ...demo, dnsZones: [] }) });
  await test.press('4', '/', 'shop.example');
  await test.until(/shop\.example +dns +\d+ +service/);
  await test.press(KEYS.escape, 'G', '*');
  await test.until('shop.example saved to workspace shop');
  expect(text()).toMatch(/ {4}dns_zones:\n {6}- id: \d+\n {8}name: shop\.example\n/);
});

it(':remove asks first, and says what it does not affect', async () => {
  const { test, text, ids } = await kept();
  const before = test.platform.served.requests.length;
  await test.press('*');
  await test.until('saved to workspace shop');
  await test.press(':', 'remove', KEYS.enter);
  expect(await test.text()).toContain(
    ` Remove the application checkout ${ids[0]} from the workspace?`,
  );
  expect(await test.text()).toContain(' Nothing is deleted at the service.');
  await test.press(KEYS.enter);
  expect(test.console.state().workspace.apps).toHaveLength(2);
  expect(text()).toContain(ids[0]);

  await test.press(':', 'remove', KEYS.enter, KEYS.ctrlY);
  await test.until('Removed checkout, here and in ~/.config/warren/config.yaml');
  expect(test.console.state().workspace.apps.map(({ id }) => id)).toEqual([ids[1]]);
  expect(text()).toBe(CONFIG);
  const asked = test.platform.served.requests.slice(before);
  expect(new Set(asked.map(({ method }) => method))).toEqual(new Set(['GET']));
});

it('a pane whose zone is removed shows the next one', async () => {
  const { test } = await kept({ pane: 'dns' });
  const [first, second] = test.console.state().workspace.dnsZones;
  expect(await test.line('── DNS')).toContain(` ${first?.name} `);
  await test.press(':', 'remove', KEYS.enter, KEYS.ctrlY);
  expect(await test.line('── DNS')).toContain(` ${second?.name} `);
  await test.press('2');
  const { shieldZones } = test.console.state().workspace;
  await test.press(':', 'remove', KEYS.enter, KEYS.ctrlY);
  expect(await test.line('── Events')).toContain(` ${shieldZones[1]?.name} `);
});

it('if the file cannot be written, it stays as it is, and the thing is still added for this run', async () => {
  const { test, path } = await kept();
  writeFileSync(path, 'wat: 1\n');
  await test.press(':', 'keep app abc', KEYS.enter);
  await test.until('Not saved: the configuration has errors; warren config check shows them.');
  expect(test.console.state().workspace.apps.at(-1)?.id).toBe('abc');
  await test.until(/ abc +! not found/);
  await test.press('/', 'abc', KEYS.enter, ':', 'remove', KEYS.enter, KEYS.ctrlY);
  await test.until('Removed abc from this session only: the configuration has errors;');
  expect(readFileSync(path, 'utf8')).toBe('wat: 1\n');
});

it('without a file the console says so', async () => {
  const test = await consoleUnderTest({ pane: 'dns' });
  await test.press('*');
  await test.until(' Not saved: a test has none.');
  await test.press('5', '@', '*');
  await test.until(' Nothing under the cursor can be added to the workspace.');
});

it(':save stores the filters of events under a name, and Ctrl-P and :filter apply them', async () => {
  const { test, text } = await kept({ pane: 'events' });
  await test.until(/\d loaded/);
  await test.press(':', 'save mine', KEYS.enter);
  expect(await test.text()).toContain('There is no filter to save.');
  await test.press('&', 'status:logged or country:BG', KEYS.enter);
  await test.press('&', KEYS.down, 'method:GET', KEYS.enter, '!', ':', 'save weekly', KEYS.enter);
  await test.until('Filter weekly saved to workspace shop: ~/.config/warren/config.yaml');
  expect(text()).toContain(
    '    filters:\n      weekly: (status:logged or country:BG) (!method:GET)\n',
  );
  expect(text()).toContain('# first');
  await test.press(KEYS.escape, KEYS.escape);
  expect(await test.text()).not.toContain('FILTER');
  await test.press(KEYS.ctrlP, 'weekly', KEYS.enter);
  expect(await test.line('[(status')).toContain(
    '[(status:logged or country:BG) (!method:GET)] hides',
  );
  await test.press(':', 'save weekly', KEYS.enter);
  await test.until('Filter weekly is in workspace shop already');
  await test.press(':', 'filter other', KEYS.enter);
  expect(await test.text()).toContain('There is no filter other. Tab lists them.');
});

it('an invalid saved filter is not applied, and without a file filters are saved for this run', async () => {
  const test = await consoleUnderTest({
    pane: 'events',
    workspace: (demo) => ({ ...demo, filters: [{ name: 'broken', filter: 'log~[un' }] }),
  });
  await test.until(/\d loaded/);
  await test.press(':', 'filter broken', KEYS.enter);
  expect(await test.text()).toContain('Filter broken cannot be applied: This is no pattern');
  await test.press('&', 'status:logged', KEYS.enter, ':', 'save a', KEYS.enter);
  await test.until('Filter a saved for this session only: a test has none.');
  await test.press(KEYS.backspace, ':', 'filter a', KEYS.enter);
  expect(await test.text()).toContain('[status:logged]');
});
