import { createServer } from 'node:http';
import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { LARGEST_BODY, requestBody } from '../../src/platform/request-body.ts';
import { listen } from '../../src/platform/server.ts';

/** Reads the body of the one request that `send` writes. */
async function bodyOf(...chunks: readonly (string | Buffer)[]): Promise<unknown> {
  const server = createServer();
  const body = new Promise((resolve, reject) => {
    server.on('request', (request, response) => {
      requestBody(request).then(resolve, reject);
      response.end();
    });
  });
  const socket = connect(await listen(server, 0), '127.0.0.1');
  socket.on('error', () => socket.destroy());
  for (const chunk of chunks) socket.write(chunk);
  try {
    return await body;
  } finally {
    socket.destroy();
    server.closeAllConnections();
    server.close();
  }
}

const POST = 'POST / HTTP/1.1\r\nHost: a\r\n';

test('a body is read whole, in however many pieces it comes', async () => {
  expect(await bodyOf(`${POST}Content-Length: 5\r\n\r\nhe`, 'llo')).toEqual(Buffer.from('hello'));
  expect(await bodyOf(`${POST}\r\n`)).toEqual(Buffer.alloc(0));
});

test('a body of exactly 5 MiB is read, one of a byte more is not', async () => {
  const largest = Buffer.alloc(LARGEST_BODY, 'x');
  expect(await bodyOf(`${POST}Content-Length: ${LARGEST_BODY}\r\n\r\n`, largest)).toHaveLength(
    LARGEST_BODY,
  );
  const head = `${POST}Transfer-Encoding: chunked\r\n\r\n${(LARGEST_BODY + 1).toString(16)}\r\n`;
  expect(await bodyOf(head, largest, 'x\r\n0\r\n\r\n')).toBeUndefined();
});

test('a body that says it is too large is not waited for', async () => {
  expect(await bodyOf(`${POST}Content-Length: ${LARGEST_BODY + 1}\r\n\r\n`)).toBeUndefined();
});
