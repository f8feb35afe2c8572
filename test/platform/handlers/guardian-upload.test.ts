import { describe, expect, it, test } from 'vitest';
import type { Derivation } from '../../../src/guardian/derive.ts';
import { afterUpload, asAccepted } from '../../../src/platform/handlers/guardian-upload.ts';
import type { Dialect } from '../../../src/platform/wire/dialect.ts';
import { jsonReply } from '../../../src/platform/wire/reply.ts';
import { DEFAULT_PLAN_LIMITS } from '../../../src/platform/world/shield-zones.ts';
import { SPECIFICATION } from '../../conformance/calls.ts';
import { first, pathOf, the, type Visit, visitPlatform } from '../visitor.ts';

const bearer = { bearerAuth: { type: 'http', scheme: 'bearer' } };
const fine = { 200: { description: 'fine' } };

const specification = (paths: Readonly<Record<string, unknown>>, title = 'Shop') =>
  JSON.stringify({
    openapi: '3.0.3',
    info: { title, version: '1.2.0' },
    components: { securitySchemes: bearer },
    paths,
  });

const SHOP = specification({
  '/items': { get: { responses: fine } },
  '/items/{id}': {
    put: {
      security: [{ bearerAuth: [] }],
      parameters: [
        { name: 'id', in: 'path', required: true, schema: { type: 'string' } },
        { name: 'dry', in: 'query', schema: { type: 'boolean' } },
      ],
      requestBody: {
        content: {
          'application/json': { schema: { type: 'object', properties: { a: { type: 'string' } } } },
        },
      },
      responses: fine,
    },
  },
});

interface Sent {
  readonly content?: unknown;
  readonly enforceAuthorizationValidation?: boolean | null;
}

function upload(
  visit: Visit,
  body: Sent | string,
  plan = 'Business',
  contentType = 'application/json',
) {
  const zone = the(visit.platform.world.shieldZones, (one) => one.plan === plan);
  return visit.ask('PATCH', pathOf('guardian-upload', { shieldZoneId: zone.id }), {
    body: typeof body === 'string' ? body : JSON.stringify(body),
    headers: { 'content-type': contentType },
  });
}

async function uploaded(visit: Visit, body: Sent) {
  const { status, text } = await upload(visit, body);
  expect(status, text).toBe(200);
  return JSON.parse(text).data;
}

const inDialect = async (dialect: Partial<Dialect>, body: Sent = { content: SHOP }) => {
  await using visit = await visitPlatform({ dialect });
  return await uploaded(visit, body);
};

describe('the first upload', () => {
  test('returns the configuration and every endpoint of the specification', async () => {
    await using visit = await visitPlatform();
    const { configuration, endpoints } = await uploaded(visit, { content: SHOP });
    expect(configuration).toMatchObject({
      shieldZoneId: first(visit.platform.world.shieldZones).id,
      isEnabled: true,
      title: 'Shop',
      version: '1.2.0',
      ...DEFAULT_PLAN_LIMITS.Business,
      createdAt: '2026-03-14T14:02:00.000Z',
      updatedAt: null,
    });
    expect(endpoints).toMatchObject([
      {
        requestMethod: 'GET',
        requestPath: '/items',
        authSchemes: null,
        requestBodySchemaYaml: null,
        availableParameters: { Path: [], Query: [], Header: [], Cookie: [] },
      },
      {
        requestMethod: 'PUT',
        requestPath: '/items/{id}',
        validateRequestBodySchema: true,
        authSchemes: [
          {
            schemeName: 'bearerAuth',
            schemeType: 'Http',
            location: 'Header',
            credentialName: 'Authorization',
            httpScheme: 'bearer',
          },
        ],
        requestBodySchemaYaml: expect.stringContaining('type: object'),
        availableParameters: { Path: ['id'], Query: ['dry'], Header: [], Cookie: [] },
      },
    ]);
  });

  test.each([
    { flag: undefined, enforced: true },
    { flag: null, enforced: true },
    { flag: true, enforced: true },
    { flag: false, enforced: false },
  ])('with the flag $flag enforces authorization: $enforced', async ({ flag, enforced }) => {
    const body = flag === undefined ? {} : { enforceAuthorizationValidation: flag };
    const { endpoints } = await inDialect({}, { content: SHOP, ...body });
    for (const endpoint of endpoints) expect(endpoint.validateAuthorization).toBe(enforced);
  });
});

