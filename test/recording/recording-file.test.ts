import { expect, it } from 'vitest';
import type { RecordedCall } from '../../src/recording/recorded-call.ts';
import { openRecording } from '../../src/recording/recording-file.ts';
import { sizeOf } from '../../src/sqlite/format.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';

const callAt = (time: number, more: Partial<RecordedCall> = {}): RecordedCall => ({
  ...{ operation: 'app-overview', input: '{"appId":"a"}', time, elapsed: time, took: 1 },
  ...{ status: 200, bytes: 10, serverDate: null, requestId: null, error: null, span: null },
  ...{ answer: '{"same":true}', entries: null },
  ...more,
});

it('an answer that another recorder in the same file has taken away is kept anew', async () => {
  const path = `${temporaryDirectory()}/r.db`;
  const [first, second] = [await openRecording(path, 'write'), await openRecording(path, 'write')];
  first.keep([callAt(1)]);
  // More calls than are taken away at once, each with an answer of its own.
  second.keep(
    Array.from({ length: 1001 }, (_, at) =>
      callAt(2 + at, { input: '{"appId":"b"}', answer: `{"other":"${at}"}` }),
    ),
  );
  second.prune(sizeOf(second.database) - 1);
  first.keep([callAt(2000)]);
  const found = first.at('app-overview', '{"appId":"a"}', 2000);
  expect(found?.time).toBe(2000);
  expect(found && first.answer(found)).toEqual({ same: true });
  for (const file of [first, second]) file.close();
});
