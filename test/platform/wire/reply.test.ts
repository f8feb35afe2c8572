import { expect, test } from 'vitest';
import { headBytes } from '../../../src/platform/wire/reply.ts';

test('a head has its status line, its headers and an empty line', () => {
  const head = headBytes({ status: 404, headers: { connection: 'close', 'content-length': '0' } });
  expect(head.toString()).toBe(
    'HTTP/1.1 404 Not Found\r\nconnection: close\r\ncontent-length: 0\r\n\r\n',
  );
});

test('a status without a name has none', () => {
  expect(headBytes({ status: 999, headers: {} }).toString()).toBe('HTTP/1.1 999 \r\n\r\n');
});
