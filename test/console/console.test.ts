import { describe, expect, it } from 'vitest';
import { passed } from '../../src/doctor/check.ts';
import { words } from '../../src/text/printable.ts';
import { consoleUnderTest, KEYS, type Setting } from '../support/console.ts';

describe('a console', () => {
  it('starts on the requested pane, by name or digit, or on the first one', async () => {
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

  it('shares no state with another console', async () => {
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

  it('ends when a feed throws, with the terminal restored', async () => {
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

  it('ends with an error in the first frame, before Ink could catch it', async () => {
    const test = await consoleUnderTest({
      crashes: true,
      workspace: (demo) => ({ ...demo, apps: demo.apps.slice(0, 1) }),
      call: () => async () => ({}) as never,
    });
    expect(await test.ending()).toEqual({ kind: 'crash', error: expect.any(TypeError) });
    expect(test.frames).toEqual([]);
    expect(test.terminal.written().endsWith('\u001b[?1049l')).toBe(true);
  });

  it('does not start if a pane throws: the caller gets the error', async () => {
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

  it('accepts keys before the first frame', async () => {
    const test = await consoleUnderTest({ columns: 200, rows: 50, early: ['j', 'j'] });
    expect(await test.cursor()).toContain('auth-gateway');
  });

  it('opens an overlay by key before the first frame', async () => {
    // The calls, and from there a pane, which closes them.
    const test = await consoleUnderTest({ early: ['@', '3'] });
    expect(await test.line('── ')).toContain('── DNS scan');
    await test.press('@');
    expect(await test.line('── ')).toContain('── Calls');
  });

  it('sends no calls after its end', async () => {
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

const on = (env: NonNullable<Setting['surroundings']>['env']): Setting => ({
  columns: 120,
  surroundings: {
    env: { LANG: 'C.UTF-8', ...env },
    program: passed(words`program`, words`a test`),
    checkFiles: async () => [],
    drift: () => [],
  },
});
const XTERM = { TERM: 'xterm-256color' };
const SENT = /\u001b\]52;c;([\w+/=]*)\u0007/;

describe('use 21: copying is announced', () => {
  it('with what it is, its size and how it was copied', async () => {
    const { press, line, terminal } = await consoleUnderTest(on(XTERM));
    await press('c');
    const [, encoded = ''] = SENT.exec(terminal.written()) ?? [];
    const { length } = Buffer.from(encoded, 'base64');
    expect(await line('Sent ')).toMatch(
      new RegExp(`^ Sent [a-z ]+, ${length} B, to the clipboard \\(OSC 52\\)\\.`, 'i'),
    );
  });

  it('with a note about escaped characters', async () => {
    const { press, line, screen, terminal } = await consoleUnderTest({
      ...on(XTERM),
      workspace: ({ apps: [app], ...demo }) => ({
        ...demo,
        apps: app ? [{ ...app, name: 'a\u202eb\n' }] : [],
      }),
    });
    await press('y');
    const lines = await screen();
    const cursor = lines.findIndex((each) => each.includes('❯'));
    const name = lines.findIndex((each) => /^.{2}name /.test(each));
    await press(...Array<string>(name - cursor).fill('j'), KEYS.enter);
    expect(await line('Sent ')).toContain(
      'Sent name, 13 B, to the clipboard (OSC 52), invisible characters written as <U+…>.',
    );
    const [, encoded = ''] = SENT.exec(terminal.written()) ?? [];
    expect(Buffer.from(encoded, 'base64').toString()).toBe('a<U+202E>b␊');
  });

  it('refuses a text too large for terminals and reports its size', async () => {
    const { press, line, screen, terminal } = await consoleUnderTest({
      ...on(XTERM),
      workspace: ({ apps: [app], ...demo }) => ({
        ...demo,
        apps: app ? [{ ...app, name: 'a\u202e'.repeat(1 << 14) }] : [],
      }),
    });
    await press('y');
    const lines = await screen();
    const cursor = lines.findIndex((each) => each.includes('❯'));
    const name = lines.findIndex((each) => /^.{2}name /.test(each));
    await press(...Array<string>(name - cursor).fill('j'), KEYS.enter);
    expect(await line('Not copied')).toContain('Not copied: name is 64.0 KiB, more than');
    expect(terminal.written()).not.toContain('\u001b]52');
  });

  it.each([
    [{ ...XTERM, TMUX: '/tmp/x,1,0' }, 'tmux passes it on with set-clipboard on'],
    [{ TERM: 'screen', STY: '1.pts-0' }, 'screen does not pass it on'],
    [{ ...XTERM, VTE_VERSION: '7600' }, 'this terminal may ignore it'],
    [{ ...XTERM, TERM_PROGRAM: 'Apple_Terminal' }, 'this terminal ignores it'],
  ])('with why it may not arrive: %j', async (env, doubt) => {
    const { press, line } = await consoleUnderTest(on(env));
    await press('c');
    expect(await line('Sent ')).toContain(`(OSC 52); ${doubt}.`);
  });

  it('shows the text where the terminal has no clipboard', async () => {
    const { press, line, terminal } = await consoleUnderTest(on({ TERM: 'linux' }));
    await press('c');
    expect(await line('no clipboard')).toContain('What would be copied: ');
    expect(terminal.written()).not.toContain('\u001b]52');
  });
});
