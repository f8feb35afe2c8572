import { describe, expect, it } from 'vitest';
import { ApiError } from '../../../src/contract/api-error.ts';
import type { Exchange } from '../../../src/contract/operation.ts';
import { asCurl, callDetails, ledgerColumns } from '../../../src/shell/overlays/ledger-lines.ts';
import { EMPTY_WORKSPACE } from '../../../src/state/workspace.ts';
import { cellLine, placeColumns } from '../../../src/ui/columns.ts';
import { cutLine } from '../../../src/ui/line.ts';
import { recordLines } from '../../../src/ui/record-lines.ts';
import { lineText, styledText } from '../../support/line-text.ts';

const ID = 'DQYqETNqRz0k5NMabcdefghij';

const exchange = (path: string): Exchange => ({
  id: 1,
  at: 0,
  operation: 'search',
  method: 'GET',
  path,
  outcome: { kind: 'in-flight' },
});

it.each([
  [
    '/search?search=shop',
    "curl -X GET -H 'AccessKey: <API_KEY>' 'https://api.service.example/search?search=shop'",
  ],
  [
    "/search?search='$(rm)'",
    String.raw`curl -X GET -H 'AccessKey: <API_KEY>' 'https://api.service.example/search?search='\''$(rm)'\'''`,
  ],
])('a call is a command line that a shell takes literally', (path, line) => {
  expect(asCurl(exchange(path), 'https://api.service.example')).toBe(line);
});

it.each([
  [60, ['14:02:00.250', '200', '9 ms', 'checkout-edge', 'Application ov…']],
  [80, ['14:02:00.250', '200', '9 ms', 'checkout-edge', 'GET /mc/apps/…/overview']],
  [120, ['14:02:00.250', '200', '9 ms', 'checkout-edge', `GET /mc/apps/${ID}/overview`]],
])('at %i columns a call says whom it was about and what was asked', (columns, cells) => {
  const call: Exchange = {
    id: 3,
    at: Date.parse('2026-03-14T14:02:00.250Z'),
    operation: 'app-overview',
    method: 'GET',
    path: `/mc/apps/${ID}/overview`,
    outcome: {
      kind: 'answered',
      status: 200,
      ms: 9,
      bytes: 4096,
      skewMs: null,
      requestId: null,
      error: null,
    },
  };
  const workspace = { ...EMPTY_WORKSPACE, apps: [{ id: ID, name: 'checkout-edge' }] };
  const placed = placeColumns(ledgerColumns({ zone: 'utc', workspace }, [call]), columns, [call]);
  expect(
    placed
      .filter(({ column }) => column.id !== 'bytes')
      .map((each) => lineText(cutLine(cellLine(each, call), each.width))),
  ).toEqual(cells);
  const error = new ApiError({ kind: 'service', status: 503, title: 'Busy' });
  const failed = { ...call, outcome: { ...call.outcome, status: 503, error } } as Exchange;
  const rows = [failed, call];
  const ids = placeColumns(ledgerColumns({ zone: 'utc', workspace }, rows), columns, rows);
  expect(ids.map(({ column }) => column.id)).toContain('request');
});

describe('use 17: the details of a call', () => {
  const facts = {
    zone: 'utc',
    workspace: { ...EMPTY_WORKSPACE, apps: [{ id: 'k3Jd', name: 'checkout' }] },
    baseUrl: 'https://api.service.example',
  } as const;
  const refused: Exchange = {
    id: 2,
    at: Date.parse('2026-03-14T14:02:00.250Z'),
    operation: 'app-overview',
    method: 'GET',
    path: '/mc/apps/k3Jd/overview',
    outcome: {
      kind: 'answered',
      status: 404,
      ms: 1250,
      bytes: 4096,
      skewMs: null,
      requestId: 'req-7',
      error: new ApiError({
        kind: 'not-found',
        status: 404,
        title: 'Application not found',
        detail: `There is no application ${'k3Jd '.repeat(40)}`,
        fields: [{ field: 'appId', message: 'unknown' }],
        errorKey: 'not_found.app',
        members: { instance: '/v3/apps', id: 'p-1' },
      }),
    },
  };

  it.each([60, 76, 110])(
    'give the reason in full and first, then what to do, at %i columns',
    (columns) => {
      const lines = styledText(recordLines(callDetails(refused, facts), { columns, rows: 100 }));
      const text = lines.join('\n');
      expect(lines[0]).toMatch(/^✖ Application not found: There is no application k3Jd/);
      expect(text).not.toContain('…');
      expect(text.indexOf('→ Correct the identifier')).toBeLessThan(text.indexOf('latency'));
      for (const told of [
        /^latency +1\.25 s$/m,
        /^size +4\.0 KiB \(4,096 bytes\)$/m,
        /^request id +req-7$/m,
        /^sent at +\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{3}Z$/m,
        /^for +checkout$/m,
        /^errorKey +not_found\.app$/m,
        /^errors: appId +unknown$/m,
        /^instance +\/v3\/apps$/m,
      ]) {
        expect(text).toMatch(told);
      }
    },
  );
});
