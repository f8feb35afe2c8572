import { describe, expect, it } from 'vitest';
import { startBundled } from '../support/bundled.ts';
import { type PtyProgram, shows, writtenBy } from '../support/pty.ts';
import { foreignTo } from '../support/strict-terminal.ts';

/* The theme chosen by the terminal's background, in a real pseudo-terminal that may or may not reply. */

const QUESTION = '\u001b]11;?\u001b\\\u001b[c';
const ATTRIBUTES = '\u001b[?62;4c';
const WHITE = '\u001b]11;rgb:ffff/ffff/ffff\u001b\\';
const BLACK = '\u001b]11;rgb:0000/0000/0000\u0007';
/** The green of the light theme. The dark theme uses the terminal's own. */
const LIGHT = '38;5;22';

const start = (args: readonly string[] = [], env: Readonly<Record<string, string>> = {}) =>
  startBundled(['--demo', ...args], { env });

const hasWritten = (console: PtyProgram, what: string) =>
  console.until(() => writtenBy(console).includes(what));
it('a white background selects the light theme once the terminal replies', async () => {
  const console = start();
  await hasWritten(console, QUESTION);
  console.send(WHITE + ATTRIBUTES);
  await hasWritten(console, LIGHT);
  await console.until(shows('1/28'));
  console.send('q');
  expect(await console.exited).toBe(0);
  expect(foreignTo(writtenBy(console))).toEqual([]);
  expect(writtenBy(console).split(QUESTION)).toHaveLength(2);
});

it('the query is sent after the first frame', async () => {
  const console = start();
  await hasWritten(console, QUESTION);
  const [before = ''] = writtenBy(console).split(QUESTION);
  expect(before).toContain('starting');
});

it.each([
  ['a black one', BLACK + ATTRIBUTES],
  ['a terminal that does not know the question', ATTRIBUTES],
  ['one that answers what nobody can read', `\u001b]11;white\u001b\\${ATTRIBUTES}`],
])('%s has the dark theme', async (_, answer) => {
  const console = start();
  await hasWritten(console, QUESTION);
  console.send(answer);
  await console.until(shows('1/28'));
  console.send('jk');
  await console.until(shows('❯ checkout'));
  expect(writtenBy(console)).not.toContain(LIGHT);
});

it('a reply in pieces or late is not taken for keys and changes nothing', async () => {
  const console = start();
  await hasWritten(console, QUESTION);
  await console.until(shows('1/28'));
  await console.quiet(400);
  for (const piece of [WHITE.slice(0, 5), WHITE.slice(5, 9), WHITE.slice(9) + ATTRIBUTES]) {
    console.send(piece);
    await console.quiet(60);
  }
  console.send('j');
  await console.until(shows(' 2/28'));
  const screen = await console.screen();
  // As keys, `]` or `f` would have changed the screen.
  expect(screen[0]).toMatch(/^ warren {2}DEMO/);
  expect(screen[1]).toMatch(/^ {2}1 Apps {2}2 Events /);
  expect(writtenBy(console)).not.toContain(LIGHT);
});

describe('there is no query', () => {
  it.each([
    ['where a theme is given', ['--theme', 'dark'], {}],
    ['where colours are not wanted', [], { NO_COLOR: '1' }],
    ['on a terminal that may print the question', [], { TERM: 'linux' }],
    ['where lines are said', ['--screen-reader'], {}],
    ['on a terminal of lines', [], { TERM: 'dumb' }],
  ] as const)('%s', async (_, args, env) => {
    const console = start(args, env);
    await console.until(shows('28 '));
    await console.quiet(300);
    expect(writtenBy(console)).not.toContain('\u001b]11');
    expect(writtenBy(console)).not.toContain('--trace-warnings');
  });
});
