import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ApiErrorParts } from '../../src/contract/api-error.ts';
import { problemIn } from '../../src/contract/problems.ts';
import { parseJson } from '../../src/contract/read-answer.ts';

/** The problem in an answer with a JSON body, or with a text of another type. */
function problem(
  status: number,
  body: unknown,
  contentType = 'application/json',
): ApiErrorParts | undefined {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  let json: ReturnType<typeof parseJson> | undefined;
  try {
    json = parseJson(text);
  } catch {
    json = undefined;
  }
  return problemIn({ status, contentType, text, json });
}

const generic = (errorKey: string | null, message: string | null, statusCode = 202) => ({
  statusCode,
  success: false,
  message,
  errorKey,
});
const DEFAULTS = { statusCode: 0, success: false, message: null, errorKey: null };
const PORTAL = '<!DOCTYPE html><html><head><title>\n Sign  in </title></head><body>…</body></html>';

interface Expected {
  readonly kind: string;
  readonly title: string;
  readonly detail?: string;
  readonly errorKey?: string;
  readonly members?: object;
  readonly fields?: readonly { readonly field: string | null; readonly message: string }[];
}

const FAILURES: readonly (readonly [string, number, unknown, Expected])[] = [
  [
    'problem details',
    401,
    { type: 'about:blank', title: 'Unauthorized', status: 401, detail: null, instance: null },
    { kind: 'unauthorised', title: 'Unauthorized', members: { type: 'about:blank' } },
  ],
  [
    'an application problem body',
    400,
    {
      title: 'Validation Error',
      status: 400,
      detail: 'One or more validation errors occurred.',
      instance: '/v3/apps',
      errors: [
        { field: 'limit', message: 'must be positive' },
        { field: null, message: 'and more' },
        { field: 'silent', message: null },
      ],
      id: null,
    },
    {
      members: {
        instance: '/v3/apps',
        errors: [
          { field: 'limit', message: 'must be positive' },
          { field: null, message: 'and more' },
          { field: 'silent', message: null },
        ],
      },
      kind: 'invalid',
      title: 'Validation Error',
      detail: 'One or more validation errors occurred.',
      fields: [
        { field: 'limit', message: 'must be positive' },
        { field: null, message: 'and more' },
      ],
    },
  ],
  [
    'field errors as the framework tells them',
    400,
    { title: 'One or more validation errors occurred.', errors: { content: ['is required'] } },
    {
      kind: 'invalid',
      title: 'One or more validation errors occurred.',
      fields: [{ field: 'content', message: 'is required' }],
    },
  ],
  [
    'a generic response under error',
    404,
    {
      data: null,
      error: generic(
        'api_guardian.get_api_guardian.no_configuration',
        'No API Guardian configuration found for this shield zone.',
        404,
      ),
    },
    {
      kind: 'not-found',
      title: 'No API Guardian configuration found for this shield zone.',
      errorKey: 'api_guardian.get_api_guardian.no_configuration',
    },
  ],
  [
    'a generic response under errorResponse',
    202,
    {
      logs: null,
      hasMoreData: false,
      errorResponse: generic('invalid_plan_type.logs', 'Upgrade.'),
    },
    {
      kind: 'refused',
      title: 'Upgrade.',
      errorKey: 'invalid_plan_type.logs',
      members: { hasMoreData: false },
    },
  ],
  [
    'a bare generic response',
    403,
    generic('x.forbidden', 'Not allowed.', 403),
    { kind: 'refused', title: 'Not allowed.', errorKey: 'x.forbidden' },
  ],
  [
    'a key without a message',
    409,
    generic('app.busy', null, 409),
    { kind: 'refused', title: 'app.busy', errorKey: 'app.busy' },
  ],
  [
    'a Core body',
    404,
    { ErrorKey: 'dnsZone.not_found', Field: 'DnsZone', Message: 'The zone was not found.' },
    {
      kind: 'not-found',
      title: 'The zone was not found.',
      errorKey: 'dnsZone.not_found',
      fields: [{ field: 'DnsZone', message: 'The zone was not found.' }],
    },
  ],
  [
    'a Core body with nothing but a message',
    401,
    { Message: 'Authorization has been denied for this request.' },
    { kind: 'unauthorised', title: 'Authorization has been denied for this request.' },
  ],
  [
    'a status alone',
    401,
    { statusCode: 401 },
    { kind: 'unauthorised', title: 'The access key was not accepted' },
  ],
  [
    'a status alone, on a success',
    200,
    { statusCode: 401 },
    {
      kind: 'unauthorised',
      title: 'The access key was not accepted',
      members: { statusCode: 401 },
    },
  ],
  ['an empty body', 500, '', { kind: 'service', title: 'The service failed' }],
  ['an empty 401', 401, '', { kind: 'unauthorised', title: 'The access key was not accepted' }],
  [
    'a default-filled error on a failure',
    503,
    { data: null, error: DEFAULTS },
    { kind: 'service', title: 'The service is unavailable' },
  ],
  [
    'plain text',
    502,
    'upstream connect error',
    {
      kind: 'service',
      title: 'Bad gateway',
      detail: 'upstream connect error',
    },
  ],
  ['a JSON text', 400, '"Name is taken"', { kind: 'invalid', title: 'Name is taken' }],
  ['an error as text', 429, { error: 'slow down' }, { kind: 'rate-limited', title: 'slow down' }],
  [
    'a list of messages',
    400,
    [{ message: 'first' }, { message: 'second' }],
    {
      kind: 'invalid',
      title: 'first',
      fields: [
        { field: null, message: 'first' },
        { field: null, message: 'second' },
      ],
    },
  ],
  [
    'a page of HTML',
    503,
    PORTAL,
    { kind: 'service', title: 'HTML instead of JSON', detail: 'Sign in' },
  ],
  [
    'a page of HTML on a success',
    200,
    PORTAL,
    { kind: 'unexpected', title: 'HTML instead of JSON', detail: 'Sign in' },
  ],
  [
    'a status nobody knows',
    418,
    '',
    { kind: 'invalid', title: 'The service answered with status 418' },
  ],
  [
    'a status beyond all',
    999,
    '',
    { kind: 'unexpected', title: 'The service answered with status 999' },
  ],
  ['a proxy', 407, '', { kind: 'unexpected', title: 'Proxy authentication required' }],
  // The error key knows better than the status.
  [
    'a day outside the window',
    401,
    {
      logs: null,
      hasMoreData: false,
      continuationToken: null,
      startToken: null,
      errorResponse: generic('invalid_datetime_window.event_logs', 'Only the past 3 days.', 401),
    },
    {
      kind: 'outside-window',
      members: { hasMoreData: false },
      title: 'Only the past 3 days.',
      errorKey: 'invalid_datetime_window.event_logs',
    },
  ],
  [
    'an unknown zone on a 202',
    202,
    { data: null, error: generic('not_found_or_unauthorised_access.shieldzone', 'No such zone.') },
    {
      kind: 'not-found',
      title: 'No such zone.',
      errorKey: 'not_found_or_unauthorised_access.shieldzone',
    },
  ],
  [
    'a 401 about something else than the key',
    401,
    { error: generic('plan.too_small', 'Upgrade.', 401) },
    { kind: 'refused', title: 'Upgrade.', errorKey: 'plan.too_small' },
  ],
  [
    'a 401 whose error key is about the access key',
    401,
    { ErrorKey: 'authentication.failed', Field: null, Message: 'Bad key' },
    { kind: 'unauthorised', title: 'Bad key', errorKey: 'authentication.failed' },
  ],
  [
    'a 202 whose body names a status',
    202,
    { error: generic('limit.reached', 'Too many.', 429) },
    {
      kind: 'rate-limited',
      title: 'Too many.',
      errorKey: 'limit.reached',
      members: { error: generic('limit.reached', 'Too many.', 429) },
    },
  ],
];

