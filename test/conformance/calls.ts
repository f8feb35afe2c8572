import type { OperationId } from '../../src/contract/operation.ts';
import type { World } from '../../src/platform/world/world.ts';
import { first, pathOf, the } from '../platform/visitor.ts';

/** One request, as it goes over the wire and as a command makes it. */
export interface Call {
  readonly id: OperationId;
  readonly path: string;
  readonly body?: string;
  readonly argv: readonly string[];
  readonly stdin?: string;
}

const responses = { 200: { description: 'fine' } };
const parameter = (name: string, where: string) => ({
  name,
  in: where,
  required: where === 'path',
  schema: { type: 'string', maxLength: 20 },
});
const json = (schema: object) => ({ content: { 'application/json': { schema } } });

/** A specification with every type of authentication, location of parameters and kind of schema. */
export const SPECIFICATION = JSON.stringify({
  openapi: '3.0.3',
  info: { title: 'Shop', version: '1.0' },
  components: {
    securitySchemes: {
      inHeader: { type: 'apiKey', in: 'header', name: 'X-Key' },
      inQuery: { type: 'apiKey', in: 'query', name: 'key' },
      inCookie: { type: 'apiKey', in: 'cookie', name: 'session' },
      bearer: { type: 'http', scheme: 'bearer' },
      oauth: { type: 'oauth2', flows: { implicit: { authorizationUrl: 'https://a', scopes: {} } } },
      oidc: { type: 'openIdConnect', openIdConnectUrl: 'https://a' },
    },
  },
  paths: Object.fromEntries([
    ...['inHeader', 'inQuery', 'inCookie', 'bearer', 'oauth', 'oidc'].map((scheme, at) => [
      `/by-${at}/{id}`,
      {
        get: {
          security: [{ [scheme]: [] }],
          parameters: [
            parameter('id', 'path'),
            parameter('q', 'query'),
            parameter('X-Trace', 'header'),
            parameter('theme', 'cookie'),
          ],
          responses: { 200: { description: 'fine', ...json({ type: 'string' }) } },
        },
        post: { requestBody: json({ type: 'object' }), responses },
      },
    ]),
    ['/open', { get: { responses } }],
  ]),
});

/** A specification of an API without endpoints. */
export const EMPTY_SPECIFICATION = JSON.stringify({
  openapi: '3.0.3',
  info: { title: 'Nothing yet', version: '0.1' },
  paths: {},
});

/** The hosts of shield zones whose plan has API Guardian, and of one whose plan does not. */
export const HOSTS = {
  block: 'shop.example',
  log: 'media.shop.example',
  off: 'intranet.example',
  noPlan: 'blog.example',
} as const;

export const zoneOf = ({ shieldZones }: World, host: string): number =>
  the(shieldZones, (zone) => zone.host === host).id;

export const upload = (zone: number, content: string = SPECIFICATION): Call => ({
  id: 'guardian-upload',
  path: pathOf('guardian-upload', { shieldZoneId: zone }),
  body: JSON.stringify({ content }),
  argv: ['guardian', 'upload', String(zone), '-'],
  stdin: content,
});

export const addVariable = ({ scripts }: World, name = 'FRESH'): Call => {
  const { id } = first(scripts);
  return {
    id: 'script-add-variable',
    path: pathOf('script-add-variable', { id }),
    body: JSON.stringify({ Name: name, Required: false, DefaultValue: 'x' }),
    argv: ['script', 'add-variable', String(id), name, '--default', 'x'],
  };
};

export const readMetrics = (id: number): Call => ({
  id: 'rate-limit-metrics',
  path: pathOf('rate-limit-metrics', { id }),
  argv: ['rate-limit', String(id)],
});

export const readOverview = (appId: string): Call => ({
  id: 'app-overview',
  path: pathOf('app-overview', { appId }),
  argv: ['app', 'overview', appId],
});

export const readScan = (zoneId: number): Call => ({
  id: 'dns-scan',
  path: pathOf('dns-scan', { zoneId }),
  argv: ['dns', 'scan', String(zoneId)],
});

export const deleteApp = (appId: string): Call => ({
  id: 'app-delete',
  path: pathOf('app-delete', { appId }),
  argv: ['app', 'delete', appId, '--confirm', appId],
});

export const searchFor = (term: string): Call => ({
  id: 'search',
  path: `/search?search=${term}&size=5`,
  argv: ['search', term, '--size', '5'],
});

/** A day of a zone; `slash` where the first page is asked for with one. */
export const readLogs = (shieldZoneId: number, slash: '' | '/' = ''): Call => ({
  id: 'event-logs',
  path: `${pathOf('event-logs', { shieldZoneId, date: '03-14-2026' })}${slash}`,
  argv: ['events', String(shieldZoneId), '--date', '2026-03-14'],
});
