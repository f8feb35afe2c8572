import { expect, it } from 'vitest';
import { KEYS } from '../../support/console.ts';
import { guardianConsole, SHOP_FILE } from '../../support/guardian-console.ts';
import { SHOP } from '../../support/guardian-samples.ts';

it('what is under the cursor can be copied, in every section', async () => {
  const test = await guardianConsole();
  test.files.contents.set(SHOP_FILE, SHOP.replace('  /login:', '  login:'));
  expect(await test.line('no file')).toBeDefined();
  await test.press('y');
  expect(await test.text()).toContain('There is nothing under the cursor to copy.');
  await test.choose(SHOP_FILE);
  await test.press('y');
  expect(await test.cursor()).toMatch(
    /place and problem +\/home\/tester\/api\/shop\.yaml:34:3: The path/,
  );

  test.files.contents.set(SHOP_FILE, SHOP);
  await test.press(KEYS.escape, 'r');
  await test.upload();
  await test.press('y');
  expect(await test.cursor()).toMatch(/sha256 of the file +[0-9a-f]{20}/);
  await test.press(KEYS.escape, KEYS.right, 'y');
  expect(await test.cursor()).toMatch(/path +\/search$/);
  expect(await test.line('endpoint as JSON')).toContain('{"apiGuardianEndpointId":"');
});
