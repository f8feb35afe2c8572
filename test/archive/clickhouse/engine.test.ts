import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { createServer, type RequestListener, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { EngineAddress } from '../../../src/archive/address.ts';
import { connectEngine, type Engine } from '../../../src/archive/clickhouse/engine.ts';
import { openEventArchive } from '../../../src/archive/open.ts';
import { DatabaseError } from '../../../src/sqlite/database.ts';
import { selfSigned } from '../../http/self-signed.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';

/*
 * What a server says when it cannot, as an operator reads it. The servers here answer a connection as ClickHouse does, and
 * whatever comes then as the test wants.
 */

const HELLO = '{"version":"26.7.2.1","readonly":"0"}\n';
const PASSWORD = 'correct-horse';

async function listening(server: Server): Promise<string> {
  server.listen(0, '127.0.0.1');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  await once(server, 'listening');
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const addressOf = (host: string, scheme = 'http'): EngineAddress => ({
  origin: `${scheme}://${host}`,
  host,
  user: 'warren',
  database: 'team',
  text: `clickhouse://warren@${host}/team`,
});

/** An engine that was greeted, and answers everything else by `then`. */
async function greeted(
  then: RequestListener,
  ...patience: Parameters<typeof connectEngine> extends [unknown, unknown, ...infer P] ? P : never
): Promise<Engine> {
  let isFirst = true;
  const host = await listening(
    createServer((request, response) => {
      request.resume();
      if (isFirst) response.end(HELLO);
      else then(request, response);
      isFirst = false;
    }),
  );
  const engine = await connectEngine(addressOf(host), PASSWORD, ...patience);
  onTestFinished(() => engine.close());
  return engine;
}

async function troubleOf(work: Promise<unknown>): Promise<DatabaseError> {
  const error: unknown = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (error instanceof DatabaseError) return error;
  throw new Error(`not a DatabaseError: ${String(error)}`);
}

describe('a server that', () => {
  it.each([
    [516, false, 'does not accept the user or the password.'],
    [497, false, 'does not allow the user to do that: see warren help team for the rights.'],
    [164, false, 'allows the user to read only, and not to set limits.'],
    [60, false, 'has no archive of warren in that database: warren archive init makes one.'],
    [201, true, 'has a quota for the user, which is used up.'],
    [202, true, 'has too many queries running.'],
    [243, true, 'has no room left on its disk.'],
    [252, true, 'has too many parts to merge: it asks to write less often.'],
    [242, true, 'can only be read just now.'],
    [9999, false, 'answered with error 9999.'],
  ])('answers with error %i (temporary: %s) %s', async (code, passes, sentence) => {
    const engine = await greeted((_, response) => {
      response.writeHead(500, { 'X-ClickHouse-Exception-Code': code });
      response.end(`Code: ${code}. DB::Exception: \u001b[31m${PASSWORD}. (NAMED)`);
    });
    const trouble = await troubleOf(engine.select('SELECT 1'));
    expect(trouble.message).toBe(`${engine.address.text} ${sentence}`);
    expect(trouble.isBusy).toBe(passes);
  });

  it('is missing or disappears is a temporary error', async () => {
    const gone = createServer();
    const host = await listening(gone);
    gone.close();
    const refused = await troubleOf(connectEngine(addressOf(host), PASSWORD));
    expect([refused.message, refused.isBusy]).toEqual([
      `clickhouse://warren@${host}/team is not there: nothing listens at that address.`,
      true,
    ]);
    const engine = await greeted((request) => request.socket.destroy());
    const broken = await troubleOf(engine.select('SELECT 1'));
    expect(broken.isBusy).toBe(true);
    expect(broken.message).not.toContain(PASSWORD);
  });

  it('is not ClickHouse, such as a proxy of an unavailable server, is named as such and a temporary error', async () => {
    const engine = await greeted((_, response) => response.writeHead(502).end('<html>'));
    const trouble = await troubleOf(engine.select('SELECT 1'));
    expect([trouble.message, trouble.isBusy]).toEqual([
      `${engine.address.text} did not answer as ClickHouse does.`,
      true,
    ]);
  });

  it('A11: reports an error after rows, in any known form, has failed, and the rows are discarded', async () => {
    const error = 'Code: 241. DB::Exception: memory';
    const ways = [
      error,
      `\r\n__exception__\r\nabcdefgh\r\n${error}`,
      JSON.stringify({ exception: error }),
    ];
    const late = ways.map(async (way) => {
      const engine = await greeted((_, response) => response.end(`{"a":1}\n${way}`));
      return (await troubleOf(engine.select('SELECT 1'))).message.slice(engine.address.text.length);
    });
    const sentence = ' does not have enough memory for that.';
    expect(await Promise.all(late)).toEqual([sentence, sentence, sentence]);
  });

  it.each([
    ['a page', '<html>Down for maintenance</html>', 'did not answer as ClickHouse does.'],
    [
      'an error that came up late',
      `\r\n__exception__\r\nabc\r\nCode: 243. DB::Exception: ${PASSWORD}`,
      'has no room left on its disk.',
    ],
  ])('A11: answers an insert with %s has not stored it', async (_, text, sentence) => {
    const engine = await greeted((_, response) => response.end(text));
    const inserted = await troubleOf(engine.insert('entry', ['zone'], Buffer.from('x')));
    expect(inserted.message).toBe(`${engine.address.text} ${sentence}`);
    // It is written again later.
    expect(inserted.isBusy).toBe(true);
    expect((await troubleOf(engine.run('ALTER'))).message).toBe(inserted.message);
  });

  it.each([
    ['rows', 200, '{"a":1}\n'.repeat(10_000), 'gave an answer that is too large.'],
    ['one row', 200, 'x'.repeat(100_000), 'gave an answer that is too large.'],
    ['an error', 500, 'x'.repeat(100_000), 'did not answer as ClickHouse does.'],
    ['nothing', 200, '', 'did not answer in time.'],
  ])(
    'A11: never ends with %s takes neither memory nor time without end',
    async (_, status, piece, sentence) => {
      const endless: RequestListener = (_, response) => {
        response.writeHead(status).write(`${piece} `);
        const more = () => {
          while (piece !== '' && response.write(piece));
        };
        response.on('drain', more);
        more();
      };
      const engine = await greeted(endless, {
        answer: piece === '' ? 300 : 60_000,
        work: 60_000,
        largest: 1 << 20,
      });
      const asked = status === 500 ? engine.run('ALTER') : engine.select('SELECT 1');
      expect((await troubleOf(asked)).message).toBe(`${engine.address.text} ${sentence}`);
    },
  );

  it('A11: answers with invalid rows is not ClickHouse, and a million empty rows are too large an answer', async () => {
    const answers = ['null\n', '[1]\n', '{"a":1}\n7\n', '{}\n'.repeat(1_000_001)];
    const said = answers.map(async (answer) => {
      const engine = await greeted((_, response) => response.end(answer));
      return (await troubleOf(engine.select('SELECT 1'))).message.slice(engine.address.text.length);
    });
    const none = ' did not answer as ClickHouse does.';
    expect(await Promise.all(said)).toEqual([
      none,
      none,
      none,
      ' gave an answer that is too large.',
    ]);
  });

  it.each([
    ['a name that objects have', 'constructor'],
    ['a code of the system', 'ECONNREFUSED'],
    ['more digits than any', '9'.repeat(5000)],
  ])('A11: answers with %s instead of an error code is not ClickHouse', async (_, code) => {
    const engine = await greeted((_, response) => {
      response.writeHead(500, { 'X-ClickHouse-Exception-Code': code }).end();
    });
    expect((await troubleOf(engine.select('SELECT 1'))).message).toBe(
      `${engine.address.text} did not answer as ClickHouse does.`,
    );
  });

  it('is too old is not used', async () => {
    const host = await listening(
      createServer((_, response) => response.end('{"version":"18.16.1","readonly":"0"}\n')),
    );
    const place = addressOf(host).text;
    expect((await troubleOf(openEventArchive(place))).message).toBe(
      `${place} is older than ClickHouse 24.8, which an archive needs.`,
    );
  });

  it('has an untrusted certificate is refused before it receives the password', async () => {
    vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0');
    onTestFinished(() => {
      vi.unstubAllEnvs();
    });
    const told: unknown[] = [];
    const host = await listening(
      createTlsServer(selfSigned('127.0.0.1'), (request) => told.push(request.headers)),
    );
    const trouble = await troubleOf(connectEngine(addressOf(host, 'https'), PASSWORD));
    expect(trouble.message).toContain('has no certificate that this machine trusts');
    expect(trouble.isBusy).toBe(false);
    expect(told).toEqual([]);
  });
});

it('a server with a certificate of the authority in NODE_EXTRA_CA_CERTS is used, and receives the password', async () => {
  const folder = temporaryDirectory();
  const certificate = selfSigned('localhost');
  await writeFile(join(folder, 'ca.pem'), certificate.cert);
  const told: unknown[] = [];
  const host = await listening(
    createTlsServer(certificate, (request, response) => {
      told.push(request.headers.authorization);
      response.end(HELLO);
    }),
  );
  const address = addressOf(host.replace('127.0.0.1', 'localhost'), 'https');
  const engine = new URL('../../../src/archive/clickhouse/engine.ts', import.meta.url);
  const script = `import { connectEngine } from ${JSON.stringify(engine.href)};
    const engine = await connectEngine(${JSON.stringify(address)}, ${JSON.stringify(PASSWORD)});
    await engine.close();
    console.log('connected');`;
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--input-type=module', '-e', script],
    { env: { NODE_EXTRA_CA_CERTS: join(folder, 'ca.pem') } },
  );
  expect(stdout).toBe('connected\n');
  expect(told).toEqual([`Basic ${Buffer.from(`warren:${PASSWORD}`).toString('base64')}`]);
});

it('a cancelled question also ends at the server', async () => {
  const asked = Promise.withResolvers<void>();
  const ended = Promise.withResolvers<void>();
  const engine = await greeted((request, response) => {
    asked.resolve();
    response.on('close', () => ended.resolve());
    expect(new URL(request.url ?? '', 'http://x').searchParams.get('readonly')).toBe('1');
    expect(
      new URL(request.url ?? '', 'http://x').searchParams.get(
        'cancel_http_readonly_queries_on_client_close',
      ),
    ).toBe('1');
  });
  const over = new AbortController();
  const trouble = troubleOf(engine.select('SELECT sleep(3)', { signal: over.signal }));
  await asked.promise;
  over.abort();
  await ended.promise;
  expect((await trouble).message).toBe(
    `${engine.address.text} did not answer before the request was cancelled.`,
  );
});
