import { describe, expect, it } from 'vitest';
import { KEYS } from '../../support/console.ts';
import { guardianConsole, SHOP_FILE } from '../../support/guardian-console.ts';
import { SHOP } from '../../support/guardian-samples.ts';

const sections = (test: Awaited<ReturnType<typeof guardianConsole>>) => test.line(' Compared');

describe('the keys of the pane', () => {
  it('arrows, h and l cycle through the sections', async () => {
    const test = await guardianConsole();
    await test.choose(SHOP_FILE);
    await test.press(KEYS.left);
    expect(await test.text()).toContain('Nothing was uploaded in this run.');
    await test.press('l', 'l');
    expect(await test.text()).toContain('What shop.example has now is not known');
    await test.press('h', KEYS.right, KEYS.right);
    expect(await test.text()).toContain(' Authorization ');
    expect(await sections(test)).toContain('Check ✓');
  });

  it('a cycles through the three states and shows their meaning', async () => {
    const test = await guardianConsole();
    await test.choose(SHOP_FILE);
    await test.press('a');
    expect(await test.text()).toContain(' ● yes ');
    expect(await test.text()).toContain('Authorization yes: set for every endpoint.');
    await test.press('a');
    expect(await test.text()).toContain(' ● no ');
    await test.press('a');
    expect(await test.text()).toContain(' ● keep ');
  });

  it('/ says that a section without a list has nothing to filter, and its footer does not offer it', async () => {
    const test = await guardianConsole({ columns: 120 });
    await test.choose(SHOP_FILE);
    expect((await test.screen()).at(-1)).toContain('/ filter');
    await test.press(KEYS.right);
    expect((await test.screen()).at(-1)).not.toContain('/ filter');
    await test.press('/');
    expect(await test.text()).toContain('This section shows no list to filter.');
  });

  it('a text that is longer than the screen has pages, as details have', async () => {
    const test = await guardianConsole();
    await test.choose(SHOP_FILE);
    await test.press(KEYS.right, KEYS.right);
    expect(await test.text()).toMatch(/^… \d+ more lines: d$/m);
    await test.press('d');
    expect(await test.text()).toMatch(/ body +[\d,]+ bytes of JSON/);
    expect(await test.text()).not.toContain(' Before it is sent');
    await test.press('d');
    expect(await test.text()).toContain(' Before it is sent');
    await test.press('d', KEYS.escape);
    expect(await test.text()).toContain(' Before it is sent');
  });

  it('problems are gone through one by one, with the lines of the file around each', async () => {
    const test = await guardianConsole();
    test.files.contents.set(
      SHOP_FILE,
      SHOP.replace('  /login:', '  login:').replace('schemas/Money', 'schemas/Coins'),
    );
    await test.choose(SHOP_FILE);
    expect(await sections(test)).toContain('Check ✖ 2');
    expect(await test.cursor()).toMatch(/^❯ ✖ error +34:3 +The path "login" does not begin/);
    await test.press('j', KEYS.enter);
    expect(await test.text()).toMatch(/✖ error in line 96, column \d+\n/);
    expect(await test.text()).toMatch(
      / 96 │ +price: \{\$ref: '#\/components\/schemas\/Coins'\}\n +▲/,
    );
    await test.press(KEYS.escape);
    expect(await test.cursor()).toMatch(/^❯ ✖ error +96:/);
  });

  it('the endpoints are filtered and put in order', async () => {
    const test = await guardianConsole();
    await test.choose(SHOP_FILE);
    await test.upload();
    await test.press(KEYS.right, 'O', 'O');
    expect(await test.line('METHOD')).toMatch(/PATH▲/);
    expect(await test.line(/^❯|^ {2}POST/)).toBeDefined();
    await test.press('/', 'delete', KEYS.enter);
    expect(await test.cursor()).toMatch(/DELETE +\/api\/v2\/session/);
    expect(await test.line('warren')).toContain('FILTER: 7 hidden');
    await test.press(KEYS.escape);
    expect(await test.line('warren')).not.toContain('FILTER');
  });

  it('a filter that matches no endpoint says so above what is known of the zone', async () => {
    const test = await guardianConsole();
    await test.choose(SHOP_FILE);
    await test.upload();
    await test.press(KEYS.right, '/', 'nothing like it', KEYS.enter);
    expect(await test.text()).toMatch(
      / {2}No endpoint matches “nothing like it”\. Esc clears the filter\.\n[^]*─\nConfiguration of the zone\n/,
    );
  });

  it('a key that can do nothing here says why', async () => {
    const test = await guardianConsole({
      workspace: (demo) => ({ ...demo, shieldZones: [] }),
    });
    expect(await test.text()).toContain('No shield zone is watched. Type :add zone ID');
    for (const key of ['o', 'U', 'a']) {
      await test.press(key);
      expect((await test.screen()).at(-2), key).toContain('No shield zone is watched.');
    }
    await test.press('r');
    expect(await test.text()).toContain('No file is chosen: o chooses one.');
    await test.press(KEYS.enter);
    expect(await test.text()).toContain('There is nothing more to show.');
  });

  it('an id that fits into no path is never sent', async () => {
    const test = await guardianConsole({
      workspace: (demo) => ({ ...demo, shieldZones: [{ id: '%2e%2e', name: 'up' }] }),
    });
    await test.choose(SHOP_FILE);
    await test.press('U');
    expect(await test.text()).toContain('shieldZoneId must be a whole number');
    expect(test.uploads()).toEqual([]);
  });
});