describe('a failure', () => {
  it.each(FAILURES)('as %s, with %i', (_, status, body, expected) => {
    const found = problem(status, body);
    expect({ ...found, fields: found?.fields ?? [] }).toEqual({
      detail: undefined,
      errorKey: undefined,
      fields: [],
      ...expected,
      status,
    });
  });

  it('is recognised by HTML whatever the content type, and by the type alone', () => {
    expect(problem(200, PORTAL, 'application/json')?.title).toBe('HTML instead of JSON');
    expect(problem(200, 'Sign in', 'text/html; charset=utf-8')?.title).toBe('HTML instead of JSON');
  });

  it('has short texts and few fields', () => {
    const found = problem(400, {
      title: 't'.repeat(10_000),
      errors: Array.from({ length: 1_000 }, () => ({ message: 'm'.repeat(10_000) })),
    });
    expect(found?.title).toHaveLength(501);
    expect(found?.fields).toHaveLength(50);
    expect(found?.fields?.[0]?.message).toHaveLength(501);
    expect(problem(400, { title: 't'.repeat(500) })?.title).toBe('t'.repeat(500));
  });

  it('in a success has the status that its body claims, if valid', () => {
    const kindOf = (statusCode: number) => problem(202, generic(null, 'No.', statusCode))?.kind;
    expect([100, 429, 599].map(kindOf)).toEqual(['unexpected', 'rate-limited', 'service']);
    expect([99, 600, 0, -1].map(kindOf)).toEqual(Array(4).fill('refused'));
  });

  it.each([
    [299, 'unexpected'],
    [300, 'unexpected'],
    [399, 'unexpected'],
    [400, 'invalid'],
    [499, 'invalid'],
    [500, 'service'],
    [599, 'service'],
    [600, 'unexpected'],
  ])('is of the class of its status %i: %s', (status, kind) => {
    expect(problem(status, { error: 'No.' })?.kind ?? 'unexpected').toBe(kind);
  });

  it('has one or several messages for a field', () => {
    expect(problem(400, { errors: { one: 'must be short', two: ['a', 'b', 7] } })?.fields).toEqual([
      { field: 'one', message: 'must be short' },
      { field: 'two', message: 'a' },
      { field: 'two', message: 'b' },
    ]);
  });
});

