import { describe, expect, it } from 'vitest';
import { passed } from '../../src/doctor/check.ts';
import { words } from '../../src/text/printable.ts';
import { consoleUnderTest, KEYS, type Setting } from '../support/console.ts';

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

describe('use 21: what is copied is announced', () => {
  it('by what it is, its size and its way', async () => {
    const { press, line, terminal } = await consoleUnderTest(on(XTERM));
    await press('c');
    const [, encoded = ''] = SENT.exec(terminal.written()) ?? [];
    const { length } = Buffer.from(encoded, 'base64');
    expect(await line('Sent ')).toMatch(
      new RegExp(`^ Sent [a-z ]+, ${length} B, to the clipboard \\(OSC 52\\)\\.`, 'i'),
    );
  });

  it('with what was escaped in it', async () => {
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

  it('or is shown, and nothing sent, where the terminal has no clipboard', async () => {
    const { press, line, terminal } = await consoleUnderTest(on({ TERM: 'linux' }));
    await press('c');
    expect(await line('no clipboard')).toContain('What would be copied: ');
    expect(terminal.written()).not.toContain('\u001b]52');
  });
});
