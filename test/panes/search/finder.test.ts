import { describe, expect, it } from 'vitest';
import { ApiError } from '../../../src/contract/api-error.ts';
import type { Call } from '../../../src/contract/operation.ts';
import type { SearchHit } from '../../../src/contract/operations/search.ts';
import { createSupervisor } from '../../../src/feeds/supervisor.ts';
import { hitItem, openFinder, workspaceItems } from '../../../src/panes/search/finder.ts';
import { createSlices } from '../../../src/state/slice.ts';
import { EMPTY_WORKSPACE, type Workspace } from '../../../src/state/workspace.ts';
import { fakeClock } from '../../support/fake-clock.ts';

interface Asked {
  readonly search: string;
  readonly from: number;
  /** With hits; of a name alone, those of a CDN. */
  answer(hits: readonly (string | SearchHit)[], total?: number): void;
  fail(error: unknown): void;
}

/** A finder over two applications, whose questions are answered when the test says so. */
function finding(
  workspace: Workspace = {
    ...EMPTY_WORKSPACE,
    apps: [
      { id: 'a', name: 'shop' },
      { id: 'b', name: 'basket' },
    ],
  },
) {
  const clock = fakeClock();
  const asked: Asked[] = [];
  const failures: unknown[] = [];
  const call: Call = (_operation, input) =>
    new Promise((resolve, reject) => {
      const { search, from } = input as unknown as { search: string; from: number };
      asked.push({
        search,
        from,
        answer: (hits, total = hits.length) =>
          resolve({
            Query: search,
            Total: total,
            From: from,
            Size: hits.length,
            SearchResults: hits.map((hit, at) =>
              typeof hit === 'string' ? { Id: `${from + at}`, Name: hit, Type: 'cdn' } : hit,
            ),
          } as unknown as Parameters<typeof resolve>[0]),
        fail: reject,
      });
    });
  const finder = openFinder(
    {
      slices: createSlices(),
      call,
      clock,
      feeds: createSupervisor((error) => failures.push(error)),
      moment: () => ({ wall: clock.now(), elapsed: clock.elapsed() }),
    },
    'search',
    () => workspaceItems(workspace),
  );
  const names = () => finder.findings().map(({ item }) => item.name);
  return { finder, clock, asked, names, failures };
}

it('letters scattered over an id and other words do not match', () => {
  const app = { id: 'KZZnGaCGgO2Etek', name: 'ab-assign' };
  const { finder, names } = finding({ ...EMPTY_WORKSPACE, apps: [app] });
  finder.type('basket');
  expect(names()).toEqual([]);
  finder.type('assign GgO2');
  expect(names()).toEqual(['ab-assign']);
});

