import { expect, test } from 'vitest';
import { problemIn } from '../../../src/contract/problems.ts';
import { faultAnswer } from '../../../src/platform/faults/fault-answer.ts';

test.each([
  'problem',
  'application problem',
  'generic response',
  'generic error response',
  'message',
  'html',
] as const)(
  'a 503 with the body "%s" is one of the failures that the contract can read',
  (body) => {
    const reply = faultAnswer({ kind: 'answer', status: 503, body });
    const text = reply.body.toString();
    const problem = problemIn({
      status: reply.status,
      contentType: reply.headers['content-type'],
      text,
      json: body === 'html' ? undefined : JSON.parse(text),
    });
    expect(problem?.status).toBe(503);
    expect(problem?.title).toBe(
      body === 'html' ? 'HTML instead of JSON' : 'The service could not do this.',
    );
  },
);

test('headers are those asked for, beside those of the body', () => {
  const reply = faultAnswer({
    kind: 'answer',
    status: 429,
    body: 'plain text',
    headers: { 'retry-after': '-5' },
  });
  expect(reply.headers).toEqual({ 'content-type': 'text/plain', 'retry-after': '-5' });
});

test('an empty body is empty', () => {
  const reply = faultAnswer({
    kind: 'answer',
    status: 302,
    body: 'empty',
    headers: { location: 'http://127.0.0.1:1/' },
  });
  expect(reply.body).toHaveLength(0);
  expect(reply.headers.location).toBe('http://127.0.0.1:1/');
});
