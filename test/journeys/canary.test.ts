import { describe, expect, it } from 'vitest';
import { runCanary } from '../support/canary-run.ts';
import { canarySearch } from '../support/canary-search.ts';

describe('the search for a key', () => {
  const KEY = 'aB3+/cD4=eF5~gH6!iJ7kL8mN9pQ0rS1';
  const piece = KEY.slice(5, 17);

  it.each([
    ['raw', piece],
    ['reversed', [...piece].reverse().join('')],
    ['hex', Buffer.from(piece).toString('hex')],
    ['hex', Buffer.from(piece).toString('hex').toUpperCase()],
    ['url', encodeURIComponent(KEY)],
    ['base64', Buffer.from(`Key: ${KEY}, at an end`).toString('base64')],
    ['base64', Buffer.from(`Keys: ${KEY}, at an end`).toString('base64')],
    ['base64url', Buffer.from(`keys: ${KEY}, at an end`).toString('base64url')],
  ])('finds it %s', (writing, text) => {
    const search = canarySearch(KEY);
    search.look('here', Buffer.from(`before ${text} after`));
    expect(search.found).toContain(`here: ${writing}`);
  });

  it('finds nothing in bytes without the key', () => {
    const search = canarySearch(KEY);
    search.look('here', Buffer.from(`${KEY.slice(0, 11)} ${KEY.slice(11, 22)} ${KEY.slice(22)}`));
    expect(search.found).toEqual([]);
  });
});

it('the access key is in no file, output or child process (A9, A13)', async () => {
  const { found, bytes, ...looked } = await runCanary({ isLong: false, seed: 7 });
  expect(found.join('\n')).toBe('');
  // Each of commands, consoles, requests, edits, processes, reports and files occurred.
  for (const [what, times] of Object.entries(looked)) expect(times, what).toBeGreaterThan(0);
  expect(bytes).toBeGreaterThan(10_000);
});
