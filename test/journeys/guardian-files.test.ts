import { describe, expect, it } from 'vitest';
import { KEYS } from '../support/console.ts';
import { CTRL_Y, guardianConsole, SHOP_FILE } from '../support/guardian-console.ts';
import { SHOP } from '../support/guardian-samples.ts';

const inOneLine = (text: string): string => text.replaceAll(/\s+/g, ' ');

describe('a file that cannot be used shows nothing of the file before it, and is not sent', () => {
  const FILE = '/home/tester/next.yaml';
  const PROSE = 'Dear colleague: [\n';

  it.each([
    ['is larger than 5 MiB', SHOP, 'x'.repeat(6 * 1024 * 1024), 'is larger than 5 MiB.'],
    ['is not there', SHOP, undefined, 'could not be read: it does not exist.'],
    ['is larger, after prose', PROSE, 'x'.repeat(6 * 1024 * 1024), 'is larger than 5 MiB.'],
  ])('%s', async (_, before, content, reason) => {
    const test = await guardianConsole();
    await test.choose(SHOP_FILE);
    await test.upload();
    test.files.contents.set(SHOP_FILE, before);
    await test.press('r');
    await test.settledText();
    if (content !== undefined) test.files.contents.set(FILE, content);
    await test.choose(FILE);
    const sections = [await test.settledText()];
    await test.press(KEYS.right);
    sections.push(await test.settledText());
    await test.press(KEYS.right);
    sections.push(await test.settledText());
    for (const text of sections) {
      expect(inOneLine(text)).toContain(`✖ ${FILE} ${reason}`);
      expect(inOneLine(text)).toContain(`${reason} Nothing of it is known, and it cannot be sent`);
      expect(text).toMatch(/ Check +Changes +Send ✓ /);
      expect(text).not.toMatch(/Dear colleague|changes nothing|Shop {2}version|shop\.yaml *$/m);
    }
    // What was sent is still told, under its own name.
    expect(sections[2]).toMatch(/Last sent\n +shop\.yaml · sha256 /);
    await test.press('U');
    expect(await test.text()).toContain('The chosen file was not read and checked: r tries again');
    await test.pass(1000);
    await test.press(CTRL_Y);
    expect(test.uploads()).toHaveLength(1);
  });

  it('comes back once it can be read', async () => {
    const test = await guardianConsole();
    await test.choose(FILE);
    test.files.contents.set(FILE, SHOP);
    await test.press('r');
    expect(await test.settledText()).toContain(' 8 endpoints');
  });
});
