import { expect, it } from 'vitest';
import { driftLog } from '../../src/contract/drift.ts';
import { scriptAddVariable } from '../../src/contract/operations/script-add-variable.ts';
import { type AnswerReader, readBody } from '../../src/contract/read-answer.ts';
import { byteServer, reply } from './byte-server.ts';
import { client, variable } from './client-harness.ts';

const SECRET = 'hunter2-and-more';
const withSecret = { ...variable, DefaultValue: SECRET };

/** The first three bytes of any form that a service could give to the secret are enough to find it. */
const FORMS = ['hun', 'HUN', 'aHV', '68756e', 'nuh'];

const SAID = JSON.stringify({
  title: `Bad ${SECRET}`,
  detail: Buffer.from(SECRET).toString('base64'),
  instance: Buffer.from(SECRET).toString('hex'),
  errors: [
    { field: 'defaultvalue', message: SECRET.toUpperCase() },
    { field: SECRET, message: [...SECRET].reverse().join('') },
  ],
  [SECRET]: SECRET,
});

const answering = (status: number, body = SAID, headers = {}) =>
  byteServer((socket) =>
    socket.end(reply(status, body, { 'cdn-requestid': SECRET, 'retry-after': '30', ...headers })),
  );

function expectNothingSaid(...kept: readonly unknown[]): void {
  const text = kept.map((each) => JSON.stringify(each) + String(each)).join();
  for (const form of FORMS) expect(text).not.toContain(form);
}

it.each([
  [400, 'invalid', 'Bad request'],
  [401, 'unauthorised', 'The access key was not accepted'],
  [403, 'refused', 'The service refused'],
  [404, 'not-found', 'Not found'],
  [409, 'refused', 'Conflict'],
  [413, 'invalid', 'The request is too large'],
  [422, 'invalid', 'Bad request'],
  [429, 'rate-limited', 'Too many requests'],
  [500, 'service', 'The service failed'],
  [503, 'service', 'The service is unavailable'],
])(
  'a %i to a request with a secret tells its meaning, and nothing that the service wrote',
  async (status, kind, title) => {
    const server = await answering(status);
    const { failure, exchanges } = client(server.baseUrl);
    const error = await failure(scriptAddVariable, withSecret);
    expect(error).toMatchObject({ kind, status, title, retryAfterMs: 30_000, members: {} });
    expect(error.fields).toEqual([{ field: 'DefaultValue', message: '' }]);
    expect(error.detail).toContain('The service names DefaultValue. A value has at most 2 KB');
    expect(error.detail).toContain('What the service said is left out');
    expectNothingSaid(error, exchanges);
  },
);

it.each([
  ['HTML', reply(200, `<html><title>${SECRET}</title>`), 'The answer does not fit the contract'],
  ['text', reply(200, SECRET), 'The answer does not fit the contract'],
  [
    'a refusal with 200',
    reply(200, `{"success":false,"message":"${SECRET}"}`),
    'The service refused',
  ],
  [
    'a redirect',
    reply(302, '', { location: `http://${SECRET}/` }),
    'The service redirects, which is not followed',
  ],
  [
    'an unknown encoding',
    reply(200, 'x', { 'content-encoding': SECRET }),
    'The answer does not fit the contract',
  ],
  ['a 401 with an error key', reply(401, `{"ErrorKey":"${SECRET}"}`), 'The service refused'],
])('so does %s', async (_, bytes, title) => {
  const server = await byteServer((socket) => socket.end(bytes));
  const { failure, exchanges } = client(server.baseUrl);
  const error = await failure(scriptAddVariable, withSecret);
  expect(error.title).toBe(title);
  expectNothingSaid(error, exchanges);
});

it.each([
  ['on this thread', undefined],
  [
    'on another',
    {
      async read(operation, unread, drift) {
        const own = driftLog();
        const parsed = readBody(operation, unread, own);
        drift.add(own.entries());
        return parsed;
      },
    } satisfies AnswerReader,
  ],
])(
  'of an answer that is read %s, only the differences in known fields are kept',
  async (_, reader) => {
    const body = JSON.stringify({ Id: 7, Name: 'A', Required: SECRET, [SECRET]: SECRET });
    const server = await answering(200, body);
    const drift = driftLog();
    const bodies: Buffer[] = [];
    const { call, exchanges } = client(server.baseUrl, { drift, reader });
    await call(scriptAddVariable, withSecret, undefined, (sent) => bodies.push(sent));
    expect(drift.entries().map(({ kind, path }) => `${kind} ${path}`)).toEqual([
      'wrong-type script-add-variable.Required',
      'missing-field script-add-variable.DefaultValue',
    ]);
    expect(bodies).toEqual([]);
    expectNothingSaid(drift.entries(), exchanges);
  },
);

it('a connection that breaks is described in full: nothing was answered', async () => {
  const server = await byteServer((socket) => socket.resetAndDestroy());
  const error = await client(server.baseUrl).failure(scriptAddVariable, withSecret);
  expect(error.message).toBe(`The connection to ${server.baseUrl.host} broke`);
});

it('the words of the service are kept whole if the request has no secret', async () => {
  const server = await answering(400);
  const { failure } = client(server.baseUrl);
  const error = await failure(scriptAddVariable, { ...variable, DefaultValue: '' });
  expect(error.title).toBe(`Bad ${SECRET}`);
  expect(error.members).toMatchObject({ [SECRET]: SECRET });
  expect(error.requestId).toBe(SECRET);
});
