import { expect, test } from 'vitest';
import { splitUrl } from '../../../src/events/storage/split-url.ts';

test.each([
  ['https://shop.example:8443/cart?id=1#x', { host: 'shop.example:8443', path: '/cart' }],
  ['https://shop.example', { host: 'shop.example', path: '' }],
  ['https://shop.example?q', { host: 'shop.example', path: '' }],
  ['://h/p', { host: 'h', path: '/p' }],
  ['/only/a/path?q=https://x', { path: '/only/a/path' }],
  ['mailto:a@b', { path: 'mailto:a@b' }],
  ['', { path: '' }],
])('%s', (url, parts) => {
  expect(splitUrl(url)).toEqual(parts);
});
