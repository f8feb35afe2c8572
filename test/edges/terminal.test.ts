import { beforeAll, describe, expect, it, test } from 'vitest';
import { canBeAsked, hasLinks, isWithoutUnicode, terminalKind } from '../../src/edges/terminal.ts';
import { shows, startInPty } from '../support/pty.ts';

const TERMINAL = new URL('../../src/edges/terminal.ts', import.meta.url).href;

const PRELUDE = `
  const { processTerminal } = await import(${JSON.stringify(TERMINAL)});
  let touched = 0;
  const owner = {
    get stdin() { touched += 1; return process.stdin; },
    get stdout() { touched += 1; return process.stdout; },
    emit: (signal) => process.emit(signal),
    on: (signal, listener) => process.on(signal, listener),
    off: (signal, listener) => process.off(signal, listener),
  };
  const terminal = processTerminal(owner);
`;
const args = (script: string) => ['--input-type=module', '--eval', `${PRELUDE}${script}`];

/** Runs a shell's words in a pseudo-terminal, with Node as `$0`; resolves to what the screen shows. */
async function inTerminal(file: string, ...words: readonly string[]): Promise<string> {
  const program = startInPty({ file, args: words, columns: 60, rows: 8 });
  try {
    await program.exited;
    return (await program.screen()).join('\n').trimEnd();
  } finally {
    await program.close();
  }
}

/** Runs `script` with the terminal of its own process. */
const run = (script: string) => inTerminal(process.execPath, ...args(script));

describe.runIf(process.platform === 'linux')('in the foreground', () => {
  test('the first output is written before any stream is created', async () => {
    const seen = await run(`
      terminal.write('first ');
      const before = touched;
      terminal.write('words, ');
      const { columns, rows } = terminal.size();
      terminal.write(\`\${before} streams, then \${touched}; \${columns} x \${rows}\`);
    `);
    expect(seen).toBe('first words, 0 streams, then 2; 60 x 8');
  });

  test('no stream is needed to recognise the terminal', async () => {
    expect(await run("terminal.write([terminal.isThere(), touched].join(' '));")).toBe('true 0');
  });
});

test('output keeps its order, whoever writes it', async () => {
  const seen = await run(`
    for (const each of 'abcdef…é') {
      terminal.write(each);
      if (each === 'c') terminal.size();
    }
  `);
  expect(seen).toBe('abcdef…é');
});

test('in the background the streams write, and the shell may stop them', async () => {
  const job = args("terminal.write('words '); console.log(touched, terminal.isThere());");
  const seen = await inTerminal('bash', '-mc', '"$0" "$@" & wait', process.execPath, ...job);
  expect(seen.split('\n')[0]).toBe('words 2 true');
});

describe('a stream that is not a terminal', () => {
  let seen: string;
  beforeAll(async () => {
    seen = await inTerminal(
      'sh',
      '-c',
      '"$0" "$@"; "$0" "$@" < /dev/null; "$0" "$@" > /dev/null; "$0" "$@" | cat; true | "$0" "$@"',
      process.execPath,
      ...args("process.stderr.write(terminal.isThere() === true ? 'yes ' : 'no ');"),
    );
  });

  test('is told from one', () => {
    expect(seen).toBe('yes no no no no');
  });
});

test('a write says whether the terminal has taken everything, and the rest can be waited for', async () => {
  const program = startInPty({
    file: process.execPath,
    args: args(`
      const { execFileSync } = await import('node:child_process');
      const stty = (setting) => execFileSync('stty', [setting], { stdio: 'inherit' });
      // Otherwise any key, not only Ctrl-Q, undoes Ctrl-S.
      stty('-ixany');
      terminal.size();
      console.log('ready');
      process.stdin.once('data', async () => {
        const isTaken = terminal.write('held\\r\\n');
        // Without flow control the terminal goes on.
        stty('-ixon');
        await terminal.drained();
        const isTakenNow = terminal.write('free\\r\\n');
        console.log([isTaken, isTakenNow].join(' '));
        process.exit();
      });
    `),
    columns: 60,
    rows: 8,
  });
  try {
    await program.until(shows('ready'));
    // Ctrl-S: a terminal that takes nothing, however fast its other end reads.
    program.send('\x13go\n');
    await program.exited;
    const lines = (await program.screen()).filter((line) => /held|free|true|false/.test(line));
    expect(lines).toEqual(['held', 'free', 'false true']);
  } finally {
    await program.close();
  }
});

