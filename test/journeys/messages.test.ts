import { expect, it } from 'vitest';
import { consoleUnderTest, KEYS } from '../support/console.ts';

it('a notice can be read again in full after it left the screen', async () => {
  const { press, text, line, resize } = await consoleUnderTest({ columns: 60, rows: 15 });
  await press(';');
  expect(await text()).toContain('There are no messages in this session.');
  await press(KEYS.escape, ':', 'pane nowhere', KEYS.enter);
  expect(await line('There is no such pane')).toMatch(/… {2}\[;\] in full$/);
  await press('j', ':', 'theme', KEYS.enter, 'k', 'k');
  expect(await text()).not.toContain('There is no such pane');

  await press(';');
  const said = (await text()).split('\n').slice(3);
  expect(said[1]).toMatch(/^❯ \d\d:\d\d:\d\d {2}Usage: theme dark\|light\|high-contrast\|mono$/);
  expect(said[2]).toMatch(/^ {2}\d\d:\d\d:\d\d {2}There is no such pane\. They are: apps, /);
  expect(said[3]).toMatch(/^ {12}\S/);
  await resize(120, 30);
  expect(await line('There is no such pane')).toMatch(/timeline\.$/);
});

it('a repeated notice is one message', async () => {
  const { press, text } = await consoleUnderTest();
  await press('X', 'X', 'X', ';');
  expect((await text()).match(/X has no command here/g)).toHaveLength(1);
});

it('the search of messages does not find its own notices, and a new message does not move the cursor', async () => {
  const { press, text, cursor } = await consoleUnderTest();
  await press(':', 'theme', KEYS.enter, ':', 'pane nowhere', KEYS.enter);
  await press(';', '/', 'usage', KEYS.enter);
  expect(await cursor()).toContain('Usage: theme ');
  await press('/', 'kubernetes', KEYS.enter);
  expect(await text()).toContain('No line has “kubernetes”.');
  await press('n');
  expect(await text()).toContain('No line has “kubernetes”.');
  expect((await text()).match(/kubernetes/g)).toHaveLength(1);
  expect(await cursor()).toContain('Usage: theme ');
  await press('X');
  expect(await text()).toMatch(/:\d\d {2}X has no command here/);
  expect(await cursor()).toContain('Usage: theme ');
});
