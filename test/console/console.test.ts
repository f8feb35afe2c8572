import { describe, expect, it } from 'vitest';
import { consoleUnderTest } from '../support/console.ts';

describe('a console', () => {
  it('begins with the pane it is told, by name or digit, and with the first otherwise', async () => {
    for (const [pane, title] of [
      ['limits', '── Rate limits'],
      ['3', '── DNS scan'],
      ['nowhere', '── Apps'],
    ] as const) {
      const test = await consoleUnderTest({
        pane,
        workspace: (demo) => ({ ...demo, apps: demo.apps.slice(0, 1) }),
      });
      expect(await test.line('── ')).toContain(title);
      await test.close();
    }
  });

  it('shares nothing with another one beside it', async () => {
    const few = {
      workspace: (demo) => ({ ...demo, apps: demo.apps.slice(0, 2) }),
    } satisfies Parameters<typeof consoleUnderTest>[0];
    const [one, other] = [await consoleUnderTest(few), await consoleUnderTest(few)];
    const before = await other.text();
    await one.press('j', 'T', 'f', '!', ':', 'q');
    expect(await other.text()).toBe(before);
    await one.press('\r');
    expect(await one.ending()).toEqual({ kind: 'quit' });
    expect(await other.ending()).toBeUndefined();
  });

  it('ends with the error that no feed may throw, the terminal restored', async () => {
    const bug = new TypeError('a bug');
    const test = await consoleUnderTest({
      crashes: true,
      call: () => async () => {
        throw bug;
      },
    });
    expect(await test.ending()).toEqual({ kind: 'crash', error: bug });
    expect(test.terminal.raw).toBe(false);
    expect(test.terminal.written().endsWith('\u001b[?1049l')).toBe(true);
  });

  it('ends with a bug that the first picture comes upon, before Ink is there to catch it', async () => {
    const test = await consoleUnderTest({
      crashes: true,
      workspace: (demo) => ({ ...demo, apps: demo.apps.slice(0, 1) }),
      call: () => async () => ({}) as never,
    });
    expect(await test.ending()).toEqual({ kind: 'crash', error: expect.any(TypeError) });
    expect(test.frames).toEqual([]);
    expect(test.terminal.written().endsWith('\u001b[?1049l')).toBe(true);
  });

  it('does not begin with a bug in a pane: whoever starts it is told', async () => {
    const bug = new TypeError('a bug');
    const beginning = consoleUnderTest({
      workspace: (demo) =>
        Object.defineProperty({ ...demo }, 'rateLimits', {
          get() {
            throw bug;
          },
        }),
    });
    await expect(beginning).rejects.toBe(bug);
  });

  it('takes keys before the first picture is there', async () => {
    const test = await consoleUnderTest({ columns: 200, rows: 50, early: ['j', 'j'] });
    expect(await test.cursor()).toContain('auth-gateway');
  });

  it('opens what keys ask for before the first picture is there', async () => {
    // The calls, and from there a pane, which closes them.
    const test = await consoleUnderTest({ early: ['@', '3'] });
    expect(await test.line('── ')).toContain('── DNS scan');
    await test.press('@');
    expect(await test.line('── ')).toContain('── Calls');
  });

  it('asks for nothing more once it has ended', async () => {
    const test = await consoleUnderTest({
      workspace: (demo) => ({ ...demo, apps: demo.apps.slice(0, 2) }),
    });
    test.console.stop();
    const asked = test.platform.served.requests.length;
    await test.pass(60_000);
    expect(test.platform.served.requests).toHaveLength(asked);
    expect(test.clock.sleeping).toBe(0);
  });

  it('can be stopped twice', async () => {
    const test = await consoleUnderTest({ workspace: (demo) => ({ ...demo, apps: [] }) });
    test.console.stop();
    test.console.stop({ kind: 'gone' });
    expect(await test.ending()).toEqual({ kind: 'quit' });
  });
});
