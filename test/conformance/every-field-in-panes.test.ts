import { describe, expect, it } from 'vitest';
import type { OperationId } from '../../src/contract/operation.ts';
import { operations } from '../../src/contract/operations/index.ts';
import { EventStore } from '../../src/events/store.ts';
import { envelopeOf } from '../../src/http/client.ts';
import { storedVariableText } from '../../src/mutations/variable-differences.ts';
import { appDetails, nodeDetails } from '../../src/panes/apps/detail.ts';
import { appRow, refreshed } from '../../src/panes/apps/state.ts';
import { treeNodes } from '../../src/panes/apps/tree.ts';
import { scanDetails } from '../../src/panes/dns/records.ts';
import { EMPTY_DNS, scanOf, visibleRecords } from '../../src/panes/dns/state.ts';
import { inspectorLines } from '../../src/panes/events/inspector.ts';
import { endpointDetail } from '../../src/panes/guardian/endpoint-detail.ts';
import { configurationDetail, rawDetail } from '../../src/panes/guardian/endpoints-page.ts';
import { limitDetails } from '../../src/panes/limits/details.ts';
import { limitRow, sampled } from '../../src/panes/limits/state.ts';
import { hitItem } from '../../src/panes/search/finder.ts';
import { foundDetails } from '../../src/panes/search/found-table.ts';
import { callDetails } from '../../src/shell/overlays/ledger-lines.ts';
import { EMPTY_WORKSPACE } from '../../src/state/workspace.ts';
import { NO_KEY_NAMES } from '../../src/text/key-names.ts';
import { type RecordItem, recordLines } from '../../src/ui/record-lines.ts';
import {
  decodedAnswer,
  distinctAnswer,
  generatedAnswers,
  SEED,
} from '../support/generated-answers.ts';
import { styledText } from '../support/line-text.ts';
import { shownTexts } from '../support/shown-leaf.ts';
import { NOT_IN_DETAILS } from './not-shown.ts';

/** How many generated answers of each operation are tried; `ANSWERS=2000` for a longer run. */
const ANSWERS = Number(process.env['ANSWERS'] ?? 200);

/** Nothing is wrapped. */
const ROOM = { columns: 1_000_000, rows: 1_000_000 };
const AT = { wall: Date.parse('2026-03-14T14:02:00Z'), elapsed: 0 };
const loaded = <Value>(value: Value) => ({ kind: 'loaded', value, at: AT, took: 1 }) as const;
const textOf = (items: readonly RecordItem[]) => styledText(recordLines(items, ROOM)).join('\n');

type AnswerOf<Id extends OperationId> = ReturnType<(typeof operations)[Id]['answer']['decode']>;

/** What the ledger says of an answer beside what its pane shows. */
function inLedger(operation: OperationId, answer: object): string {
  const outcome = {
    kind: 'answered',
    status: 200,
    ms: 1,
    bytes: 1,
    skewMs: null,
    error: null,
    requestId: null,
    envelope: envelopeOf(operations[operation] as (typeof operations)['search'], answer as never),
  } as const;
  const call = { id: 1, at: AT.wall, operation, method: 'GET', path: '/', outcome };
  const facts = {
    zone: 'utc',
    workspace: EMPTY_WORKSPACE,
    baseUrl: 'https://api.example',
  } as const;
  return textOf(callDetails(call, facts));
}

/** What the details of a pane say of an answer. */
const DETAILS = {
  'app-overview': (overview) => {
    const open = { get: () => true } as unknown as ReadonlyMap<string, boolean>;
    const row = refreshed(appRow('k3Jd', 'shop'), loaded(overview));
    return [
      textOf(appDetails(row, 'utc', ROOM.columns)),
      ...treeNodes(overview, open, AT.wall).map((node) => textOf(nodeDetails(node, 'utc'))),
    ].join('\n');
  },
  'dns-scan': (scan) => {
    const state = { ...EMPTY_DNS, zone: '7', scans: new Map([['7', loaded(scan)]]) };
    const rows = visibleRecords(state);
    return [undefined, ...rows]
      .map((row) => textOf(scanDetails(scanOf(state), row, 'utc')))
      .join('\n');
  },
  'guardian-upload': (answer) => {
    const { configuration, endpoints } = answer.data;
    const items = [
      ...configurationDetail(configuration, 'utc'),
      ...endpoints.flatMap((endpoint) => [
        ...endpointDetail({ endpoint, zone: configuration }),
        ...rawDetail(endpoint, 'utc'),
      ]),
    ];
    return [textOf(items), inLedger('guardian-upload', answer)].join('\n');
  },
  'event-logs': (page) => {
    const store = new EventStore();
    store.add('7', page.logs, 'backfill');
    const lines = [...store.ids()].flatMap((id) =>
      inspectorLines({
        store,
        id,
        zone: 'utc',
        ...ROOM,
        note: null,
        by: null,
        cursor: null,
        scrolled: null,
        coloured: false,
        keyNames: NO_KEY_NAMES,
      }),
    );
    return [...styledText(lines), inLedger('event-logs', page)].join('\n');
  },
  'rate-limit-metrics': (metrics) =>
    textOf(
      limitDetails(sampled(limitRow('7', 'login'), loaded(metrics)), ROOM, 'utc', NO_KEY_NAMES),
    ),
  'script-add-variable': storedVariableText,
  search: (page) => {
    const remote = { kind: 'answered', page } as unknown as Parameters<
      typeof foundDetails
    >[1]['remote'];
    return [undefined, ...page.SearchResults.map(hitItem)]
      .map((item) => textOf(foundDetails(item, { remote })))
      .join('\n');
  },
} satisfies { readonly [Id in OperationId]?: (answer: AnswerOf<Id>) => string };

/** What of an answer the details of its pane do not have. */
function missing(id: keyof typeof DETAILS, { text, leaves }: ReturnType<typeof distinctAnswer>) {
  const details = (DETAILS[id] as (answer: unknown) => string)(decodedAnswer(id, text));
  const excepted = NOT_IN_DETAILS[id] ?? {};
  return leaves.flatMap((leaf) => {
    if (leaf.place in excepted) return [];
    // One line of words, and no list of fields.
    const where = id === 'script-add-variable' ? 'table' : 'details';
    return shownTexts(leaf, where)
      .filter((shown) => !details.includes(shown))
      .map((shown) => `${leaf.path}: ${shown}`);
  });
}

describe.each(Object.keys(DETAILS) as (keyof typeof DETAILS)[])('D6: the details of %s', (id) => {
  it('have every field of an answer in which all differ', () => {
    expect(missing(id, distinctAnswer(id))).toEqual([]);
  });

  it(`have every field of ${ANSWERS} generated answers, none altered (seed ${SEED})`, () => {
    for (const answer of generatedAnswers(id, ANSWERS)) expect(missing(id, answer)).toEqual([]);
  });
});
