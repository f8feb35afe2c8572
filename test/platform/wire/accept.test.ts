import { describe, expect, it } from 'vitest';
import { asAccepted } from '../../../src/platform/handlers/guardian-upload.ts';
import { jsonReply } from '../../../src/platform/wire/reply.ts';
import { SPECIFICATION } from '../../conformance/calls.ts';
import { first, pathOf, visitPlatform } from '../visitor.ts';

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
    ['text/*', 'text/json'],
    ['text/plain, application/json', 'application/json'],
    ['text/plain, application/json;q=0.5', 'text/plain'],
    ['application/json;q=0, */*;q=0.1', 'text/json'],
    ['image/png', 'application/json'],
    ['text/plain;q=x', 'application/json'],
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
