import { describe, expect, test } from 'vitest';
import { driftLog } from '../../src/contract/drift.ts';
import type { Operation, OperationId } from '../../src/contract/operation.ts';
import { operations } from '../../src/contract/operations/index.ts';
import { readAnswer } from '../../src/contract/read-answer.ts';
import { dialectChoices, dialectFrom } from '../../src/platform/wire/dialect.ts';
import { type Asking, first, pathOf, type Visit, visitPlatform } from './visitor.ts';

const DATE = '03-14-2026';
const SPECIFICATION = JSON.stringify({
  openapi: '3.0.3',
  info: { title: 'Shop', version: '1.0' },
  paths: { '/items': { get: { responses: { 200: { description: 'fine' } } } } },
});

const settings = dialectChoices.flatMap(({ id, values }) =>
  values.map((value) => `${id}=${value}`),
);

/** A request of each operation that a sound platform answers with success. */
function requests({ platform }: Visit): readonly (readonly [OperationId, string, Asking])[] {
  const { applications, shieldZones, rateLimits, dnsZones, scripts } = platform.world;
  const zone = first(shieldZones).id;
  const slash = platform.dialect['first-page'] === 'slash' ? '/' : '';
  const appId = first(applications).id;
  return [
    ['app-overview', pathOf('app-overview', { appId }), {}],
    ...dnsZones
      .slice(0, 5)
      .map(({ id }) => ['dns-scan', pathOf('dns-scan', { zoneId: id }), {}] as const),
    ...rateLimits.map(
      ({ id }) => ['rate-limit-metrics', pathOf('rate-limit-metrics', { id }), {}] as const,
    ),
    ['search', '/search?search=shop&size=5', {}],
    ['search', '/search?search=nothing-at-all', {}],
    ['search', '/search?search=beyond', {}],
    ['event-logs', `${pathOf('event-logs', { shieldZoneId: zone, date: DATE })}${slash}`, {}],
    [
      'event-logs',
      `${pathOf('event-logs', { shieldZoneId: first(shieldZones.slice(-1)).id, date: DATE })}${slash}`,
      {},
    ],
    [
      'script-add-variable',
      pathOf('script-add-variable', { id: first(scripts).id }),
      { body: JSON.stringify({ Name: 'Fresh', Required: false, DefaultValue: 'x' }) },
    ],
    [
      'guardian-upload',
      pathOf('guardian-upload', { shieldZoneId: zone }),
      { body: JSON.stringify({ content: SPECIFICATION }) },
    ],
    ['app-delete', pathOf('app-delete', { appId }), {}],
  ];
}

describe.each(settings)('in the dialect %s', (setting) => {
  test('every operation succeeds in the shape of the contract', async () => {
    await using visit = await visitPlatform({ dialect: dialectFrom([setting]) });
    for (const [id, path, asking] of requests(visit)) {
      if (setting === 'update-before-upload=not-found' && id === 'guardian-upload') continue;
      const operation: Operation<never, unknown> = operations[id];
      const { status, headers, text } = await visit.ask(operation.method, path, asking);
      const drift = driftLog();
      const reading = readAnswer(
        operation,
        { status, contentType: headers['content-type'], text },
        drift,
      );
      expect(reading, `${id} ${text.slice(0, 300)}`).toMatchObject({ kind: 'answer' });
      expect(unforeseen(drift.entries(), setting), id).toEqual([]);
    }
  });
});

/** What does not fit the contract although the dialect is not one that means it not to. */
function unforeseen(
  entries: ReturnType<ReturnType<typeof driftLog>['entries']>,
  setting: string,
): readonly unknown[] {
  const [, value] = setting.split('=');
  return entries.filter(
    ({ kind, path }) =>
      !(kind === 'missing-field' && value === 'absent') &&
      !(kind === 'unknown-field' && setting === 'unknown-fields=some') &&
      // Too large for a double: decoded as the nearest there is, and noted.
      !(path.endsWith('.timestamp') && setting === 'timestamp-unit=nanoseconds'),
  );
}