describe('the finder', () => {
  // Assumption: search-matching
  it('matches local items at once, and asks the service after the debounce', async () => {
    const { finder, clock, asked, names } = finding();
    finder.type('s');
    finder.type('sho');
    expect(names()).toEqual(['shop']);
    await clock.advance(149);
    expect(asked).toHaveLength(0);
    await clock.advance(1);
    expect(asked.map(({ search }) => search)).toEqual(['sho']);
    asked[0]?.answer(['shop-cache']);
    await clock.advance(1);
    expect(names()).toEqual(['shop', 'shop-cache']);
  });

  it('E17: takes only the requested page size and counts the rest', async () => {
    const { finder, clock, asked, names } = finding();
    finder.type('cache');
    await clock.advance(150);
    asked[0]?.answer(
      Array.from({ length: 60_000 }, (_, at) => `cache-${at}`),
      60_000,
    );
    await clock.advance(1);
    expect(names()).toHaveLength(50);
    const { remote } = finder.slice.getState();
    expect(remote).toMatchObject({ kind: 'answered', total: 60_000, leftOut: 59_950 });
  });

  it('drops the answer to an earlier query', async () => {
    const { finder, clock, asked, names } = finding();
    finder.type('shop');
    await clock.advance(150);
    finder.type('blog');
    await clock.advance(150);
    asked[1]?.answer(['blog-cache']);
    await clock.advance(1);
    asked[0]?.answer(['shop-cache']);
    await clock.advance(1);
    expect(names()).toEqual(['blog-cache']);
  });

  // Assumption: search-page
  it('adds further pages to the first, and asks for none beyond the total', async () => {
    const { finder, clock, asked, names } = finding();
    finder.type('cache');
    await clock.advance(150);
    asked[0]?.answer(['cache-1', 'cache-2'], 3);
    await clock.advance(1);
    finder.more();
    finder.more();
    await clock.advance(1);
    expect(asked.map(({ from }) => from)).toEqual([0, 2]);
    asked[1]?.answer(['cache-3'], 3);
    await clock.advance(1);
    expect(names()).toEqual(['cache-1', 'cache-2', 'cache-3']);
    finder.more();
    await clock.advance(1);
    expect(asked).toHaveLength(2);
  });

  it('lists hits that can be opened first in each page, without moving rows later', async () => {
    const { finder, clock, asked, names } = finding();
    const zone = (Id: string, Name: string): SearchHit => ({ Id, Name, Type: 'DNS' });
    finder.type('cache');
    await clock.advance(150);
    asked[0]?.answer(['cache-1', zone('9', 'cache.example'), 'cache-2'], 5);
    await clock.advance(1);
    expect(names()).toEqual(['cache.example', 'cache-1', 'cache-2']);
    finder.more();
    await clock.advance(1);
    asked[1]?.answer(['cache-3', zone('8', 'cache.test')], 5);
    await clock.advance(1);
    expect(names()).toEqual(['cache.example', 'cache-1', 'cache-2', 'cache.test', 'cache-3']);
  });

  it('reports a failure, searches locally, and asks again on demand', async () => {
    const { finder, clock, asked, names, failures } = finding();
    finder.type('shop');
    await clock.advance(150);
    asked[0]?.fail(new ApiError({ kind: 'timeout', title: 'No answer' }));
    await clock.advance(1);
    expect(finder.slice.getState().remote.kind).toBe('failed');
    expect(names()).toEqual(['shop']);
    finder.again();
    await clock.advance(1);
    expect(asked).toHaveLength(2);
    expect(failures).toEqual([]);
  });

  it('reports other errors', async () => {
    const { finder, clock, asked, failures } = finding();
    finder.type('shop');
    await clock.advance(150);
    asked[0]?.fail(new TypeError('a bug'));
    await clock.advance(1);
    expect(failures).toEqual([new TypeError('a bug')]);
  });

  it('does not ask for an empty query, and resets when stopped', async () => {
    const { finder, clock, asked, names } = finding();
    finder.type('   ');
    await clock.advance(1000);
    expect(asked).toEqual([]);
    expect(names()).toEqual(['shop', 'basket']);
    finder.type('shop');
    finder.stop();
    await clock.advance(1000);
    expect(asked).toEqual([]);
    expect(finder.slice.getState().query).toBe('');
  });
});

describe('D2: every hit of the service is a row', () => {
  const zones = {
    ...EMPTY_WORKSPACE,
    dnsZones: [{ id: '7', name: 'production' }],
    shieldZones: [{ id: '120736', name: 'shop.example' }],
  };

  it('a blank name of the service is no other name', async () => {
    const { finder, clock, asked } = finding(zones);
    finder.type('production');
    await clock.advance(150);
    asked[0]?.answer([{ Type: 'dns', Id: '7', Name: ' ' }]);
    await clock.advance(1);
    expect(finder.findings().map(({ item }) => item.otherName)).toEqual([undefined]);
  });

  it('D2: what is watched under another name is shown once, with both', async () => {
    const { finder, clock, asked } = finding(zones);
    finder.type('flowers');
    await clock.advance(150);
    asked[0]?.answer([{ Type: 'dns', Id: '7', Name: 'flowers.example' }]);
    await clock.advance(1);
    expect(finder.findings().map(({ item }) => item)).toMatchObject([
      { name: 'production', otherName: 'flowers.example', source: 'here' },
    ]);
    finder.type('produc');
    await clock.advance(150);
    asked[1]?.answer([{ Type: 'DNS', Id: '7', Name: 'flowers.example' }]);
    await clock.advance(1);
    expect(finder.findings()).toHaveLength(1);
  });

  it('D2: a zone of another kind with the same id is another thing', async () => {
    const { finder, clock, asked, names } = finding(zones);
    finder.type('120736');
    expect(names()).toEqual(['shop.example']);
    await clock.advance(150);
    asked[0]?.answer([
      { Type: 'dns', Id: '120736', Name: 'other.example' },
      { Type: 'cdn', Id: '120736', Name: 'cache' },
    ]);
    await clock.advance(1);
    expect(names()).toEqual(['shop.example', 'other.example', 'cache']);
  });

  it('D2: hits of one id and two names are two rows, and one that comes twice is one', async () => {
    const { finder, clock, asked, names } = finding(zones);
    finder.type('cache');
    await clock.advance(150);
    const twice = { Type: 'cdn', Id: '5', Name: 'cache-a' };
    asked[0]?.answer([twice, { ...twice, Name: 'cache-b' }, twice]);
    await clock.advance(1);
    expect(names()).toEqual(['cache-a', 'cache-b']);
    expect(new Set(finder.findings().map(({ item }) => item.id)).size).toBe(2);
  });

  it('D10: stops asking when a page is empty', async () => {
    const { finder, clock, asked, names } = finding();
    finder.type('cache');
    await clock.advance(150);
    asked[0]?.answer(['cache-1'], 5);
    await clock.advance(1);
    finder.more();
    await clock.advance(1);
    asked[1]?.answer([], 5);
    await clock.advance(1);
    finder.more();
    await clock.advance(1);
    expect(asked).toHaveLength(2);
    expect(names()).toEqual(['cache-1']);
    expect(finder.slice.getState().remote).toMatchObject({ more: 'ended', total: 5 });
  });

  it('keeps its pages when the next one fails, and retries it', async () => {
    const { finder, clock, asked, names } = finding();
    finder.type('cache');
    await clock.advance(150);
    asked[0]?.answer(['cache-1'], 2);
    await clock.advance(1);
    finder.more();
    await clock.advance(1);
    asked[1]?.fail(new ApiError({ kind: 'timeout', title: 'No answer' }));
    await clock.advance(1);
    expect(names()).toEqual(['cache-1']);
    finder.more();
    await clock.advance(1);
    expect(asked.map(({ from }) => from)).toEqual([0, 1, 1]);
  });
});