test('a size that came and went while nobody looked is a change of size', async () => {
  const script = `
    const { execFileSync } = await import('node:child_process');
    terminal.onResize(() => {
      console.log('resized to', terminal.size().columns);
      process.exit();
    });
    console.log('busy');
    execFileSync('sh', ['-c', 'read line'], { stdio: 'inherit' });
    // A listener of signals does not keep a process alive.
    setTimeout(() => process.exit(), 5000);
  `;
  const program = startInPty({ file: process.execPath, args: args(script), columns: 60, rows: 8 });
  try {
    await program.until(shows('busy'));
    program.resize(40, 8);
    program.resize(60, 8);
    program.send('\n');
    await program.exited;
    expect(await program.screen()).toContain('resized to 60');
  } finally {
    await program.close();
  }
});

test('a listener added after the terminal is gone is called', async () => {
  const seen = await run(`
    terminal.size();
    process.stdout.emit('error', new Error('EIO'));
    await new Promise((resolve) => terminal.onGone(resolve));
    console.log('told');
  `);
  expect(seen).toBe('told');
});

it.each([
  [{ TERM: 'xterm-256color' }, false, 'screen'],
  [{}, false, 'screen'],
  [{ TERM: 'xterm' }, true, 'reader'],
  [{ TERM: 'xterm', INK_SCREEN_READER: 'true' }, false, 'reader'],
  [{ TERM: 'xterm', INK_SCREEN_READER: '1' }, false, 'screen'],
  [{ TERM: 'dumb' }, false, 'plain'],
  [{ TERM: 'dumb' }, true, 'plain'],
  [{ TERM: 'dumb-emacs-ansi' }, false, 'plain'],
  [{ TERM: 'unknown' }, false, 'plain'],
] as const)('%j, a reader asked for: %s, is a %s', (env, asked, kind) => {
  expect(terminalKind(env, asked)).toBe(kind);
});

it('a terminal that might print the colour query is not asked', () => {
  for (const TERM of ['dumb', 'linux', 'vt100', 'vt220', 'ansi', '']) {
    expect(canBeAsked({ TERM }), TERM).toBe(false);
  }
  for (const TERM of ['xterm', 'tmux-256color', 'screen', 'alacritty', 'rxvt-unicode']) {
    expect(canBeAsked({ TERM }), TERM).toBe(true);
  }
});

describe('use 23: a terminal without the characters of Unicode', () => {
  it.each([
    ['is where no locale says otherwise: not known', {}, false],
    ['by LANG', { LANG: 'C' }, true],
    ['not with UTF-8', { LANG: 'de_DE.utf8' }, false],
    ['by LC_ALL before LANG', { LC_ALL: 'en_US.ISO-8859-1', LANG: 'C.UTF-8' }, true],
    ['by a font of its own', { LANG: 'C.UTF-8', TERM: 'linux' }, true],
    ['by a font of its own, as hardware has', { TERM: 'vt220' }, true],
    ['not in a window', { LANG: 'C.UTF-8', TERM: 'xterm' }, false],
    ['by LC_CTYPE before LANG', { LC_CTYPE: 'C.UTF-8', LANG: 'POSIX' }, false],
  ])('%s', (_, env, without) => {
    expect(isWithoutUnicode(env)).toBe(without);
  });
});

it.each([
  [{ TERM: 'xterm-kitty' }, true],
  [{ TERM: 'xterm-256color', VTE_VERSION: '7600' }, true],
  [{ TERM: 'xterm-256color', VTE_VERSION: '3801' }, false],
  [{ TERM: 'xterm-256color', TERM_PROGRAM: 'iTerm.app' }, true],
  [{ TERM: 'xterm-256color', WT_SESSION: '1' }, true],
  [{ TERM: 'xterm-256color' }, false],
  [{ TERM: 'tmux-256color', TERM_PROGRAM: 'WezTerm' }, false],
  [{ TERM: 'linux' }, false],
  [{}, false],
] as const)('use 17: links in %o: %s', (env, has) => {
  expect(hasLinks(env)).toBe(has);
});
