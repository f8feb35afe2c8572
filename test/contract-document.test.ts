import { describe, expect, it } from 'vitest';
import type { Operation, OperationId } from '../src/contract/operation.ts';
import { operations } from '../src/contract/operations/index.ts';
import type { Shape } from '../src/contract/shape.ts';
import { type Stated as StatedValue, successBody } from './conformance/contract-tables.ts';

/*
 * The requests of the contract document, written out again by hand as its tables are in conformance/. Whoever changes
 * an operation changes it here too, with the document in view.
 */

interface Stated {
  readonly number: number;
  readonly method: string;
  readonly path: string;
  /** Authentication, 1 and 2. */
  readonly accessKey: 'stated' | 'not shown';
  readonly query: readonly string[];
  readonly body: readonly string[];
}

const DOCUMENT: Readonly<Record<OperationId, Stated>> = {
  'guardian-upload': {
    number: 1,
    method: 'PATCH',
    path: '/shield/shield-zone/{shieldZoneId}/api-guardian/spec',
    accessKey: 'not shown',
    query: [],
    body: ['content', 'enforceAuthorizationValidation'],
  },
  'script-add-variable': {
    number: 2,
    method: 'POST',
    path: '/compute/script/{id}/variables/add',
    accessKey: 'stated',
    query: [],
    body: ['Name', 'Required', 'DefaultValue'],
  },
  'rate-limit-metrics': {
    number: 3,
    method: 'GET',
    path: '/shield/metrics/rate-limit/{id}',
    accessKey: 'not shown',
    query: [],
    body: [],
  },
  'app-overview': {
    number: 4,
    method: 'GET',
    path: '/mc/apps/{appId}/overview',
    accessKey: 'stated',
    query: [],
    body: [],
  },
  'dns-scan': {
    number: 5,
    method: 'GET',
    path: '/dnszone/{zoneId}/records/scan',
    accessKey: 'stated',
    query: [],
    body: [],
  },
  'app-delete': {
    number: 6,
    method: 'DELETE',
    path: '/mc/apps/{appId}',
    accessKey: 'stated',
    query: [],
    body: [],
  },
  search: {
    number: 7,
    method: 'GET',
    path: '/search',
    accessKey: 'stated',
    // Not shown in the document: see `search-parameters` in help/assumptions.md.
    query: ['search', 'from', 'size'],
    body: [],
  },
  'event-logs': {
    number: 8,
    method: 'GET',
    path: '/shield/event-logs/{shieldZoneId}/{date}/{continuationToken}',
    accessKey: 'not shown',
    query: [],
    body: [],
  },
};

/** One input for each, with everything optional filled in. */
const REQUESTS = {
  'guardian-upload': operations['guardian-upload'].compose({
    shieldZoneId: '1',
    content: '',
    enforceAuthorizationValidation: true,
  }),
  'script-add-variable': operations['script-add-variable'].compose({
    id: '1',
    Name: 'a',
    Required: true,
    DefaultValue: 'b',
  }),
  'rate-limit-metrics': operations['rate-limit-metrics'].compose({ id: '1' }),
  'app-overview': operations['app-overview'].compose({ appId: 'a' }),
  'dns-scan': operations['dns-scan'].compose({ zoneId: '1' }),
  'app-delete': operations['app-delete'].compose({ appId: 'a' }),
  search: operations.search.compose({ search: 'a', from: 0, size: 1 }),
  'event-logs': operations['event-logs'].compose({
    shieldZoneId: '1',
    date: '03-14-2026',
    continuationToken: 't',
  }),
} as const;

/**
 * Every field of a body as its table states it, `path type`: `[]` is each item of an array, `*` each value of a map.
 */
function statedFields(stated: StatedValue | undefined, at: string): readonly string[] {
  if (stated === undefined) return [];
  return [
    ...(at === '' ? [] : [`${at} ${stated.kind}`]),
    ...Object.entries(stated.fields ?? {}).flatMap(([name, field]) =>
      statedFields(field, at === '' ? name : `${at}.${name}`),
    ),
    ...statedFields(stated.items, stated.kind === 'map' ? `${at}.*` : `${at}[]`),
  ];
}

/** The document leaves it out where the service sends it (wire-facts 8.2). */
const NOT_STATED = ['errorResponse.statusCode integer'];

/** Every field of a shape that the contract states, depth first. */
function fields(shape: Shape<unknown> | undefined, at: string): readonly string[] {
  if (shape === undefined || shape.source !== 'contract') return [];
  const items = shape.kind === 'map' ? `${at}.*` : `${at}[]`;
  return [
    ...(at === '' ? [] : [`${at} ${shape.kind}`]),
    ...Object.entries(shape.fields ?? {}).flatMap(([name, field]) =>
      fields(field, at === '' ? name : `${at}.${name}`),
    ),
    ...fields(shape.items, items),
  ];
}

describe.each(Object.values(operations))(
  'the operation $id',
  (operation: Operation<unknown, unknown>) => {
    const stated = DOCUMENT[operation.id];
    const request: ReturnType<typeof operation.compose> = REQUESTS[operation.id];

    it('has the number, method and path of the document', () => {
      expect([operation.number, operation.method, operation.path]).toEqual([
        stated.number,
        stated.method,
        stated.path,
      ]);
    });

    it('says of the AccessKey header what the document says', () => {
      expect(operation.credential).toBe(stated.accessKey);
    });

    it('is called a change when its method is none that reads', () => {
      expect(operation.effect).toBe(stated.method === 'GET' ? 'reads' : 'changes');
    });

    it('fills every parameter of its path', () => {
      const names = [...stated.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      expect(Object.keys(request.path)).toEqual(names);
    });

    it('sends the stated fields and parameters and no others', () => {
      expect(Object.keys(request.body ?? {})).toEqual(stated.body);
      expect(Object.keys(request.query ?? {})).toEqual(stated.query);
    });

    it('reads every field of the stated answer and no other as stated', () => {
      const read = fields(operation.answer.shape, '').filter((each) => !NOT_STATED.includes(each));
      expect(read.toSorted()).toEqual(statedFields(successBody(operation.id), '').toSorted());
    });
  },
);
