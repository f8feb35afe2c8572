import { expect, it } from 'vitest';
import { fileName, listingKey, SERVICE } from '../../../src/panes/events/state.ts';

const archive = (path: string) =>
  ({ kind: 'archive', path, zones: [], coverage: new Map() }) as const;

it('listings are equal if they have the same source and zones in any order', () => {
  expect(listingKey({ source: SERVICE, zones: ['7', '8'] })).toBe(
    listingKey({ source: SERVICE, zones: ['8', '7'] }),
  );
  const keys = [
    listingKey({ source: SERVICE, zones: ['7'] }),
    listingKey({ source: SERVICE, zones: ['7', '8'] }),
    listingKey({ source: archive('a.db'), zones: ['7'] }),
    listingKey({ source: archive('b.db'), zones: ['7'] }),
  ];
  expect(new Set(keys).size).toBe(keys.length);
  expect(listingKey({ source: SERVICE, zones: [] })).toBeNull();
});

it('a file is named by the last part of its path', () => {
  expect(fileName('/home/op/shop.db')).toBe('shop.db');
  expect(fileName('shop.db')).toBe('shop.db');
  expect(fileName('/tmp/a\u001b[2J.db')).toBe('a␛[2J.db');
});
