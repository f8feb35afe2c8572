import { describe, expect, test } from 'vitest';
import { DEFAULT_DIALECT } from '../../../src/platform/wire/dialect.ts';
import {
  applicationProblem,
  problemDetails,
  shieldFailure,
  successError,
} from '../../../src/platform/wire/failures.ts';

const bodyOf = ({ body }: { readonly body: Buffer }) => JSON.parse(body.toString());

test('problem details have the five fields of the contract, and errors by field when there are some', () => {
  expect(bodyOf(problemDetails(409, 'Twice.'))).toEqual({
    type: 'about:blank',
    title: 'Conflict',
    status: 409,
    detail: 'Twice.',
    instance: null,
  });
  expect(bodyOf(problemDetails(400, 'No.', { content: ['Why.'] })).errors).toEqual({
    content: ['Why.'],
  });
});

test('an application problem names an internal path', () => {
  expect(bodyOf(applicationProblem(404, 'Application not found.', 'abc'))).toEqual({
    title: 'Not Found',
    status: 404,
    detail: 'Application not found.',
    instance: '/v3/apps/abc',
    errors: [],
    id: 'abc',
  });
});

describe('a failure of the shield area', () => {
  const failure = { status: 404, errorKey: 'not_found.zone', message: 'No such zone.' };

  test.each([
    { form: '4xx', status: 404 },
    { form: '202', status: 202 },
  ] as const)(
    'is a $status in the dialect $form, and says the same of itself',
    ({ form, status }) => {
      const reply = shieldFailure(form, failure, (error) => ({ error }));
      expect(reply.status).toBe(status);
      expect(bodyOf(reply)).toEqual({
        error: {
          statusCode: status,
          success: false,
          message: 'No such zone.',
          errorKey: 'not_found.zone',
        },
      });
    },
  );
});

test('an error that nobody filled in says that nothing succeeded, and not why', () => {
  expect(successError({ ...DEFAULT_DIALECT, 'error-on-success': 'default-filled' })).toEqual({
    statusCode: 0,
    success: false,
    message: null,
    errorKey: null,
  });
});
