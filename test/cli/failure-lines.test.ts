import { expect, it } from 'vitest';
import { failureLines } from '../../src/cli/failure-lines.ts';
import { ApiError } from '../../src/contract/api-error.ts';
import { appDelete } from '../../src/contract/operations/app-delete.ts';
import { search } from '../../src/contract/operations/search.ts';
import { OperationError } from '../../src/session/errors.ts';
import { words } from '../../src/text/printable.ts';

it('a failure is told with all that is known of it, and made safe', () => {
  const error = new ApiError({
    kind: 'invalid',
    status: 400,
    title: 'Validation\u001b[2J Error',
    detail: 'wrong',
    fields: [
      { field: 'size', message: 'too large' },
      { field: null, message: 'odd' },
    ],
    errorKey: 'x.y',
    requestId: 'r1',
    retryAfterMs: 5000,
  });
  expect(failureLines(new OperationError(error, search, words`A hint.`))).toEqual([
    'Global search: Validation␛[2J Error: wrong (400, x.y)',
    '  size: too large',
    '  request: odd',
    '  request id r1',
    '  the service asks to wait 5 s',
    'A hint.',
  ]);
});

it('a change whose outcome is unknown says so', () => {
  const error = new ApiError({ kind: 'timeout', title: 'No answer' });
  expect(failureLines(new OperationError(error, appDelete))).toEqual([
    'Delete an application: No answer',
    'The request was sent, and whether it was done is not known. Look before you repeat it.',
  ]);
});
