import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { scriptAddVariable } from '../../src/contract/operations/script-add-variable.ts';
import { search } from '../../src/contract/operations/search.ts';
import type { KeySource } from '../../src/session/choose-service.ts';
import { UserError } from '../../src/session/errors.ts';
import { openSession } from '../../src/session/session.ts';
import { prepareSession, resolveService } from '../../src/session/session-config.ts';
import { fixedKey, openSessionKey } from '../../src/session/session-key.ts';
import { words } from '../../src/text/printable.ts';
import { testEdges, testPrompter } from '../support/edges.ts';
import { fakeClock } from '../support/fake-clock.ts';
import { openPlatform } from '../support/observed-platform.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';

/** A session on the embedded platform whose key is in a file, where `key` stands at first. */
async function sessionWithKeyFile(key: string) {
  const home = temporaryDirectory();
  const clock = fakeClock();
  const platform = await openPlatform({ clock, seed: 7 });
  onTestFinished(() => platform.close());
  const file = join(home, 'prod.key');
  const write = (text: string) => writeFile(file, `${text}\n`, { mode: 0o600 });
  await write(key);
  await mkdir(join(home, 'warren'));
  await writeFile(
    join(home, 'warren', 'config.yaml'),
    `default_profile: prod\nprofiles: {prod: {base_url: '${platform.baseUrl}', access_key_file: ${file}}}\n`,
    { mode: 0o600 },
  );
  const edges = testEdges({ HOME: home, XDG_CONFIG_HOME: home }, { clock });
  const flags = {
    profile: undefined,
    'base-url': undefined,
    demo: false,
    'read-only': false,
  };
  const config = await prepareSession(
    await resolveService(flags, edges),
    ...([edges, testPrompter, 'refuse'] as const),
  );
  const session = await openSession({ config, clock, version: '1', seed: 7 });
  const notices: string[] = [];
  const call = session.connect(
    () => {},
    (text) => notices.push(text.replaceAll(home, '~')),
  );
  return { platform, call, write, notices, asked: () => platform.served.requests.length };
}

describe('use 10: a rotated key file', () => {
  it('is read again after a rejection, and the read is repeated once, with a message', async () => {
    const { platform, call, write, notices, asked } = await sessionWithKeyFile('old-key');
    await expect(call(search, { search: 'shop' })).rejects.toMatchObject({ kind: 'unauthorised' });
    expect(notices).toEqual(['Key not accepted, and unchanged in ~/prod.key.']);
    expect(asked()).toBe(1);

    await write(platform.accessKey);
    expect((await call(search, { search: 'shop' })).Query).toBe('shop');
    expect(notices.slice(1)).toEqual(['Access key re-read from ~/prod.key.']);
    expect(asked()).toBe(3);
    await call(search, { search: 'shop' });
    expect(asked()).toBe(4);
  });

  it('is read once for calls rejected together, and all of them are repeated', async () => {
    const { platform, call, write, notices } = await sessionWithKeyFile('old-key');
    await write(platform.accessKey);
    const answers = await Promise.all(
      ['a', 'b', 'c'].map((text) => call(search, { search: text })),
    );
    expect(answers.map(({ Query }) => Query)).toEqual(['a', 'b', 'c']);
    expect(new Set(notices)).toEqual(new Set(['Access key re-read from ~/prod.key.']));
  });

  it('does not repeat a change: the operator decides', async () => {
    const { platform, call, write, notices, asked } = await sessionWithKeyFile('old-key');
    await write(platform.accessKey);
    const [script] = platform.world.scripts;
    const change = call(scriptAddVariable, {
      id: String(script?.id),
      Name: 'A_NEW_ONE',
      Required: false,
    });
    await expect(change).rejects.toMatchObject({ kind: 'unauthorised' });
    expect(asked()).toBe(1);
    expect(notices).toEqual(['Access key re-read from ~/prod.key.']);
  });

  it('reports why it cannot be read', async () => {
    const { call, write, notices } = await sessionWithKeyFile('old-key');
    await write('two\nlines');
    await expect(call(search, { search: 'x' })).rejects.toMatchObject({ kind: 'unauthorised' });
    expect(notices).toEqual([
      'Key not accepted. There is more than one line in the access_key_file: which one is the access key?',
    ]);
  });
});

describe('a rejected key', () => {
  const opened = async (source: KeySource, ...keys: readonly (string | UserError)[]) => {
    const clock = fakeClock();
    const rest = [...keys];
    let reads = 0;
    const key = await openSessionKey({
      source,
      clock,
      async read() {
        reads += 1;
        const next = rest.shift() ?? '';
        if (next instanceof UserError) throw next;
        return next;
      },
    });
    return { key, clock, reads: () => reads };
  };

  it('runs its command again, but at most once a minute', async () => {
    const { key, clock, reads } = await opened({ kind: 'command', command: 'pass x' }, 'a', 'b');
    expect(await key.readAgain('a')).toEqual({
      isNew: false,
      text: 'Key not accepted; access_key_command ran less than a minute ago.',
    });
    expect(reads()).toBe(1);
    await clock.advance(60_000);
    expect(await key.readAgain('a')).toEqual({
      isNew: true,
      text: 'Access key re-read from access_key_command.',
    });
    expect(key.current()).toBe('b');
    expect((await key.readAgain('b')).isNew).toBe(false);
    expect(reads()).toBe(2);
  });

  it('stays if the command fails', async () => {
    const failure = new UserError([words`It failed.`]);
    const { key, clock } = await opened({ kind: 'command', command: 'x' }, 'a', failure);
    await clock.advance(60_000);
    expect(await key.readAgain('a')).toEqual({
      isNew: false,
      text: 'Key not accepted. It failed.',
    });
    expect(key.current()).toBe('a');
  });

  it.each([
    [{ kind: 'environment' }, 'Key not accepted. To use another WARREN_ACCESS_KEY, start again.'],
    [{ kind: 'prompt' }, 'Key not accepted. Start again to enter another one.'],
  ] as const)('from %j is not requested again', async (source, text) => {
    const { key, reads } = await opened(source, 'a');
    expect(await key.readAgain('a')).toEqual({ isNew: false, text });
    expect(reads()).toBe(1);
  });

  it('is redacted together with its replacement', async () => {
    const { key } = await opened({ kind: 'file', path: '/k' }, 'first-key', 'second-key');
    await key.readAgain('first-key');
    expect(key.redact('a first-key, a second-key')).toBe('a ‹redacted›, a ‹redacted›');
    expect(key.isIn('first-key') && key.isIn('x second-key')).toBe(true);
    expect(fixedKey('').isIn('x')).toBe(false);
  });

  it('is found by each of its values; an earlier short one matches nothing', async () => {
    const { key } = await opened({ kind: 'file', path: '/k' }, 'app', 'second-key');
    await key.readAgain('app');
    expect(key.isIn('apps')).toBe(false);
    expect(key.isIn('search second-key')).toBe(true);
    const other = await opened({ kind: 'file', path: '/k' }, 'first-key', 'app');
    await other.key.readAgain('first-key');
    expect(other.key.isIn('search first-key')).toBe(true);
  });
});
