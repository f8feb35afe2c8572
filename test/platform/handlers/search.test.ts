import { describe, expect, test } from 'vitest';
import { parseJson } from '../../../src/contract/read-answer.ts';
import type { Dialect } from '../../../src/platform/wire/dialect.ts';
import { visitPlatform } from '../visitor.ts';

async function search(query: string, dialect: Partial<Dialect> = {}) {
  await using visit = await visitPlatform({ dialect });
  return await visit.ask('GET', `/search${query}`);
}
const found = async (query: string, dialect?: Partial<Dialect>) =>
  JSON.parse((await search(query, dialect)).text);

describe('operation 7', () => {
  test('echoes the query and returns the first twenty results', async () => {
    const answer = await found('?search=shop');
    expect(answer).toMatchObject({ Query: 'shop', From: 0, Size: 20 });
    expect(answer.SearchResults).toHaveLength(20);
    expect(answer.Total).toBeGreaterThan(20);
    expect(answer.SearchResults[0]).toMatchObject({ Type: 'dns', Name: 'shop.example' });
  });

  test('pages through everything, each once', async () => {
    const { Total } = await found('?search=shop');
    const ids = new Set<number>();
    for (let from = 0; from < Total; from += 30) {
      const page = await found(`?search=shop&from=${from}&size=30`);
      for (const { Id } of page.SearchResults) ids.add(Id);
    }
    expect(ids.size).toBe(Total);
  });

  test('is empty beyond the end, and finds everything for no term', async () => {
    expect((await found('?search=shop&from=100000')).SearchResults).toEqual([]);
    expect(await found('')).toMatchObject({ Query: null, Total: 3000 });
  });

  test('writes an id beyond 2^53 with all digits', async () => {
    const { text } = await search('?search=beyond');
    expect(parseJson(text)).toMatchObject({ SearchResults: [{ Id: '9007199254740993' }] });
  });

  test('keeps names as their owners wrote them', async () => {
    const { SearchResults } = await found(`?search=${encodeURIComponent('日本')}`);
    expect(SearchResults).toMatchObject([{ Name: '日本のビデオ' }]);
    expect(
      (await found(`?search=${encodeURIComponent('\u001b')}`)).SearchResults[0].Name,
    ).toContain('\u001b');
  });

  test.each(['from=-1', 'from=a', 'size=1.5', 'size=99999999999', 'size=0x10'])(
    'finds fault with %s',
    async (parameter) => {
      const { status, text } = await search(`?search=a&${parameter}`);
      expect(status).toBe(400);
      expect(JSON.parse(text)).toMatchObject({ Field: parameter.split('=')[0] });
    },
  );

  test('returns at most a thousand', async () => {
    expect((await found('?size=5000')).SearchResults).toHaveLength(1000);
  });
});

test('by dialect, Size is the requested or the returned number', async () => {
  expect((await found('?search=beyond')).Size).toBe(20);
  expect((await found('?search=beyond', { 'search-page': 'size-as-returned' })).Size).toBe(1);
});
