import { expect, onTestFinished, test } from 'vitest';
import { bundle } from '../../.build/build-program.ts';
import { eventLogs } from '../../src/contract/operations/event-logs.ts';
import { packBlock } from '../../src/events/storage/blocks.ts';
import { WorkerThread } from '../../src/events/worker/worker-thread.ts';
import { preflightInThread } from '../../src/guardian/preflight-thread.ts';
import { SHOP } from '../support/guardian-samples.ts';
import { noDrift } from '../support/no-drift.ts';

/** What the bundle has in the place of the module of a thread. */
const textOf = async (module: string) => (await bundle({ entryPoints: [`src/${module}`] })).text;

test('the text that the bundle has of the checking thread checks as its module does', async () => {
  const source = await textOf('guardian/preflight-worker.ts');
  const text = `${SHOP}${'# so many words\n'.repeat(20_000)}`;
  const checked = await preflightInThread(text, { source });
  expect(checked.kind === 'read' && checked.endpoints.length).toBe(8);
});

test('the text that the bundle has of the searching thread searches as its module does', async () => {
  const source = await textOf('events/worker/worker.ts');
  const thread = new WorkerThread({ source });
  const answer = Promise.withResolvers<number>();
  const search = thread.start(
    [{ kind: 'text', target: { kind: 'log' }, how: 'contains', glob: { parts: ['<b>'] } }],
    (_, found) => answer.resolve(found?.[0]?.[0] ?? -1),
  );
  await expect.poll(() => search.capacity).toBeGreaterThan(0);
  const raw = Buffer.concat([Buffer.from('no\xff\\u003CB>\xff', 'latin1')]);
  search.submit({
    serial: 1,
    packed: packBlock(raw),
    offsets: Uint32Array.of(0, 3, raw.length),
    ascii: true,
    candidates: Uint32Array.of(0b11),
  });
  expect(await answer.promise).toBe(0b10);
});

test('the text that the bundle has of it reads pages as its module does', async () => {
  const thread = new WorkerThread({ source: await textOf('events/worker/worker.ts') });
  onTestFinished(() => thread.end());
  const body = Buffer.from('{"logs":[{"logId":"a","log":"{}"}],"hasMoreData":false}');
  const read = await thread.read(eventLogs, { status: 200, contentType: '', body }, noDrift);
  if (read?.kind !== 'answer') throw new Error('it is a page');
  expect([...read.answer.logs]).toMatchObject([{ logId: 'a', log: '{}' }]);
  expect(thread.failure).toBeNull();
});
