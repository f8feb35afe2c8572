import { expect, test } from 'vitest';
import { startInPty } from '../support/pty.ts';

const TERMINAL = new URL('../../src/edges/terminal.ts', import.meta.url).href;

/** Runs `script` in a pseudo-terminal, with a terminal of its own; resolves to what the screen shows. */
async function inTerminal(script: string): Promise<string> {
  const prelude = `
    const { isAtTerminal, processTerminal } = await import(${JSON.stringify(TERMINAL)});
    let touched = 0;
    for (const name of ['stdin', 'stdout']) {
      const { get } = Object.getOwnPropertyDescriptor(process, name);
      Object.defineProperty(process, name, { get: () => { touched += 1; return get.call(process); } });
    }
    const terminal = processTerminal(process);
  `;
  const program = startInPty({
    file: process.execPath,
    args: ['--input-type=module', '--eval', `${prelude}${script}`],
    columns: 60,
    rows: 8,
  });
  try {
    await program.exited;
    return (await program.screen()).join('\n').trimEnd();
  } finally {
    await program.close();
  }
}

test.runIf(process.platform === 'linux')(
  'the first words are written before any stream is made',
  async () => {
    const seen = await inTerminal(`
    terminal.write('first ');
    const before = touched;
    terminal.write('words, ');
    const { columns, rows } = terminal.size();
    terminal.write(\`\${before} streams, then \${touched}; \${columns} x \${rows}\`);
  `);
    expect(seen).toBe('first words, 0 streams, then 2; 60 x 8');
  },
);

test('words keep their order, whoever writes them', async () => {
  const seen = await inTerminal(`
    for (const each of 'abcdef') {
      terminal.write(each);
      if (each === 'c') terminal.size();
    }
  `);
  expect(seen).toBe('abcdef');
});

test('both ends are known to be a terminal', async () => {
  expect(await inTerminal('terminal.write(String(isAtTerminal(process)));')).toBe('true');
});

test('an end that is none is told from one', async () => {
  const seen = await inTerminal(`
    const { spawnSync } = await import('node:child_process');
    const script = "import('${TERMINAL}').then(({ isAtTerminal }) => process.exit(isAtTerminal(process) ? 1 : 7))";
    for (const [input, output] of [['inherit', 'ignore'], ['ignore', 'inherit'], ['inherit', 'pipe'], ['pipe', 'pipe']]) {
      const { status } = spawnSync(process.execPath, ['--eval', script], { stdio: [input, output, 'inherit'] });
      terminal.write(\`\${status} \`);
    }
  `);
  expect(seen).toBe('7 7 7 7');
});
