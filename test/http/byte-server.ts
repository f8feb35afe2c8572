import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';
import { type BaseUrl, parseBaseUrl } from '../../src/http/base-url.ts';

/** A server that speaks bytes, so that a test can say exactly what arrives, and what does not. */
export interface ByteServer {
  readonly baseUrl: BaseUrl;
  /** Every whole request that arrived, as text. */
  readonly requests: readonly string[];
  /** How many connections were made. */
  readonly connections: number;
}

/** The whole of `request`, head and body, once it has arrived. */
function isWhole(request: string): boolean {
  const end = request.indexOf('\r\n\r\n');
  const length = /^content-length: (\d+)/im.exec(request)?.[1] ?? '0';
  return end >= 0 && Buffer.byteLength(request.slice(end + 4)) >= Number(length);
}

/** Starts a server on a loopback port that hands every whole request to `answer`; ends with the test. */
export async function byteServer(
  answer: (socket: Socket, request: string) => void,
): Promise<ByteServer> {
  const requests: string[] = [];
  const sockets = new Set<Socket>();
  let connections = 0;
  const server = createServer((socket) => {
    connections += 1;
    sockets.add(socket);
    let pending = '';
    // The client hangs up when it has seen enough.
    socket.on('error', () => undefined);
    socket.on('data', (bytes) => {
      pending += bytes.toString();
      if (!isWhole(pending)) return;
      const request = pending;
      pending = '';
      requests.push(request);
      answer(socket, request);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  const parsed = parseBaseUrl(`http://127.0.0.1:${port}`);
  if (parsed.kind !== 'ok') throw new Error(parsed.reason);
  return {
    baseUrl: parsed.baseUrl,
    requests,
    get connections() {
      return connections;
    },
  };
}

/** A whole answer as bytes. */
export function reply(
  status: number,
  body: string | Buffer = '',
  headers: Readonly<Record<string, string>> = {},
): Buffer {
  const bytes = Buffer.from(body);
  const lines = Object.entries({ 'content-length': String(bytes.length), ...headers });
  const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  return Buffer.concat([Buffer.from(`HTTP/1.1 ${status} Whatever\r\n${head}\r\n`), bytes]);
}
