import { describe, expect, it } from 'vitest';
import { appDelete } from '../../src/contract/operations/app-delete.ts';
import { search } from '../../src/contract/operations/search.ts';
import { requestUrl } from '../../src/http/request-url.ts';

const baseUrl = { origin: 'https://api.example.net', host: 'api.example.net', path: '/edge' };

describe('the URL of a request', () => {
  it('is below the base URL, whose path it keeps', () => {
    const { url, path } = requestUrl(baseUrl, appDelete, appDelete.compose({ appId: 'a b' }));
    expect(url.href).toBe('https://api.example.net/edge/mc/apps/a%20b');
    expect(path).toBe('/mc/apps/a%20b');
  });

  it('holds the query parameters that are there, encoded', () => {
    const { url } = requestUrl(baseUrl, search, search.compose({ search: 'a&size=9 é#', size: 5 }));
    expect(url.href).toBe(
      'https://api.example.net/edge/search?search=a%26size%3D9+%C3%A9%23&size=5',
    );
    expect(url.searchParams.get('search')).toBe('a&size=9 é#');
  });

  it('is not made for values that are no segments', () => {
    expect(() => requestUrl(baseUrl, appDelete, { path: { appId: '..' } })).toThrow(
      'appId must not',
    );
  });
});
