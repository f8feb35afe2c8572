import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { text } from 'node:stream/consumers';
import { expect, it, onTestFinished } from 'vitest';
import { SCHEMA_VERSION } from '../../../src/archive/clickhouse/schema.ts';
import { noCoverage } from '../../../src/events/coverage.ts';
import { EventStore } from '../../../src/events/store.ts';
import { createWake } from '../../../src/feeds/scheduling.ts';
import { createSupervisor } from '../../../src/feeds/supervisor.ts';
import { ArchiveKeeping } from '../../../src/panes/events/archive-keeping.ts';
import { EMPTY_EVENTS } from '../../../src/panes/events/state.ts';
import type { PaneContext } from '../../../src/panes/pane.ts';
import { createSlices } from '../../../src/state/slice.ts';
import { words } from '../../../src/text/printable.ts';
import { utcDay } from '../../../src/text/time.ts';
import { entryWith } from '../../support/event-entries.ts';
import { fakeClock } from '../../support/fake-clock.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';

const TRY_AGAIN = 10_000;

/** `greeting` accepts connections and then hangs. */
type Mode = 'away' | 'hanging' | 'greeting' | 'there' | 'refusing';

/** A team's server with an empty archive. Requests made while it hangs are answered by the mode in which it continues. */
async function teamServer() {
  let mode: Mode = 'away';
  const held: (() => void)[] = [];
  let asked = Promise.withResolvers<void>();
  const answer = (statement: string, response: ServerResponse) => {
    if (mode === 'refusing') response.writeHead(500, { 'X-ClickHouse-Exception-Code': 516 });
    if (statement.includes('version()')) response.end('{"version":"26.7.2.1","readonly":"0"}\n');
    else if (statement.includes('warren_schema')) response.end(`{"version":${SCHEMA_VERSION}}\n`);
    else response.end();
  };
  const server = createServer(async (request, response) => {
    if (mode === 'away') {
      request.socket.destroy();
      return;
    }
    const statement = await text(request);
    const isGreeting = /version\(\)|warren_schema/.test(statement);
    if (mode !== 'hanging' && (mode !== 'greeting' || isGreeting)) answer(statement, response);
    else {
      held.push(() => answer(statement, response));
      asked.resolve();
    }
  }).listen(0, '127.0.0.1');
  let connections = 0;
  let left = Promise.withResolvers<void>();
  server.on('connection', (socket) => {
    connections += 1;
    socket.on('close', () => {
      connections -= 1;
      if (connections === 0) left.resolve();
    });
  });
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  await once(server, 'listening');
  return {
    place: `clickhouse://warren@127.0.0.1:${(server.address() as AddressInfo).port}/team`,
    become(next: Mode) {
      mode = next;
      asked = Promise.withResolvers();
      left = Promise.withResolvers();
      for (const each of held.splice(0)) each();
    },
    /** Resolves when a request is left without an answer. */
    asked: () => asked.promise,
    /** Resolves when all connections are closed. */
    left: () => left.promise,
  };
}

/** Archives zone 7 of a console that sends no requests to the service. */
function keeping() {
  const clock = fakeClock();
  const feeds = createSupervisor((error) => expect.fail(String(error)));
  onTestFinished(() => feeds.stopAll());
  const slice = createSlices().create({ ...EMPTY_EVENTS, zones: ['7'] });
  const said: string[] = [];
  const refused = Promise.withResolvers<void>();
  const store = new EventStore({ unit: 'ms' });
  const context = {
    clock,
    feeds,
    fileThreads: false,
    random: () => 0.5,
    say: (text: string) => void said.push(text),
    store: { getState: () => ({ keyNames: new Map([['events.archive', words`F7`]]) }) },
    archivePasswords: { of: async () => '', refused: () => refused.resolve() },
    requests: { load: () => new Promise(() => {}), isHeld: () => true },
  } as unknown as PaneContext;
  const archive = new ArchiveKeeping({
    context,
    slice,
    engine: { storeOf: () => store } as never,
    wake: createWake(),
    interval: () => 5000,
    paused: () => true,
  });
  onTestFinished(() => archive.to(null));
  return {
    archive,
    clock,
    said,
    slice,
    refused: refused.promise,
    /** Resolves when the state of the archive changes. */
    changed: () =>
      new Promise<void>((resolve) => {
        slice.subscribe((state, before) => {
          if (state.archiving !== before.archiving) resolve();
        });
      }),
  };
}