// Assumption: error-on-success
describe('a success', () => {
  it.each<[string, number, unknown]>([
    ['without a body', 200, ''],
    ['without content', 204, ''],
    ['with data', 200, { data: { overview: {} }, error: null }],
    ['with a default-filled error', 200, { data: {}, error: DEFAULTS }],
    ['with a default-filled errorResponse', 200, { logs: [], errorResponse: DEFAULTS }],
    ['that is default-filled itself', 200, DEFAULTS],
    ['with empty words', 200, { error: { ...DEFAULTS, message: '', errorKey: ' ' } }],
    ['that says so', 202, { error: { success: true, message: 'Done.', errorKey: null } }],
    ['with a field named message', 200, { message: 'hello' }],
    ['as an array', 200, []],
    ['in plain text', 200, 'OK'],
  ])('%s is no failure', (_, status, body) => {
    expect(problem(status, body, 'text/plain')).toBeUndefined();
  });
});

describe('a problem with a success status', () => {
  const title = 'The application is locked';

  it.each([
    ['a problem', { title, status: 409, detail: 'Try again' }, 'refused'],
    ['one in the older casing', { Title: title, Status: 403 }, 'refused'],
    ['one of a thing that is not there', { title, status: 404, errors: [], id: 'a' }, 'not-found'],
    ['one of the service', { title, status: 503 }, 'service'],
  ])(
    'is a failure: %s; a deletion is answered without a body, and was taken for done',
    (_, body, kind) => {
      expect(problem(200, body)).toMatchObject({ kind, title, status: 200 });
    },
  );

  it.each([{ title }, { title, status: 200 }, { title, status: 'active' }])(
    'is none in %j',
    (body) => {
      expect(problem(200, body)).toBeUndefined();
    },
  );
});

// Assumption: other-statuses
it('a failing status is always a failure, and never throws', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 400, max: 999 }),
      fc.oneof(fc.jsonValue(), fc.string()),
      (status, body) => {
        expect(problem(status, body)?.status).toBe(status);
      },
    ),
  );
});

// Assumptions: error-keys, event-window
describe('an error key', () => {
  const kinds = (errorKey: string, statuses: readonly number[]) =>
    new Set(statuses.map((status) => problem(status, generic(errorKey, 'No.', status))?.kind));

  it.each([
    ['not_found.ratelimit_shieldzone', 'not-found'],
    ['edgeScript.not_found', 'not-found'],
    ['api.not_found_or_unauthorised_access.waf_rule', 'not-found'],
    ['invalid_datetime_window.event_logs', 'outside-window'],
  ])('%s is of the kind %s, whatever the status', (key, kind) => {
    expect(kinds(key, [202, 400, 401, 403, 404, 500])).toEqual(new Set([kind]));
  });

  it('contains only the status if its form is unknown', () => {
    const key = 'edgeScript.variable_not_found';
    expect([...kinds(key, [202]), ...kinds(key, [404]), ...kinds(key, [400])]).toEqual([
      'refused',
      'not-found',
      'invalid',
    ]);
  });

  it('with a 401 is about the request, unless it is about authentication', () => {
    expect(kinds('plan.too_small', [401])).toEqual(new Set(['refused']));
    expect(kinds('authentication.failed', [401])).toEqual(new Set(['unauthorised']));
    expect(problem(401, { title: 'Unauthorized' })?.kind).toBe('unauthorised');
  });
});

describe('D16: a failure known only by its status', () => {
  const under = (error: object) => ({ data: null, error });

  it.each([
    [404, 'not-found'],
    [403, 'refused'],
    [401, 'unauthorised'],
    [500, 'service'],
  ])('in a generic response, is that status: %i', (statusCode, kind) => {
    for (const body of [
      under({ statusCode, success: false }),
      under({ statusCode, success: false, message: null, errorKey: null }),
      under({ StatusCode: statusCode, Success: false }),
    ]) {
      expect(problem(200, body)).toMatchObject({ kind, status: 200 });
    }
  });

  it.each([
    { statusCode: 0, success: false },
    { statusCode: 200, success: false },
    { statusCode: 404, success: true },
    { statusCode: 404 },
    { success: false },
  ])('is none in %j', (error) => {
    expect(problem(200, under(error))).toBeUndefined();
  });
});
