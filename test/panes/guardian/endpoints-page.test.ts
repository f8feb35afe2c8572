import { describe, expect, it } from 'vitest';
import { rateLimitWords } from '../../../src/panes/guardian/endpoint-detail.ts';
import {
  endpointRows,
  endpointsPage,
  RETURNED,
} from '../../../src/panes/guardian/endpoints-page.ts';
import { listedRows } from '../../../src/panes/guardian/page.ts';
import { NEW_ZONE } from '../../../src/panes/guardian/state.ts';
import { EMPTY_LIST } from '../../../src/state/list.ts';
import { tableLines } from '../../../src/ui/table.ts';
import { returnedFor, SHOP } from '../../support/guardian-samples.ts';
import {
  ANSWERED,
  AT,
  FACTS,
  FILTERED,
  headOf,
  idsIn,
  pageSays,
} from '../../support/guardian-states.ts';
import { recordText, styledText } from '../../support/line-text.ts';

const data = returnedFor(SHOP);
const { endpoints } = data;
const ANY = { filter: '', sort: null };
const [first] = endpoints;
if (!first) throw new Error('no endpoints');

const listedIn = (known: typeof data, part: { readonly filter: string }) =>
  listedRows(endpointRows(known), RETURNED, { ...ANY, ...part });

const drawn = (rows: ReturnType<typeof endpointRows>, columns = 80) =>
  styledText(
    tableLines({
      columns: RETURNED.columns,
      rows,
      ids: rows.map(({ id }) => id),
      list: EMPTY_LIST,
      room: { columns, rows: rows.length + 1 },
      focused: true,
    }),
  );

it('shows what the service returned, the configuration above its endpoints', () => {
  const page = endpointsPage(ANSWERED, FACTS);
  expect(headOf(page, 80)).toEqual([
    ' Shop  version 2.4.0 · 8 endpoints',
    ' API Guardian on, mode Block, unmatched paths Block, bodies beyond the limit Log',
    '',
  ]);
  expect(idsIn(page)).toHaveLength(8);
  expect(page.table?.sortable).toContain('path');
  expect(page.detail && recordText(page.detail({ columns: 80, rows: 24 }), 80)[0]).toBe(
    'GET /search',
  );
});

describe('D1: missing enforcement is not called enforced', () => {
  /** The list of the zone with other settings, and its endpoints with others. */
  function listed(configuration: Partial<typeof data.configuration>, part = {}) {
    const changed = {
      configuration: { ...data.configuration, ...configuration },
      endpoints: endpoints.map((endpoint) => ({ ...endpoint, ...part })),
    };
    const page = endpointsPage(
      { ...ANSWERED, returned: { data: changed, sent: null, at: AT, doubtedAt: null } },
      FACTS,
    );
    const rows = listedIn(changed, { filter: 'session' });
    return {
      head: headOf(page),
      detail: page.detail && recordText(page.detail({ columns: 120, rows: 24 }), 120),
      row: drawn(rows, 160)[1],
    };
  }

  it('where API Guardian is off for the zone: a warning, and each row', () => {
    const { head, row, detail } = listed(
      { isEnabled: false },
      { isEnabled: false, validateAuthorization: true },
    );
    expect(head).toContain(
      ' ! API Guardian is off for this zone: no request is inspected, whatever its endpoints are set to.',
    );
    expect(row).toContain('not enforced: session');
    expect(detail).not.toContain('enforced');
  });

  it('where it only logs', () => {
    const { head, row } = listed({ executionMode: 'Log' });
    expect(head).toContain(
      ' ! Execution mode is Log: violations are logged, and no request is blocked.',
    );
    expect(row).toContain('only logged: session');
  });

  it('where the endpoint is off, and the zone is not', () => {
    const { head, row } = listed({}, { isEnabled: false });
    expect(head).toHaveLength(3);
    expect(row).toContain('not enforced: session');
  });
});

it('says why there is nothing to see', () => {
  expect(pageSays(endpointsPage(NEW_ZONE, FACTS))).toContain(
    'Nothing is known of the endpoints of shop.example',
  );
  expect(pageSays(endpointsPage(ANSWERED, FILTERED))).toContain('No endpoint matches');
  const none = {
    data: { ...returnedFor(SHOP), endpoints: [] },
    sent: null,
    at: AT,
    doubtedAt: null,
  };
  expect(pageSays(endpointsPage({ ...ANSWERED, returned: none }, FACTS))).toContain(
    'The service returned no endpoints.',
  );
});

describe('the returned endpoints as rows', () => {
  it('show what is asked for, what is validated, and what is limited', () => {
    expect(drawn(listedIn(data, { filter: 'v2' }))).toEqual([
      '  METHOD   PATH                   AUTHORIZATION  VALIDATES  RATE LIMIT   ENABLED',
      '❯ GET      /api/v2/session        session        –          off          yes',
      '  POST     /api/v2/session        none           request    off          yes',
      '  DELETE   /api/v2/session        session        –          off          yes',
      '  POST     /api/v2/reviews        session        request    off          yes',
      '  POST     /api/v2/basket/items   session        request    off          yes',
    ]);
  });

  it('a requirement that nobody enforces is said to be so', () => {
    const open = endpoints.map((endpoint) => ({ ...endpoint, validateAuthorization: false }));
    expect(drawn(listedIn({ ...data, endpoints: open }, { filter: 'reviews' }))[1]).toContain(
      'not enforced',
    );
  });

  it('can be put in order by any column', () => {
    for (const { id, sortBy } of RETURNED.columns) {
      expect(sortBy, id).toBeDefined();
      const rows = listedRows(endpointRows(data), RETURNED, {
        filter: '',
        sort: { column: id, descending: true },
      });
      expect(rows).toHaveLength(endpoints.length);
    }
  });

  it('two endpoints of one id and name are two rows', () => {
    const rows = endpointRows({ ...data, endpoints: [first, first] });
    expect(new Set(rows.map(({ id }) => id)).size).toBe(2);
  });
});

it.each([
  [{ rateLimitingEnabled: false }, 'off'],
  [{ rateLimitingEnabled: true }, '100 in 60 s, Global'],
  [{ rateLimitingEnabled: true, rateLimitingTimeframe: null }, '100 in ? s, Global'],
  [{ rateLimitingEnabled: null, rateLimitingType: 'IP' }, 'not stated whether on: 100 in 60 s, IP'],
])('a rate limit of %j reads %j', (part, words) => {
  expect(rateLimitWords({ ...first, ...part })).toBe(words);
});
