import { inspect } from 'node:util';
import { expect, it } from 'vitest';
import { NO_SECRET, secret } from '../../../src/panes/scripts/secret.ts';

it('a secret is seen by whoever asks for it, and by nothing else', () => {
  const held = { value: secret('canary') };
  expect(held.value.reveal()).toBe('canary');
  expect(NO_SECRET.reveal()).toBe('');
  for (const seen of [
    JSON.stringify(held),
    inspect(held, { depth: 9, showHidden: true }),
    `${held.value}`,
  ])
    expect(seen).not.toContain('canary');
});