describe('an update', () => {
  const LESS = specification(
    { '/items': { get: { responses: fine } }, '/new': { get: { responses: fine } } },
    'Shop 2',
  );

  // Assumption: authorization-of-added-endpoints
  test('keeps endpoints with the same method and path, and drops missing ones', async () => {
    await using visit = await visitPlatform();
    const before = await uploaded(visit, { content: SHOP, enforceAuthorizationValidation: false });
    await visit.clock.advance(60_000);
    const after = await uploaded(visit, { content: LESS });
    expect(after.configuration).toMatchObject({
      title: 'Shop 2',
      createdAt: '2026-03-14T14:02:00.000Z',
      updatedAt: '2026-03-14T14:03:00.000Z',
    });
    const [same, fresh] = after.endpoints;
    expect(after.endpoints).toHaveLength(2);
    expect(same).toMatchObject({
      apiGuardianEndpointId: before.endpoints[0].apiGuardianEndpointId,
      validateAuthorization: false,
      createdAt: '2026-03-14T14:02:00.000Z',
      updatedAt: '2026-03-14T14:03:00.000Z',
    });
    expect(fresh).toMatchObject({
      requestPath: '/new',
      validateAuthorization: true,
      updatedAt: null,
    });
    const ids = [...before.endpoints, fresh].map(
      ({ apiGuardianEndpointId }) => apiGuardianEndpointId,
    );
    expect(new Set(ids).size).toBe(3);
  });

  test('D8: by dialect, gives every endpoint a new id, and keeps its authorization setting', async () => {
    await using visit = await visitPlatform({ dialect: { 'endpoint-ids-on-update': 'renewed' } });
    const before = await uploaded(visit, { content: SHOP, enforceAuthorizationValidation: false });
    const after = await uploaded(visit, { content: SHOP });
    expect(after.endpoints[0].validateAuthorization).toBe(false);
    expect(after.endpoints[0].apiGuardianEndpointId).not.toBe(
      before.endpoints[0].apiGuardianEndpointId,
    );
  });
});

test('D18: later zones show settings that the first does not have, and an update keeps them', async () => {
  await using visit = await visitPlatform();
  const many = specification(
    Object.fromEntries(
      Array.from({ length: 40 }, (_, index) => [
        `/items/{id}/${index}`,
        {
          get: {
            parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
            responses: fine,
          },
        },
      ]),
    ),
  );
  const ask = async () => {
    const { status, text } = await upload(visit, { content: many }, 'Enterprise');
    expect(status, text).toBe(200);
    return JSON.parse(text).data;
  };
  const { configuration, endpoints } = await ask();
  expect(configuration).toMatchObject({ isEnabled: false, bodyLimitAction: 2 });
  const values = (field: string) =>
    new Set(endpoints.map((endpoint: Record<string, unknown>) => endpoint[field]));
  expect(values('isEnabled')).toEqual(new Set([true, false]));
  expect(values('rateLimitingEnabled')).toEqual(new Set([true, false]));
  expect(values('rateLimitingType')).toEqual(new Set(['Global', 'IP']));
  expect(values('rateLimitingTimeframe')).toEqual(new Set([1, 10, 60, 300, 900, 3600]));
  expect(values('detectParameterXss')).toEqual(new Set([true, false]));
  for (const endpoint of endpoints) {
    const { detectParameterSqli, injectionDetectionParameters } = endpoint;
    expect(injectionDetectionParameters?.Path ?? null).toEqual(detectParameterSqli ? ['id'] : null);
  }
  const again = (await ask()).endpoints;
  const kept = ({ updatedAt: _, ...settings }: Record<string, unknown>) => settings;
  expect(again.map(kept)).toEqual(endpoints.map(kept));
});

