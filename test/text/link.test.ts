import { expect, it } from 'vitest';
import { addressOf } from '../../src/text/link.ts';

it.each([
  'https://api.example/problems/quota',
  'http://127.0.0.1:8080/',
  'https://example',
  'https://api.example?of=a%20b#part',
])('%s is an address', (text) => {
  expect(addressOf(text)).toBe(text);
});

it.each([
  ['another scheme', 'javascript:alert(1)'],
  ['a file', 'file:///etc/passwd'],
  ['about:blank', 'about:blank'],
  ['a name before the host, which is taken for the host', 'https://bank.example@evil.example/'],
  ['a host that is no host', 'https://[x]/'],
  ['text around it', 'see https://api.example/'],
  ['characters that look like others', 'https://аpi.example/'],
  ['a control', 'https://api.example/\u0007'],
  ['more than terminals take', `https://api.example/${'a'.repeat(1000)}`],
])('%s is none', (_what, text) => {
  expect(addressOf(text)).toBeUndefined();
});
