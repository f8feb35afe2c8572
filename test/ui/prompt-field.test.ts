import { expect, it } from 'vitest';
import { consoleUnderTest } from '../support/console.ts';

it('the first letter is typed even when it comes with the key that opens the prompt', async () => {
  const test = await consoleUnderTest();
  await test.press('/checkout');
  expect((await test.screen()).at(-2)).toBe('/ checkout');
});
