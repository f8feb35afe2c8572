import { describe, expect, it } from 'vitest';
import { KEYS } from '../../support/console.ts';
import { guardianConsole, SHOP_FILE } from '../../support/guardian-console.ts';
import { SHOP } from '../../support/guardian-samples.ts';
import { memoryDirectories } from '../../support/memory-directories.ts';
import { memoryFiles } from '../../support/memory-files.ts';

const chosen = async (test: Awaited<ReturnType<typeof guardianConsole>>) =>
  (await test.screen())[4]?.trim().split(/ {2,}/)[0];

describe('choosing a specification', () => {
  it('Tab completes the text, and typing continues at its end', async () => {
    const test = await guardianConsole();
    await test.press('o', '~/a', KEYS.tab);
    expect(await test.line(/^File /)).toBe('File ~/api/');
    await test.press('shop.y', KEYS.tab);
    expect(await test.line(/^File /)).toBe('File ~/api/shop.yaml');
    await test.press(KEYS.enter);
    expect(await chosen(test)).toBe('/home/tester/api/shop.yaml');
  });

  it('takes a path typed faster than the directory is read', async () => {
    const test = await guardianConsole();
    test.files.contents.set('/home/tester/api/a.yaml', SHOP);
    await test.press(`o~/api/shop.yaml${KEYS.enter}`);
    expect(await chosen(test)).toBe(SHOP_FILE);
  });

  it('takes a fuzzy match only after moving to it, or with Tab', async () => {
    const test = await guardianConsole();
    await test.press('o', '~/api/shp.yml', KEYS.enter);
    expect(await test.text()).toContain(
      '✖ /home/tester/api/shp.yml could not be read: it does not exist.',
    );
    await test.press('o', KEYS.ctrlU, '~/api/shp.yml');
    expect(await test.text()).toContain('   shop.yaml');
    expect(await test.text()).not.toContain('❯');
    await test.press(KEYS.down);
    expect(await test.cursor()).toBe(' ❯ shop.yaml');
    await test.press(KEYS.enter);
    expect(await chosen(test)).toBe(SHOP_FILE);
    await test.press('o', KEYS.ctrlU, '~/api/shp.yml', KEYS.tab);
    expect(await test.line(/^File /)).toBe('File ~/api/shop.yaml');
  });

  it('reads a typed file beyond the end of the listing', async () => {
    const files = memoryFiles();
    files.contents.set('/home/tester/api/a-shop.yaml', 'openapi: 2');
    files.contents.set('/home/tester/api/shop.yaml.old', 'openapi: 2');
    const directories = memoryDirectories(new Map(files.contents));
    files.contents.set(SHOP_FILE, SHOP);
    const { isFile } = memoryDirectories(files.contents);
    const list = async (path: string) => {
      const listing = await directories.list(path);
      return listing && { ...listing, isCut: true };
    };
    const test = await guardianConsole({
      machine: { files, directories: { ...directories, list, isFile } },
    });
    await test.press('o', '~/api/shop.yaml');
    expect(await test.cursor()).toBe(' ❯ shop.yaml');
    expect(await test.text()).toContain(' In ~/api/: 3 (first 2 names) · ');
    await test.press(KEYS.enter);
    expect(await chosen(test)).toBe(SHOP_FILE);
  });

  it('the arrows choose among what is offered, Enter looks into directories', async () => {
    const test = await guardianConsole();
    test.files.contents.set('/home/tester/api/a.yaml', SHOP);
    await test.press('o', '~/', KEYS.enter);
    expect(await test.line(/^File /)).toBe('File ~/api/');
    expect(await test.cursor()).toBe(' ❯ a.yaml');
    await test.press(KEYS.down, KEYS.down);
    expect(await test.cursor()).toBe(' ❯ shop.yaml');
    await test.press(KEYS.up, KEYS.enter);
    expect(await chosen(test)).toBe('/home/tester/api/a.yaml');
  });

  it('starts with the file on screen', async () => {
    const test = await guardianConsole();
    await test.choose(SHOP_FILE);
    await test.press('o');
    expect(await test.line(/^File /)).toMatch(/^File \S+shop\.yaml {3}type to replace, ← edits$/);
    // Text replaces it; Enter takes it again.
    await test.press('/home');
    expect(await test.line(/^File /)).toBe('File /home');
    await test.press(KEYS.escape, 'o', KEYS.enter);
    expect(await test.line('sha256')).toContain(` ${SHOP_FILE} `);
  });

  it('Esc changes nothing', async () => {
    const test = await guardianConsole();
    await test.choose(SHOP_FILE);
    const before = await test.text();
    await test.press('o', KEYS.ctrlU, '~/', KEYS.escape);
    expect(await test.text()).toBe(before);
  });

  it('a file whose name cannot be typed is taken all the same, and shown harmlessly', async () => {
    const test = await guardianConsole();
    test.files.contents.set('/home/tester/api/a\u001b[2J\n.yaml', SHOP);
    await test.press('o', '~/api/');
    expect(await test.cursor()).toBe(' ❯ a␛[2J␊.yaml');
    await test.press(KEYS.tab);
    expect(await test.text()).toContain('File ~/api/');
    await test.press(KEYS.enter);
    expect(await chosen(test)).toBe('/home/tester/api/a␛[2J␊.yaml');
    expect(await test.text()).toContain(' Shop  version 2.4.0');
  });

  it('a path that leads to no file says so, and nothing of the file before it stays', async () => {
    const test = await guardianConsole();
    await test.choose(SHOP_FILE);
    await test.choose('/nowhere/x.yaml');
    expect(await test.text()).toContain('✖ /nowhere/x.yaml could not be read: it does not exist.');
    expect(await test.text()).not.toContain(' Shop  version 2.4.0');
    await test.press('U');
    expect(await test.text()).toContain(
      'The chosen file was not read and checked: r tries again, o chooses another.',
    );
  });
});
