import { describe, expect, it } from 'vitest';
import { driftLog } from '../../src/contract/drift.ts';
import type { Operation } from '../../src/contract/operation.ts';
import { operations } from '../../src/contract/operations/index.ts';
import { readAnswer } from '../../src/contract/read-answer.ts';
import { first, type Visit, visitPlatform } from '../platform/visitor.ts';
import { type Call, HOSTS, readOverview, readScan, upload, zoneOf } from './calls.ts';
import { APPLICATION_STATUSES, ENUMERATIONS } from './contract-tables.ts';

/*
 * Every value of every enumeration of the contract is somewhere in the embedded platform's world, and is read by the
 * name that the contract gives it.
 */

/** An answer as it came, and as it is read. */
async function both({ ask }: Visit, { id, path, body }: Call) {
  const operation: Operation<unknown, unknown> = operations[id];
  const { text } = await ask(operation.method, path, body === undefined ? {} : { body });
  const raw = { status: 200, contentType: 'application/json', text };
  const read = readAnswer(operation, raw, driftLog());
  if (read.kind !== 'answer') throw new Error(read.problem.title);
  return [JSON.parse(text), read.answer] as const;
}

/** Every value that stands at a key called `name`, at any depth. */
function valuesAt(json: unknown, name: string): readonly unknown[] {
  if (typeof json !== 'object' || json === null) return [];
  return Object.entries(json).flatMap(([key, value]) => [
    ...(key === name ? [value] : []),
    ...valuesAt(value, name),
  ]);
}

const paths = Object.fromEntries(
  Array.from({ length: 60 }, (_, at) => [`/more/${at}`, { get: { responses: {} } }]),
);

/** What is sent at a field, with the name that it is read by: `1 Block`. */
async function pairs(visit: Visit, calls: readonly Call[], field: string): Promise<Set<string>> {
  const found = new Set<string>();
  for (const call of calls) {
    const [sent, read] = await both(visit, call);
    const names = valuesAt(read, field);
    for (const [at, value] of valuesAt(sent, field).entries()) found.add(`${value} ${names[at]}`);
  }
  return found;
}

/** Timeframes are read in seconds. */
const stated = (name: keyof typeof ENUMERATIONS): Set<string> =>
  new Set(
    [...(ENUMERATIONS[name].values ?? [])].map(([value, read]) =>
      name === 'RateLimitTimeframe' ? `${value} ${value}` : `${value} ${read}`,
    ),
  );

describe('the world has every value of', () => {
  it.each([
    ['WAFExecutionMode', 'executionMode'],
    ['WAFPayloadLimitAction', 'bodyLimitAction'],
    ['UnmatchedPathAction', 'unmatchedPathAction'],
    ['ApiGuardianRateLimitType', 'rateLimitingType'],
    ['RateLimitTimeframe', 'rateLimitingTimeframe'],
    ['AuthSchemeType', 'schemeType'],
    ['AuthLocation', 'location'],
  ] as const)('%s, read as it is called', async (name, field) => {
    await using visit = await visitPlatform();
    const { world } = visit.platform;
    const specification = upload(1).stdin ?? '';
    const document = JSON.parse(specification);
    const content = JSON.stringify({ ...document, paths: { ...document.paths, ...paths } });
    const calls = [HOSTS.block, HOSTS.log, HOSTS.off].map((host) =>
      upload(zoneOf(world, host), content),
    );
    expect(await pairs(visit, calls, field)).toEqual(stated(name));
  });

  it('DNS record scan job status, read as it is called', async () => {
    await using visit = await visitPlatform();
    const { dnsZones } = visit.platform.world;
    const found = new Set<string>();
    for (const _ of [1, 2, 3, 4, 5]) {
      const calls = dnsZones
        .filter(({ scan }) => scan.kind !== 'none')
        .map(({ id }) => readScan(id));
      for (const pair of await pairs(visit, calls, 'Status')) found.add(pair);
      await visit.clock.advance(7000);
    }
    expect(found).toEqual(stated('DNS record scan job status'));
  });

  it('the application status', async () => {
    await using visit = await visitPlatform();
    const found = new Set<unknown>();
    for (const _ of [1, 2, 3, 4, 5, 6]) {
      for (const { id } of visit.platform.world.applications) {
        const [sent] = await both(visit, readOverview(id));
        found.add(sent.status);
      }
      await visit.clock.advance(20_000);
    }
    expect(found).toEqual(new Set(APPLICATION_STATUSES));
  });
});

it('the endpoints of a zone are those of the specification that was uploaded (behaviour rule 3)', async () => {
  await using visit = await visitPlatform();
  const [sent] = await both(visit, upload(first(visit.platform.world.shieldZones).id));
  const document = JSON.parse(upload(1).stdin ?? '');
  const discovered = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.keys(item as object).map((method) => `${method.toUpperCase()} ${path}`),
  );
  const listed = sent.data.endpoints.map(
    (each: { requestMethod: string; requestPath: string }) =>
      `${each.requestMethod} ${each.requestPath}`,
  );
  expect(listed.toSorted()).toEqual(discovered.toSorted());
});
