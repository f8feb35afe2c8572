import { expect, it } from 'vitest';
import { type DeletableFacts, whyNotDelete } from '../../src/mutations/deletable.ts';
import { words } from '../../src/text/printable.ts';

const CURSOR = {
  by: 'cursor',
  dwell: 400,
  age: 11_000,
  interval: 5000,
  refreshKey: words`r`,
} as const;

const FACTS: DeletableFacts = {
  readOnly: false,
  down: false,
  pending: false,
  subject: { id: 'x1', name: 'checkout' },
  chosen: CURSOR,
};

it.each<[string, Partial<DeletableFacts>, string | undefined]>([
  ['a fresh row that stood still', {}, undefined],
  ['an id', { chosen: { by: 'id' } }, undefined],
  ['anything in read-only mode', { readOnly: true, chosen: { by: 'id' } }, 'read-only'],
  ['no row', { subject: null }, 'no application under the cursor'],
  ['what is being changed', { pending: true }, 'is under way'],
  ['a row while the service is away', { down: true }, 'does not answer'],
  ['an id, whose overview is read first', { down: true, chosen: { by: 'id' } }, undefined],
  ['a row that was never loaded', { chosen: { ...CURSOR, age: null } }, 'Nothing is known'],
  ['a row of old data', { chosen: { ...CURSOR, age: 11_001 } }, '11 s old'],
  ['a row that came just now', { chosen: { ...CURSOR, dwell: 399 } }, 'just now'],
])('%s', (_, part, reason) => {
  const why = whyNotDelete({ ...FACTS, ...part });
  if (reason === undefined) expect(why).toBeUndefined();
  else expect(why).toContain(reason);
});
