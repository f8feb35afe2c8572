import { createServer, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { ApiError } from '../../src/contract/api-error.ts';
import { appDelete } from '../../src/contract/operations/app-delete.ts';
import { guardianUpload } from '../../src/contract/operations/guardian-upload.ts';
import { scriptAddVariable } from '../../src/contract/operations/script-add-variable.ts';
import { search } from '../../src/contract/operations/search.ts';
import { createClient } from '../../src/http/client.ts';
import { fakeClock } from './fake-clock.ts';
import { noDrift } from './no-drift.ts';
import { type Random, seededRandom } from './random.ts';

/** The result of a schedule. */
interface ChangePlay {
  /** How many times the service received the change. */
  readonly seen: number;
  /** `answered`, or the kind of the error. */
  readonly outcome: string;
  readonly violations: readonly string[];
}

/** What the service may do with a connection, in any order. */
const MOVES = [
  'nothing',
  'close',
  'reset',
  'half close',
  'continue',
  'hints',
  'upgrade',
  'status line',
  'a byte at a time',
  'half an answer',
  'an answer',
  'an answer, then close',
  'two answers',
  'pause',
] as const;

const STATUSES = [
  200, 202, 204, 301, 307, 308, 400, 401, 404, 408, 409, 425, 429, 500, 502, 503, 504,
] as const;
const BODIES = ['', '{}', '{"success":false}', '{', '[]'] as const;

const answerOf = (random: Random): string => {
  const status = random.pick(STATUSES);
  const body = random.pick(BODIES);
  const headers = [
    `content-length: ${body.length + (random.oneIn(6) ? 5 : 0)}`,
    ...(random.oneIn(3) ? ['retry-after: 0'] : []),
    ...(random.oneIn(3) ? ['location: /elsewhere'] : []),
    ...(random.oneIn(3) ? ['connection: close'] : []),
  ];
  return `HTTP/1.1 ${status} Whatever\r\n${headers.join('\r\n')}\r\n\r\n${body}`;
};

async function move(socket: Socket, random: Random): Promise<void> {
  const what = random.pick(MOVES);
  const answer = answerOf(random);
  const half = answer.slice(0, random.below(answer.length));
  switch (what) {
    case 'nothing':
      return;
    case 'close':
      socket.destroy();
      return;
    case 'reset':
      socket.resetAndDestroy();
      return;
    case 'half close':
      socket.end();
      return;
    case 'pause':
      await wait(random.below(12));
      return;
    case 'continue':
      socket.write('HTTP/1.1 100 Continue\r\n\r\n');
      return;
    case 'hints':
      socket.write('HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n');
      return;
    case 'upgrade':
      socket.write('HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n');
      return;
    case 'status line':
      socket.write('HTTP/1.1 200 OK\r\n');
      return;
    case 'a byte at a time':
      for (const byte of half) {
        if (socket.destroyed) return;
        socket.write(byte);
        await wait(1);
      }
      return;
    case 'half an answer':
      socket.write(half);
      return;
    case 'an answer':
      socket.write(answer);
      return;
    case 'an answer, then close':
      socket.end(answer);
      return;
    case 'two answers':
      socket.write(answer + answer);
      return;
  }
}

/** The request line of a change, also of an incomplete request. */
const CHANGE = /^(?:DELETE|POST|PUT|PATCH) \S+ HTTP/gm;

/** A service on loopback that behaves randomly at every point of every request. */
async function openService(random: Random) {
  const sockets = new Set<Socket>();
  const sent = new Map<Socket, string>();
  let reads = 0;
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    if (reads > 0 && random.oneIn(6)) void move(socket, random);
    socket.on('data', (bytes) => {
      const text = bytes.toString('latin1');
      sent.set(socket, (sent.get(socket) ?? '') + text);
      if (text.startsWith('GET ') && reads === 0) {
        reads += 1;
        // The answer to a read leaves the connection open. A change must not reuse it.
        socket.write('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}');
        if (random.oneIn(3)) setTimeout(() => socket.destroy(), random.below(4));
        return;
      }
      void (async () => {
        for (let moves = 1 + random.below(4); moves > 0 && !socket.destroyed; moves -= 1) {
          await move(socket, random);
        }
      })();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return {
    host: `127.0.0.1:${typeof address === 'object' ? address?.port : ''}`,
    seen: () =>
      [...sent.values()].reduce((sum, text) => sum + (text.match(CHANGE)?.length ?? 0), 0),
    close() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

type Call = ReturnType<typeof createClient>;
type Change = (call: Call, signal: AbortSignal) => Promise<unknown>;
const CHANGES: readonly [Change, ...Change[]] = [
  (call, signal) => call(appDelete, { appId: 'k3Jd82' }, signal),
  (call, signal) =>
    call(scriptAddVariable, { id: '5', Name: 'A', Required: false, DefaultValue: 'b' }, signal),
  (call, signal) =>
    call(guardianUpload, { shieldZoneId: '7', content: '{"openapi":"3.0.3"}'.repeat(50) }, signal),
];

/** Time for a late request to arrive, milliseconds. */
const AFTERWARDS = 5;
/** Client timeouts in milliseconds, short enough to expire at any point of a request. */
const timeouts = (random: Random) => ({
  connect: 50,
  response: 5 + random.below(25),
  request: 10 + random.below(40),
});

/**
 * Sends one change to a service that behaves randomly, while timeouts expire and the operator may cancel. Counts how often
 * the service received it.
 */
export async function playChange(seed: number): Promise<ChangePlay> {
  const random = seededRandom(seed);
  const service = await openService(random);
  const call = createClient({
    baseUrl: { origin: `http://${service.host}`, host: service.host, path: '' },
    accessKey: () => 'some-key',
    userAgent: 'warren/test',
    clock: fakeClock(0),
    drift: noDrift,
    onExchange: () => undefined,
    timeouts: timeouts(random),
  });
  const letGo = new AbortController();
  let outcome = 'answered';
  try {
    if (random.oneIn(2)) await call(search, { search: 'a' }).catch(() => undefined);
    if (random.oneIn(4)) setTimeout(() => letGo.abort(), random.below(30));
    await random.pick(CHANGES)(call, letGo.signal);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    outcome = error.kind;
  }
  await wait(AFTERWARDS);
  const seen = service.seen();
  service.close();
  const isUnseen = seen === 0;
  return {
    seen,
    outcome,
    violations: [
      ...(seen > 1 ? [`the service saw it ${seen} times`] : []),
      ...(outcome === 'unreachable' && !isUnseen
        ? ['it is said not to be sent, and was seen']
        : []),
      ...(outcome === 'answered' && isUnseen ? ['it is said to be done, and was not seen'] : []),
    ],
  };
}
