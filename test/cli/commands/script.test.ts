import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryDirectory } from '../../support/temporary-directory.ts';
import { answerNext, servedPrompt } from '../served.ts';

const served = servedPrompt();
const add = (...more: readonly string[]) => [
  'script',
  'add-variable',
  String(served.platform.world.scripts[0]?.id),
  'TOKEN',
  ...more,
];

describe('a variable', () => {
  it('takes its default from standard input, without the line break', async () => {
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

  const named = (name: string, ...more: readonly string[]) =>
    served.run([
      'script',
      'add-variable',
      String(served.platform.world.scripts[0]?.id),
      name,
      ...more,
    ]);

  it.each([
    ['bad name', 'The name has a blank: code reads names of letters, digits and _.'],
    ['1ST', 'The name begins with a digit: code reads names of letters, digits and _.'],
    ['', 'The name is empty.'],
  ])('with the name "%s", which is probably wrong, is not sent', async (name, fault) => {
    const { code, stderr } = await named(name);
    expect(code).toBe(2);
    expect(stderr).toContain(`${fault} Nothing was sent; --unchecked sends it anyway.`);
    expect(stderr).toContain('No operation removes a variable');
    expect(served.platform.served.requests).toEqual([]);
  });

  it('with a name that code cannot read is added with --unchecked, and that is said', async () => {
    const { code, stderr } = await named('A B', '--unchecked');
    expect(code).toBe(0);
    expect(stderr).toContain('The name has a blank: code reads names of letters, digits and _.');
  });

  it('is neither shown when an error repeats it, nor recorded', async () => {
    const state = temporaryDirectory();
    const env = { XDG_STATE_HOME: state };
    await served.run(add('--default', 'SECRET-4711'), { env });
    const again = await served.run(add('--default', 'SECRET-4711'), { env });
    expect(again.code).toBe(3);
    expect(await readFile(join(state, 'warren', 'audit.ndjson'), 'utf8')).not.toContain('4711');
  });

  it.each([
    ['as it is', 'SECRET-4711'],
    ['shortened', 'SECRET-4...'],
    ['in base64', Buffer.from('SECRET-4711').toString('base64')],
    ['in a way that nobody expects', '1-1-7-4-TERCES'],
  ])('is neither shown nor kept when an error repeats it %s', async (_, said) => {
    const state = temporaryDirectory();
    const body = {
      title: 'Invalid',
      status: 400,
      detail: said,
      errors: [{ field: 'Name', message: said }],
    };
    answerNext(served.platform, 'script-add-variable', body, 400);
    const { code, stderr } = await served.run(add('--default', 'SECRET-4711', '-o', 'json'), {
      env: { XDG_STATE_HOME: state },
    });
    expect(code).toBe(3);
    expect(stderr).not.toContain(said);
    const detail =
      'The service names Name. A name has 1 to 256 characters, and a script has each name once. What the service said is left out, as it may repeat the value. Make the change in the dashboard to read it.';
    expect(JSON.parse(stderr.trimEnd().split('\n').at(-1) ?? '').error).toMatchObject({
      title: 'Bad request',
      detail,
      status: 400,
    });
    const audit = await readFile(join(state, 'warren', 'audit.ndjson'), 'utf8');
    const [, ended] = audit.split('\n').map((line) => (line === '' ? {} : JSON.parse(line)));
    expect(ended).toMatchObject({
      outcome: 'refused',
      status: 400,
      error: `Bad request: ${detail}`,
    });
  });

  it.each([401, 429])(
    'is not advised to be sent from elsewhere only to read why it was refused with %i',
    async (status) => {
      answerNext(served.platform, 'script-add-variable', { title: 'No', detail: 'SECRET' }, status);
      const { stderr } = await served.run(add('--default', 'SECRET-4711'));
      expect(stderr).toContain('What the service said is left out, as it may repeat the value.');
      expect(stderr).not.toContain('dashboard');
    },
  );

  it('is left out of what is stored, but for its own field on request', async () => {
    const stored = { Id: 7, Name: 'SECRET-4711', Required: false, DefaultValue: 'SECRET-4711' };
    answerNext(served.platform, 'script-add-variable', stored);
    const { stdout, stderr } = await served.run(add('--default', 'SECRET-4711', '-o', 'json'));
    expect(stdout + stderr).not.toContain('4711');
    expect(JSON.parse(stdout).Name).toBe('‹redacted›');
  });

  it('has the words of the service in an error if there is no value', async () => {
    answerNext(
      served.platform,
      'script-add-variable',
      { Message: 'Not today', ErrorKey: 'k' },
      400,
    );
    const { stderr } = await served.run(add());
    expect(stderr).toContain('Not today (400, k)');
  });

  it('whose name would be the access key is not sent, and the key is not written or shown anywhere', async () => {
    const state = temporaryDirectory();
    const key = served.platform.accessKey;
    for (const [id, name] of [
      ['7', key],
      ['7', `TOKEN_${key}`],
      [key, 'TOKEN'],
    ] as const) {
      // A key may begin with a digit, as no usual name does.
      const { code, stdout, stderr } = await served.run(
        ['script', 'add-variable', id, name, '--unchecked'],
        { env: { XDG_STATE_HOME: state } },
      );
      expect(code).toBe(2);
      expect(stderr).toMatch(
        /^warren: (Name|ID) holds the access key: nothing was done with it\.$/m,
      );
      expect(stderr).toContain('replace the key.');
      expect(stdout + stderr).not.toContain(key);
    }
    expect(served.platform.served.requests).toEqual([]);
    expect(existsSync(join(state, 'warren', 'audit.ndjson'))).toBe(false);
  });

  it('takes one default', async () => {
    expect(await served.run(add('--default', 'x', '--default-stdin'))).toMatchObject({ code: 2 });
    expect(served.platform.served.requests).toEqual([]);
  });

  it.each(['', '\n', '\r\n'])('is not stored empty where nothing came: %j', async (stdin) => {
    const { code, stderr } = await served.run(add('--default-stdin'), { stdin });
    expect(code).toBe(2);
    expect(stderr).toContain("Standard input was empty. Nothing was sent; --default '' stores");
    expect(served.platform.served.requests).toEqual([]);
  });

  it('is not read from oversized input, or from bytes that are not text', async () => {
    const flood = await served.run(add('--default-stdin'), { stdin: 'x'.repeat(70_000) });
    expect(flood.code).toBe(2);
    expect(served.platform.served.requests).toEqual([]);
  });
});

describe('D12: the stored variable', () => {
  const STORED = { Id: 7, Name: 'TOKEN', Required: true, DefaultValue: 'SECRET-4711' };
  const stored = (more: object) => {
    answerNext(served.platform, 'script-add-variable', { ...STORED, ...more });
    return served.run(add('--required', '--default', 'SECRET-4711'));
  };

  it.each([
    [{ Name: 'token' }, 'Name: TOKEN was sent, token is stored. Let the script read that name'],
    [
      { Name: 'SECRET-4711' },
      'Name: TOKEN was sent, another name is stored, which is not shown, as it may repeat the value. Look at it in the dashboard.',
    ],
    [{ Name: null }, 'Name: TOKEN was sent, – is stored.'],
    [{ Required: false }, 'Required: yes was sent, no is stored. Set it in the dashboard'],
    [{ DefaultValue: 'SECRET' }, 'DefaultValue: a different value was stored. Look at it'],
    [{ DefaultValue: null }, 'DefaultValue: one was sent, none is stored. Look at it'],
  ])('is compared with what was sent: %j', async (more, difference) => {
    const { code, stderr } = await stored(more);
    expect(code).toBe(1);
    expect(stderr.trimEnd().split('\n')).toEqual([expect.stringContaining(difference)]);
    expect(stderr).not.toContain('SECRET');
  });

  it('may differ in everything', async () => {
    const { code, stderr } = await stored({ Name: 'x', Required: false, DefaultValue: '' });
    expect(code).toBe(1);
    expect(stderr.trimEnd().split('\n')).toHaveLength(3);
  });

  it('may have a value if none was sent', async () => {
    answerNext(served.platform, 'script-add-variable', { ...STORED, Required: false });
    const { code, stderr } = await served.run(add());
    expect(code).toBe(1);
    expect(stderr).toContain('DefaultValue: none was sent, one is stored.');
  });

  it('may have the access key as its value, which is masked in the answer', async () => {
    const key = served.platform.accessKey;
    expect(await served.run(add('--default', `Bearer ${key};`))).toMatchObject({
      code: 0,
      stderr: '',
    });
    answerNext(served.platform, 'script-add-variable', { ...STORED, DefaultValue: key });
    const { code, stderr } = await served.run(add('--required', '--default', `${key};`));
    expect(code).toBe(1);
    expect(stderr).toContain('DefaultValue: a different value was stored.');
  });

  it.each([[[]], [['--default', '']], [['--required', '--default', 'x']]])(
    'is not talked about when it is what was sent: %j',
    async (more) => {
      expect(await served.run(add(...more))).toMatchObject({ code: 0, stderr: '' });
    },
  );
});
