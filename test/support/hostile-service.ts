import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { operations } from '../../src/contract/operations/index.ts';
import { matchPath } from '../../src/contract/path.ts';
import { hostileStrings } from './hostile.ts';

/** A service on loopback that answers with hostile text everywhere. */
export interface HostileService {
  readonly baseUrl: string;
  /** The number of hostile texts sent so far. */
  served(): number;
  close(): Promise<void>;
}

/** Entries on a page of the event log. */
const PAGE = 1000;

const { 'app-overview': app, 'event-logs': events, 'dns-scan': dns } = operations;
const { 'rate-limit-metrics': limit } = operations;

/** Starts a service with texts generated from `seed`, and an event log of `entries` entries, oldest first. */
export async function hostileService(seed: number, entries: number): Promise<HostileService> {
  const texts = hostileStrings(seed);
  let served = 0;
  const text = (): string => {
    served += 1;
    return texts.next().value ?? '';
  };
  const many = <Item>(length: number, item: (at: number) => Item) =>
    Array.from({ length }, (_, at) => item(at));

  const overview = () => ({
    status: text(),
    activeInstances: { indicator: 1 },
    desiredInstances: 2,
    regions: many(4, () => ({
      region: text(),
      status: text(),
      instances: 1,
      pods: many(3, () => ({
        name: text(),
        status: text(),
        message: text(),
        containers: many(2, () => ({
          id: text(),
          name: text(),
          reason: text(),
          message: text(),
          imageDisplay: text(),
          status: text(),
          exitCode: 1,
        })),
      })),
    })),
  });

  const from = Date.now() - entries;
  const page = (at: number) => {
    const count = Math.max(0, Math.min(PAGE, entries - at * PAGE));
    return {
      logs: many(count, (row) => ({
        logId: `id-${at}-${row}`,
        timestamp: from + at * PAGE + row,
        log: JSON.stringify({
          Message: text(),
          Url: `https://x/${text()}`,
          RemoteIp: text(),
          Headers: [{ Name: 'User-Agent', Value: text() }],
        }),
        labels: {
          asn: text(),
          country: text(),
          ruleId: text(),
          severity: text(),
          method: text(),
          ruleGroup: text(),
          status: text(),
          serverZone: text(),
        },
      })),
      hasMoreData: (at + 1) * PAGE < entries,
      continuationToken: String(at + 1),
    };
  };

  const scan = () => ({
    JobId: text(),
    Status: 2,
    Domain: text(),
    Error: text(),
    CreatedAt: '2026-03-14T14:02:00Z',
    CompletedAt: '2026-03-14T14:02:09Z',
    Records: many(200, () => ({ Name: text(), Type: 3, Ttl: 60, Value: text() })),
  });

  const hits = () => ({
    Query: text(),
    Total: 40,
    From: 0,
    Size: 40,
    SearchResults: many(40, (at) => ({ Type: text(), Id: at, Name: text() })),
  });

  const metrics = () => ({
    data: {
      overview: { totalBreaches: 1, loggedBreaches: 1, challengedBreaches: 0, blockedBreaches: 0 },
      ratelimitOverviewPastTwentyEightDays: Object.fromEntries(many(30, () => [text(), text()])),
    },
    error: null,
  });

  /** Pages already served. A repeated request must get the same entries, because others would count as new ones. */
  const pages = new Map<number, ReturnType<typeof page>>();
  const pageAt = (at: number) => {
    const served = pages.get(at) ?? page(at);
    pages.set(at, served);
    return served;
  };

  const answer = (path: string): unknown => {
    if (matchPath(app, path)) return overview();
    if (matchPath(dns, path)) return scan();
    if (matchPath(limit, path)) return metrics();
    const event = matchPath(events, path);
    if (event) return pageAt(Number(event['continuationToken'] ?? '0'));
    return hits();
  };

  const server = createServer((request, response) => {
    const path = (request.url ?? '').split('?')[0] ?? '';
    const body = JSON.stringify(answer(path));
    response.writeHead(200, { 'content-type': 'application/json' }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    served: () => served,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