describe('a refused upload', () => {
  // Assumptions: unusable-specification, null-content
  test('gives the reason in the contract’s form', async () => {
    await using visit = await visitPlatform();
    const unknown = await visit.ask('PATCH', pathOf('guardian-upload', { shieldZoneId: 1 }), {
      body: JSON.stringify({ content: SHOP }),
    });
    const basic = await upload(visit, { content: SHOP }, 'Basic');
    const broken = await upload(visit, { content: 'openapi: [' });
    const nothing = await upload(visit, { content: null });
    expect([unknown, basic, broken, nothing].map(({ status }) => status)).toEqual([
      404, 403, 400, 400,
    ]);
    for (const { status, text } of [unknown, basic, broken, nothing]) {
      expect(JSON.parse(text)).toEqual({
        error: {
          statusCode: status,
          success: false,
          message: expect.stringMatching(/\.$/),
          errorKey: expect.any(String),
        },
        data: null,
      });
    }
  });

  // Assumption: exceeded-limit
  test('exceeds the plan, whatever the limit', async () => {
    const tight = {
      maxEndpoints: 1,
      maxFieldsPerType: 9,
      maxNestingDepth: 9,
      maxTotalSchemaNodes: 9,
      maxTotalRegexLength: 9,
    };
    await using visit = await visitPlatform({
      planLimits: { ...DEFAULT_PLAN_LIMITS, Business: tight },
    });
    const { status, text } = await upload(visit, { content: SHOP });
    expect(status).toBe(403);
    expect(JSON.parse(text).error.message).toBe(
      'The specification needs maxEndpoints 2; the plan allows 1.',
    );
  });

  test('keeps the previous upload', async () => {
    await using visit = await visitPlatform();
    const before = await uploaded(visit, { content: SHOP });
    await upload(visit, { content: 'openapi: [' });
    const after = await uploaded(visit, { content: SHOP });
    expect(after.endpoints[0].apiGuardianEndpointId).toBe(
      before.endpoints[0].apiGuardianEndpointId,
    );
  });

  test.each([
    { body: '{"content":', status: 400 },
    { body: '[]', status: 400 },
    { body: '{"content":5}', status: 400 },
    { body: '{"content":"x","enforceAuthorizationValidation":"yes"}', status: 400 },
    { body: '{"content":"x","format":"yaml"}', status: 400 },
  ])('is the body $body', async ({ body, status }) => {
    await using visit = await visitPlatform();
    const answer = await upload(visit, body);
    expect(answer.status).toBe(status);
    expect(JSON.parse(answer.text)).toMatchObject({ status, title: 'Bad Request' });
  });

  test.each([
    { type: 'application/json; charset=utf-8', status: 200 },
    { type: 'text/json', status: 200 },
    { type: 'application/vnd.oai+json', status: 200 },
    { type: 'application/yaml', status: 415 },
    { type: 'text/plain', status: 415 },
  ])('or taken, by the media type $type: $status', async ({ type, status }) => {
    await using visit = await visitPlatform();
    expect((await upload(visit, { content: SHOP }, 'Business', type)).status).toBe(status);
  });
});

describe('by dialect', () => {
  test.each(['empty', 'null', 'absent'] as const)(
    'D13: arrays the contract requires are present with null-arrays=%s',
    async (form) => {
      const content = specification({});
      const none = await inDialect({ 'null-arrays': form }, { content });
      expect(none).toMatchObject({ endpoints: form === 'null' ? null : [] });
      const { endpoints } = await inDialect({ 'null-arrays': form }, { content: SHOP });
      expect(Object.keys(endpoints[0].availableParameters)).toEqual([
        'Path',
        'Query',
        'Header',
        'Cookie',
      ]);
    },
  );
});

