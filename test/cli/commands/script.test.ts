import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { servedPrompt } from '../served.ts';

const served = servedPrompt();
const add = (...more: readonly string[]) => [
  'script',
  'add-variable',
  String(served.platform.world.scripts[0]?.id),
  'TOKEN',
  ...more,
];

describe('a variable', () => {
  it('takes its default from standard input, without the end of the line', async () => {
    const { stdout } = await served.run(add('--required', '--default-stdin', '--show-default'), {
      stdin: 'SECRET-4711\n',
    });
    expect(JSON.parse(stdout)).toEqual({
      Id: expect.any(Number),
      Name: 'TOKEN',
      Required: true,
      DefaultValue: 'SECRET-4711',
    });
  });

  it.each(['table', 'json', 'ndjson', 'csv'])('does not show its default in %s', async (format) => {
    const { code, stdout, stderr } = await served.run(
      add('--default', 'SECRET-4711', '-o', format),
    );
    expect(code).toBe(0);
    expect(stdout + stderr).not.toContain('4711');
  });

  it('does not show it when the service repeats it in a failure, nor writes it down', async () => {
    const state = await mkdtemp(join(tmpdir(), 'warren-'));
    const env = { XDG_STATE_HOME: state };
    await served.run(add('--default', 'SECRET-4711'), { env });
    const again = await served.run(add('--default', 'SECRET-4711'), { env });
    expect(again.code).toBe(3);
    expect(await readFile(join(state, 'warren', 'audit.ndjson'), 'utf8')).not.toContain('4711');
    await rm(state, { recursive: true });
  });

  it('takes one default', async () => {
    expect(await served.run(add('--default', 'x', '--default-stdin'))).toMatchObject({ code: 2 });
    expect(served.platform.served.requests).toEqual([]);
  });

  it('is not read from a flood, nor from bytes that are no text', async () => {
    const flood = await served.run(add('--default-stdin'), { stdin: 'x'.repeat(70_000) });
    expect(flood.code).toBe(2);
    expect(served.platform.served.requests).toEqual([]);
  });
});
