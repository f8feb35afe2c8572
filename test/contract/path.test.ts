import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ApiError } from '../../src/contract/api-error.ts';
import { appDelete } from '../../src/contract/operations/app-delete.ts';
import { eventLogs } from '../../src/contract/operations/event-logs.ts';
import { operations } from '../../src/contract/operations/index.ts';
import { search } from '../../src/contract/operations/search.ts';
import { matchPath, renderPath } from '../../src/contract/path.ts';

function refusal(render: () => string): ApiError {
  try {
    return expect.fail(`rendered ${render()}`);
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
}

const page = (continuationToken?: string) =>
  renderPath(eventLogs, { shieldZoneId: '7', date: '03-14-2026', continuationToken });

describe('the path of a request', () => {
  it('contains each value as one encoded segment', () => {
    expect(renderPath(appDelete, { appId: 'k3Jd82hQpLm0xYz' })).toBe('/mc/apps/k3Jd82hQpLm0xYz');
    expect(renderPath(appDelete, { appId: 'shop é+1' })).toBe('/mc/apps/shop%20%C3%A9%2B1');
    expect(renderPath(search, {})).toBe('/search');
  });

  it.each([
    ['', 'appId must not be empty'],
    [undefined, 'appId must not be empty'],
    ['.', 'appId must not be "." or ".."'],
    ['..', 'appId must not be "." or ".."'],
    ['%2e', 'appId must not be "." or ".."'],
    ['%2E%2e', 'appId must not be "." or ".."'],
    ['.%2e', 'appId must not be "." or ".."'],
    ['%252e%252e', 'appId must not be "." or ".."'],
    ['a/b', 'appId cannot contain / \\ ? or #'],
    ['a\\b', 'appId cannot contain / \\ ? or #'],
    ['a?y', 'appId cannot contain / \\ ? or #'],
    ['a#y', 'appId cannot contain / \\ ? or #'],
    ['a%2Fb', 'appId cannot contain / \\ ? or #'],
    ['a%252Fb', 'appId cannot contain / \\ ? or #'],
    ['a\nb', 'appId cannot contain control characters'],
    ['a\u0000', 'appId cannot contain control characters'],
    ['a%0Ab', 'appId cannot contain control characters'],
    ['a\u009bb', 'appId cannot contain control characters'],
    ['a\u2028b', 'appId cannot contain control characters'],
    ['a\ud800', 'appId cannot contain control characters'],
  ])('refuses %j', (appId, title) => {
    const error = refusal(() => renderPath(appDelete, { appId }));
    expect([error.kind, error.title]).toEqual(['bad-request', title]);
  });

  it('omits the token and its slash for the first page', () => {
    expect(page()).toBe('/shield/event-logs/7/03-14-2026');
  });

  it('has an empty segment for an empty token, the other form of the first page', () => {
    expect(page('')).toBe('/shield/event-logs/7/03-14-2026/');
  });

  it('accepts tokens with separators, encoded', () => {
    expect(page('a/b=+%?#\\c')).toBe('/shield/event-logs/7/03-14-2026/a%2Fb%3D%2B%25%3F%23%5Cc');
  });

  it.each([['.'], ['..'], ['%2e%2e'], ['a\r\nb'], ['x'.repeat(4097)]])(
    'refuses the token %.20j',
    (token) => {
      expect(refusal(() => page(token)).kind).toBe('bad-request');
    },
  );

  it('A11: a long id, or one encoded repeatedly, is refused at once', () => {
    const hostile = [`%${'25'.repeat(300_000)}`, `%${'25'.repeat(100)}2e`, 'x'.repeat(257)];
    const start = performance.now();
    for (const appId of hostile) {
      const error = refusal(() => renderPath(appDelete, { appId }));
      expect(error.kind).toBe('bad-request');
      expect(error.detail?.length).toBeLessThanOrEqual(256);
    }
    expect(refusal(() => page(hostile[0] ?? '')).kind).toBe('bad-request');
    expect(performance.now() - start).toBeLessThan(100);
  });

  // Assumption: id-format
  it('accepts an id of 256 characters, and one encoded a few times', () => {
    const appId = 'x'.repeat(256);
    expect(renderPath(appDelete, { appId })).toContain(appId);
    expect(renderPath(appDelete, { appId: 'a%25252520b' })).toContain('a%2525252520b');
  });

  it('accepts a token of 4 KB', () => {
    expect(page('x'.repeat(4096))).toContain('x'.repeat(4096));
  });

  it('stays at its place, whatever the values', () => {
    const hostile = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.string({ unit: fc.constantFrom('.', '%', '2', 'e', 'E', '5', '/', '\\', 'F', 'a', '?') }),
    );
    fc.assert(
      fc.property(hostile, fc.option(hostile, { nil: undefined }), (shieldZoneId, token) => {
        let path: string;
        try {
          path = renderPath(eventLogs, { shieldZoneId, date: 'd', continuationToken: token });
        } catch (error) {
          expect(error).toBeInstanceOf(ApiError);
          return;
        }
        const url = new URL(`https://api.example.net/base${path}`);
        expect(url.pathname).toBe(`/base${path}`);
        expect(url.search + url.hash).toBe('');
        expect(path.split('/')).toHaveLength(token === undefined ? 5 : 6);
      }),
    );
  });
});

describe('matching a path', () => {
  it('reverses renderPath', () => {
    const value = fc.string({ unit: 'grapheme', minLength: 1 });
    fc.assert(
      fc.property(value, fc.option(value, { nil: undefined }), (shieldZoneId, token) => {
        const values = {
          shieldZoneId,
          date: '03-14-2026',
          ...(token === undefined ? {} : { continuationToken: token }),
        };
        let path: string;
        try {
          path = renderPath(eventLogs, values);
        } catch {
          return;
        }
        expect(matchPath(eventLogs, path)).toEqual(values);
      }),
    );
  });

  it('reads an empty token as none', () => {
    expect(matchPath(eventLogs, '/shield/event-logs/7/03-14-2026/')).toEqual({
      shieldZoneId: '7',
      date: '03-14-2026',
    });
  });

  it.each([
    ['/mc/apps'],
    ['/mc/apps/'],
    ['/mc/apps/a/'],
    ['/mc/apps/a/overview'],
    ['/mc/Apps/a'],
    ['/x/mc/apps/a'],
    ['/mc/apps/%E0%A4%A'],
    ['mc/apps/a'],
  ])('does not find %s among the deletions', (pathname) => {
    expect(matchPath(appDelete, pathname)).toBeUndefined();
  });

  it('finds each operation by its own path only', () => {
    const all = Object.values(operations);
    for (const operation of all) {
      const pathname = operation.path.replaceAll(/\{\w+\}/g, '1');
      const found = all.filter(
        (other) => other.method === operation.method && matchPath(other, pathname),
      );
      expect(found.map(({ id }) => id)).toEqual([operation.id]);
    }
  });
});
