import { describe, expect, it } from 'vitest';
import { consoleUnderTest, KEYS } from '../support/console.ts';

const HINT = [
  ' This is a demo: an embedded platform, an invented world.',
  ' warren init, at the prompt, sets up a service of your own.',
  ' ? shows the keys, q leaves. Any key hides these lines.',
];

describe('with nothing configured', () => {
  it('says above the last two lines what this is, until a key is pressed', async () => {
    const test = await consoleUnderTest({ newcomer: true });
    expect((await test.screen()).slice(-5, -2)).toEqual(HINT);
    await test.pass(60_000);
    expect((await test.screen()).slice(-5, -2)).toEqual(HINT);
    await test.press('j');
    expect(await test.text()).not.toContain('demo:');
    await test.press('k');
    expect(await test.text()).not.toContain('demo:');
  });

  it.each([
    ['a key that does nothing', '\u001b[24~'],
    ['the help', '?'],
    ['a prompt', ':'],
    ['Esc', KEYS.escape],
  ])('%s takes it away', async (_, key) => {
    const test = await consoleUnderTest({ newcomer: true });
    await test.press(key);
    expect(await test.text()).not.toContain('demo:');
  });

  it('has room on the smallest screen, and none below that', async () => {
    const test = await consoleUnderTest({ newcomer: true, columns: 60, rows: 15 });
    expect((await test.screen()).slice(-5, -2)).toEqual(HINT);
    expect(await test.cursor()).toContain('❯');
    await test.resize(59, 15);
    expect(await test.text()).not.toContain('demo:');
  });

  it('lets the first key do what it does', async () => {
    const test = await consoleUnderTest({ newcomer: true });
    await test.press('q');
    expect(await test.ending()).toEqual({ kind: 'quit' });
  });
});

it('a demo that was asked for says no such thing', async () => {
  const test = await consoleUnderTest();
  expect(await test.text()).not.toContain('demo:');
});