it.each([
  ['120736', 'shop.example'],
  ['1207', 'shop.example'],
  ['eiY0', 'checkout'],
])('use 14: %s finds what has that id', (typed, name) => {
  const { finder, names } = finding({
    ...EMPTY_WORKSPACE,
    apps: [{ id: 'eiY0oti3cKXseYl', name: 'checkout' }],
    shieldZones: [{ id: '120736', name: 'shop.example' }],
  });
  finder.type(typed);
  expect(names()).toEqual([name]);
});

it('use 12: an added hit stays the same row', () => {
  const [here] = workspaceItems({ ...EMPTY_WORKSPACE, dnsZones: [{ id: '7', name: 'a' }] });
  expect(here?.id).toBe(hitItem({ Type: 'DNS', Id: '7', Name: 'b' }, 3).id);
});

describe('what the workspace holds', () => {
  it('can be found under its name, and leads to the pane that shows it', () => {
    const items = workspaceItems({
      ...EMPTY_WORKSPACE,
      apps: [{ id: 'a', name: 'shop\u001b[2J' }],
      rateLimits: [{ id: '7', name: 'login' }],
    });
    expect(items.map(({ name, kind, note, source }) => [name, kind, note, source])).toEqual([
      ['shop␛[2J', 'app', 'a', 'here'],
      ['login', 'limit', '7', 'here'],
    ]);
    expect(items.map(({ target }) => target.kind === 'item' && target.pane)).toEqual([
      'apps',
      'limits',
    ]);
  });

  it('is told apart even when two kinds share an id', () => {
    const same = [{ id: '7', name: 'seven' }];
    const items = workspaceItems({ ...EMPTY_WORKSPACE, dnsZones: same, rateLimits: same });
    expect(new Set(items.map(({ id }) => id)).size).toBe(2);
  });
});

describe('what the service finds', () => {
  it.each(['dns', 'DNS', 'Dns'])('D10: is of its type, spelled %s', (Type) => {
    const { kind, target } = hitItem({ Id: '803', Name: 'shop.example', Type }, 0);
    expect(kind).toBe(Type);
    expect(target).toMatchObject({ kind: 'item', watched: 'dnsZones' });
  });

  // Assumption: search-types
  it('leads to a pane where there is one for its type', () => {
    expect(hitItem({ Id: '803', Name: 'shop.example', Type: 'dns' }, 0)).toMatchObject({
      kind: 'dns',
      note: '803',
      source: 'service',
      target: { kind: 'item', pane: 'dns', watched: 'dnsZones', subject: { id: '803' } },
    });
  });

  it.each(['', '  ', null])('goes by its id where its name is %j', (Name) => {
    expect(hitItem({ Id: '803', Name, Type: 'dns' }, 0).target).toMatchObject({
      subject: { id: '803', name: '803' },
    });
  });

  it.each([
    ['cdn', '77', 'A cdn can’t be opened here: its id is 77.'],
    ['constructor', '77', 'A constructor can’t be opened here: its id is 77.'],
    ['dns', null, 'A dns can’t be opened here: its id is ?.'],
  ])('of type %s and id %s leads nowhere, and says so', (Type, Id, reason) => {
    expect(hitItem({ Id, Name: 'x', Type }, 0).target).toEqual({ kind: 'none', reason });
  });

  it('without an id is told apart by its place', () => {
    const hit = { Id: null, Name: 'x', Type: 'cdn' };
    expect(hitItem(hit, 0).id).not.toBe(hitItem(hit, 1).id);
  });
});
