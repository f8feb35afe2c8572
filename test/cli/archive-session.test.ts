import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openEventArchive } from '../../src/archive/event-archive.ts';
import { openArchiveSession } from '../../src/cli/archive-session.ts';
import { Refusal } from '../../src/cli/refusal.ts';
import { search } from '../../src/contract/operations/search.ts';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'warren-archive-'));
});
afterEach(() => rm(folder, { recursive: true }));

it('a console on an archive has no service, says so, and changes nothing', async () => {
  const file = join(folder, 'shop.db');
  (await openEventArchive(file)).close();
  const session = await openArchiveSession(file);
  expect(session.profile).toMatchObject({ host: 'shop.db', offline: true, readOnly: true });
  await expect(session.connect(() => {})(search, { search: 'x' })).rejects.toMatchObject({
    kind: 'refused',
  });
  await session.close();
});

it('a file that is no archive is refused before the console starts', async () => {
  await expect(openArchiveSession(join(folder, 'none.db'))).rejects.toThrow(Refusal);
});
