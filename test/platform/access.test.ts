import { describe, expect, test } from 'vitest';
import { isLoopbackHost, keyCheck } from '../../src/platform/access.ts';

describe('a Host header', () => {
  test.each(['127.0.0.1', '127.0.0.1:8080', 'localhost', 'localhost:1', 'LOCALHOST:80'])(
    '%s is this machine',
    (host) => {
      expect(isLoopbackHost(host)).toBe(true);
    },
  );

  test.each([
    undefined,
    '',
    'example.com',
    'localhost.example.com',
    '127.0.0.1.example.com',
    '127.0.0.1:80@example.com',
    '127.0.0.2',
    'localhost:',
    '0.0.0.0',
    ' localhost',
  ])('%s is not', (host) => {
    expect(isLoopbackHost(host)).toBe(false);
  });
});

test('only the whole key opens', () => {
  const isKeyRight = keyCheck('abc123');
  expect(isKeyRight('abc123')).toBe(true);
  for (const wrong of [undefined, '', 'abc12', 'abc1234', 'abc123abc123', 'ABC123', 'abc123 ']) {
    expect(isKeyRight(wrong)).toBe(false);
  }
});
