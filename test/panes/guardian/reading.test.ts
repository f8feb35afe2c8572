import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { LARGEST_FILE, readSpecification } from '../../../src/panes/guardian/reading.ts';
import { SHOP } from '../../support/guardian-samples.ts';
import { memoryFiles } from '../../support/memory-files.ts';

it('a file comes with its size and the hash that sha256sum tells', async () => {
  const files = memoryFiles();
  files.contents.set('/x/shop.yaml', `${SHOP}# ünïcode\n`);
  const bytes = Buffer.from(`${SHOP}# ünïcode\n`);
  expect(await readSpecification(files, '/x/shop.yaml')).toEqual({
    kind: 'read',
    content: `${SHOP}# ünïcode\n`,
    bytes: bytes.length,
    sha256: createHash('sha256').update(bytes).digest('hex'),
  });
});

it('what cannot be read says why, in one line', async () => {
  const files = memoryFiles();
  files.contents.set('/x/large.yaml', 'x'.repeat(LARGEST_FILE + 1));
  expect(await readSpecification(files, '/x/large.yaml')).toEqual({
    kind: 'trouble',
    reason: '/x/large.yaml is larger than 5242880 bytes.',
  });
  expect(await readSpecification(files, '/x/\u001b[2J')).toEqual({
    kind: 'trouble',
    reason: '/x/␛[2J could not be read: it is not there.',
  });
});