it.each([
  ['off', 'there'],
  ['off', 'refusing'],
  ['another file', 'there'],
  ['another file', 'refusing'],
] as const)(
  'what the operator chose (%s) stays when a server that was tried again is %s at last',
  async (chosen, mode) => {
    const file = chosen === 'off' ? null : join(temporaryDirectory(), 'b.db');
    const server = await teamServer();
    const { archive, clock, said, slice, changed, refused } = keeping();
    await archive.to(server.place);
    expect(slice.getState().archiving).toMatchObject({ kind: 'failed', isTriedAgain: true });
    server.become('hanging');
    await clock.advance(TRY_AGAIN);
    await server.asked();
    await archive.to(file);
    const wanted = file === null ? { kind: 'off' } : { kind: 'on', path: file, late: 0 };
    expect(slice.getState().archiving).toEqual(wanted);
    const before = [...said];
    const another = changed();
    server.become(mode);
    if (mode === 'refusing') await refused;
    await Promise.race([server.left(), another]);
    await clock.advance(2 * TRY_AGAIN);
    expect(slice.getState().archiving).toEqual(wanted);
    expect(archive.isOn).toBe(file !== null);
    expect(said).toEqual(before);
  },
);

it('a replaced file whose last page fails does not replace the chosen server', async () => {
  const file = join(temporaryDirectory(), 'a.db');
  const server = await teamServer();
  const { archive, clock, said, slice } = keeping();
  await archive.to(file);
  const other = new DatabaseSync(file);
  other.exec('BEGIN EXCLUSIVE');
  other.exec(
    "CREATE TRIGGER full BEFORE INSERT ON entry BEGIN SELECT raise(ABORT, 'disk is full'); END",
  );
  const day = utcDay(clock.now());
  // More than can be buffered, so that the writer waits for the result.
  const logs = Array.from({ length: 20_001 }, (_, at) =>
    entryWith({ logId: `${at}`, timestamp: clock.now() }),
  );
  const page = {
    logs,
    startToken: null,
    continuationToken: null,
    hasMoreData: false,
    errorResponse: null,
  };
  const delivery = {
    page,
    day,
    arrival: 'live',
    coverage: noCoverage(day),
    withdrawn: [],
  } as const;
  const kept = archive.keep('7', delivery, async () => logs.length);
  server.become('greeting');
  const chosen = archive.to(server.place);
  await server.asked();
  other.exec('COMMIT');
  other.close();
  await kept;
  const wanted = { kind: 'on', path: server.place, late: 0 };
  expect(slice.getState().archiving).toEqual(wanted);
  server.become('there');
  await chosen;
  await clock.advance(2 * TRY_AGAIN);
  expect(slice.getState().archiving).toEqual(wanted);
  expect(archive.isOn).toBe(true);
  expect(said.at(-1)).toBe('Archiving to team: today from its first page. F7 stops it.');
});

it('a file found damaged while closing is closed once and not reopened', async () => {
  const file = join(temporaryDirectory(), 'a.db');
  const { archive, clock, slice } = keeping();
  await archive.to(file);
  const other = new DatabaseSync(file);
  other.exec('DROP TABLE walked');
  other.close();
  await archive.to(null);
  await clock.advance(2 * TRY_AGAIN);
  expect(slice.getState().archiving).toEqual({ kind: 'off' });
  expect(archive.isOn).toBe(false);
});
