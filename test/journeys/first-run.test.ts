import { describe, expect, it } from 'vitest';
import { consoleUnderTest, KEYS } from '../support/console.ts';

const HINT = [
  ' This is a demo: an embedded platform, an invented world.',
  ' warren init, at the prompt, sets up a service of your own.',
  ' ? shows the keys, q leaves. Any key hides these lines.',
];

describe('with nothing configured', () => {
  it('explains itself above the last two lines until a key is pressed', async () => {
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
  ])('%s hides it', async (_, key) => {
    const test = await consoleUnderTest({ newcomer: true });
    await test.press(key);
    expect(await test.text()).not.toContain('demo:');
  });

  it('fits the smallest supported screen, and is left out below that', async () => {
    const test = await consoleUnderTest({ newcomer: true, columns: 60, rows: 15 });
    expect((await test.screen()).slice(-5, -2)).toEqual(HINT);
    expect(await test.cursor()).toContain('❯');
    await test.resize(59, 15);
    expect(await test.text()).not.toContain('demo:');
  });

  it('does not swallow the first key', async () => {
    const test = await consoleUnderTest({ newcomer: true });
    await test.press('q');
    expect(await test.ending()).toEqual({ kind: 'quit' });
  });
});

it('a demo started by --demo does not show the explanation', async () => {
  const test = await consoleUnderTest();
  expect(await test.text()).not.toContain('demo:');
});

describe('the tour of the demo', () => {
  const TOUR = /Tour (\d)\/4: /;

  it('takes 20 seconds in the notice line, and is shown once', async () => {
    const { text, pass, files } = await consoleUnderTest({ tour: true, columns: 60, rows: 15 });
    await pass(500);
    for (const part of ['1', '2', '3', '4']) {
      const [, at] = TOUR.exec(await text()) ?? [];
      expect(at).toBe(part);
      expect(await text()).not.toContain('in full');
      await pass(5000);
    }
    expect(await text()).not.toMatch(TOUR);
    expect(files.contents.get('/state/warren/preferences')).toBe('tour off\n');

    const again = await consoleUnderTest({ tour: true, machine: { files } });
    await again.pass(500);
    expect(await again.text()).not.toMatch(TOUR);
  });

  it('ends with any key, which keeps its effect', async () => {
    const { text, pass, press } = await consoleUnderTest({ tour: true });
    await pass(500);
    expect(await text()).toMatch(TOUR);
    await press('2');
    expect(await text()).toContain('── Events');
    await pass(6000);
    expect(await text()).not.toMatch(TOUR);
  });

  it('gives way to notices', async () => {
    const { text, pass } = await consoleUnderTest({ tour: true, skew: 120_000 });
    await pass(6000);
    expect(await text()).toContain('Clock differs from the service');
    expect(await text()).not.toMatch(TOUR);
  });

  it('is shown only in the demo', async () => {
    const { text } = await consoleUnderTest();
    expect(await text()).not.toMatch(TOUR);
  });
});