const derivation = (...paths: readonly string[]): Derivation => ({
  title: 'Shop',
  version: '1',
  endpoints: paths.map((requestPath) => ({
    requestMethod: 'GET',
    requestPath,
    authSchemes: null,
    requestBodySchemaYaml: null,
    responseBodySchemasYaml: null,
    availableParameters: { Path: [], Query: [], Header: [], Cookie: [] },
  })),
  needs: {
    maxEndpoints: paths.length,
    maxFieldsPerType: 0,
    maxNestingDepth: 0,
    maxTotalSchemaNodes: 0,
    maxTotalRegexLength: 0,
  },
});
const zone = { zoneId: 5, ids: 'kept' } as const;
const uploadOf = (enforceAuthorization: boolean | undefined, ...paths: readonly string[]) => ({
  derivation: derivation(...paths),
  enforceAuthorization,
  now: 1_000,
});

test('an id is never reused, even after its endpoint was removed', () => {
  const one = afterUpload(undefined, uploadOf(undefined, '/a', '/b'), zone);
  const two = afterUpload(one, uploadOf(undefined, '/a'), zone);
  const three = afterUpload(two, uploadOf(undefined, '/a', '/b'), zone);
  const idsOf = ({ endpoints }: typeof one) => endpoints.map(({ id }) => id);
  expect(idsOf(three)[0]).toBe(idsOf(one)[0]);
  expect(idsOf(one)).not.toContain(idsOf(three)[1]);
});

test.each([
  { before: false, asked: undefined, after: [false, true] },
  { before: true, asked: undefined, after: [true, true] },
  { before: false, asked: true, after: [true, true] },
  { before: true, asked: false, after: [false, false] },
])(
  'enforced $before before and asked to be $asked, an old and a new endpoint are $after',
  ({ before, asked, after }) => {
    const one = afterUpload(undefined, uploadOf(before, '/a'), zone);
    const two = afterUpload(one, uploadOf(asked, '/a', '/b'), zone);
    expect(two.endpoints.map(({ validateAuthorization }) => validateAuthorization)).toEqual(after);
  },
);

test('a configuration has its creation and update times', () => {
  const one = afterUpload(undefined, uploadOf(true, '/a'), zone);
  expect(one).toMatchObject({ createdAt: 1_000, updatedAt: null });
  const two = afterUpload(one, { ...uploadOf(true, '/a'), now: 2_000 }, zone);
  expect(two).toMatchObject({ createdAt: 1_000, updatedAt: 2_000 });
});

const typeFor = (accept: string | undefined): string =>
  asAccepted(jsonReply(200, {}), accept).headers['content-type']?.split(';')[0] ?? '';

describe('D19: an answer that is offered as several media types', () => {
  it.each([
    [undefined, 'application/json'],
    ['*/*', 'application/json'],
    ['application/json', 'application/json'],
    ['text/plain', 'text/plain'],
    ['text/json', 'text/json'],
    ['TEXT/JSON', 'text/json'],
    ['text/plain, application/json', 'application/json'],
    ['image/png', 'application/json'],
    ['', 'application/json'],
  ])('is what Accept: %s asks for: %s', (accept, type) => {
    expect(typeFor(accept)).toBe(type);
  });

  it('is that of an upload, refusals too; problem details keep their type', async () => {
    await using visit = await visitPlatform();
    const zone = first(visit.platform.world.shieldZones).id;
    const body = JSON.stringify({ content: SPECIFICATION });
    const accept = { headers: { accept: 'text/plain' } };
    const type = async (shieldZoneId: number, withKey = true) => {
      const path = pathOf('guardian-upload', { shieldZoneId });
      const { headers, text } = await visit.ask('PATCH', path, { body, withKey, ...accept });
      expect(JSON.parse(text)).toEqual(expect.any(Object));
      return headers['content-type'];
    };
    expect(await type(zone)).toBe('text/plain; charset=utf-8');
    expect(await type(7)).toBe('text/plain; charset=utf-8');
    expect(await type(zone, false)).toBe('application/problem+json; charset=utf-8');
  });

  it('is JSON for every other operation, of which nothing else is stated', async () => {
    await using visit = await visitPlatform();
    const { headers } = await visit.ask('GET', '/search?search=shop', {
      headers: { accept: 'text/plain' },
    });
    expect(headers['content-type']).toBe('application/json; charset=utf-8');
  });
});
