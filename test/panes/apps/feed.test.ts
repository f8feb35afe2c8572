import { describe, expect, it } from 'vitest';
import { ApiError, type ApiErrorKind } from '../../../src/contract/api-error.ts';
import type { Call } from '../../../src/contract/operation.ts';
import { createRequestScheduler } from '../../../src/feeds/request-scheduler.ts';
import { createWake } from '../../../src/feeds/scheduling.ts';
import { trackedCall } from '../../../src/feeds/tracked-call.ts';
import { NO_HISTORY } from '../../../src/history/history-state.ts';
import { summaries } from '../../../src/panes/apps/cells.ts';
import { appDetails } from '../../../src/panes/apps/detail.ts';
import { followConsole, pollApps } from '../../../src/panes/apps/feed.ts';
import {
  type AppsState,
  appRow,
  changedRow,
  EMPTY_APPS,
  isDeleted,
  refreshed,
} from '../../../src/panes/apps/state.ts';
import { createActivity } from '../../../src/state/activity.ts';
import { afterCall, isOutage } from '../../../src/state/connection.ts';
import { failed } from '../../../src/state/loadable.ts';
import { createSlices } from '../../../src/state/slice.ts';
import { EMPTY_WORKSPACE } from '../../../src/state/workspace.ts';
import { recordLines } from '../../../src/ui/record-lines.ts';
import { consoleStore } from '../../support/console-store.ts';
import { fakeClock } from '../../support/fake-clock.ts';
import { styledText } from '../../support/line-text.ts';
import { overviewOf } from '../../support/overviews.ts';

const IDS = Array.from({ length: 10 }, (_, at) => `app-${at}`);

/** The feed over ten applications, or other ones; `trouble` says what a question about one fails with, if it does. */
function polling(trouble: (id: string) => ApiErrorKind | undefined, ids: readonly string[] = IDS) {
  const clock = fakeClock();
  const store = consoleStore();
  const slice = createSlices().create<AppsState>({
    ...EMPTY_APPS,
    rows: ids.map((id) => appRow(id, id)),
  });
  let refreshedAt = Number.NEGATIVE_INFINITY;
  const asked: string[] = [];
  let atOnce = 0;
  let most = 0;
  const call: Call = async (_operation, input) => {
    const { appId } = input as unknown as { appId: string };
    asked.push(appId);
    atOnce += 1;
    most = Math.max(most, atOnce);
    await new Promise((resolve) => setImmediate(resolve));
    atOnce -= 1;
    const kind = trouble(appId);
    if (kind) throw new ApiError({ kind, title: kind });
    return overviewOf() as never;
  };
  const end = new AbortController();
  const moment = () => ({ wall: clock.now(), elapsed: clock.elapsed() });
  const tracked = trackedCall(call, {
    store,
    moment,
    activity: createActivity(),
    random: () => 0.5,
  });
  const requests = createRequestScheduler({ store, call: tracked, clock });
  const ended = pollApps(
    {
      context: { requests, clock, moment, random: () => 0.5 },
      slice,
      wake: createWake(),
      interval: () => 5000,
      paused: () => false,
      refreshedAt: () => refreshedAt,
      took() {},
    },
    end.signal,
  );
  return {
    asked,
    most: () => most,
    kinds: () => slice.getState().rows.map(({ overview }) => overview.kind),
    store,
    refresh() {
      refreshedAt = clock.elapsed();
    },
    slice,
    elapsed: clock.elapsed,
    /** Lets `ms` pass, and what they set off end. */
    async pass(ms: number) {
      for (let left = ms; left > 0; left -= 5000) {
        await clock.advance(Math.min(left, 5000));
        for (let turns = 0; turns < 20; turns += 1) await clock.advance(0);
      }
      for (let turns = 0; turns < 40; turns += 1) await clock.advance(0);
    },
    async end() {
      end.abort();
      await ended;
    },
  };
}

describe('the poll of all applications', () => {
  it('requests each application once per round, a few at a time', async () => {
    const feed = polling(() => undefined);
    await feed.pass(0);
    expect(feed.asked).toEqual(IDS);
    expect(feed.most()).toBeLessThanOrEqual(6);
    expect(feed.kinds()).toEqual(IDS.map(() => 'loaded'));
    await feed.pass(5000);
    expect(feed.asked).toHaveLength(2 * IDS.length);
    await feed.end();
  });

  it('keeps one application’s failure in its row', async () => {
    const feed = polling((id) => (id === 'app-3' ? 'not-found' : undefined));
    await feed.pass(0);
    expect(feed.kinds().filter((kind) => kind === 'failed')).toHaveLength(1);
    expect(feed.store.getState().connection.kind).toBe('connected');
    await feed.end();
  });

  it('rechecks a refused application rarely, and on refresh', async () => {
    const feed = polling((id) => (id === 'app-3' ? 'not-found' : undefined));
    const askedFor = () => feed.asked.filter((id) => id === 'app-3').length;
    await feed.pass(60_000);
    expect(askedFor()).toBe(1);
    feed.refresh();
    await feed.pass(60_000);
    expect(askedFor()).toBe(2);
    await feed.pass(5 * 60_000);
    await feed.pass(10_000);
    expect(askedFor()).toBe(3);
    await feed.end();
  });

  it('keeps polling the selected or open application when a round takes minutes', async () => {
    const many = Array.from({ length: 2000 }, (_, at) => `app-${at}`);
    const feed = polling(() => undefined, many);
    const times = (id: string) => feed.asked.filter((asked) => asked === id).length;
    feed.slice.setState(({ list }) => ({ list: { ...list, cursor: 'app-1990' } }));
    const seconds = async (count: number) => {
      for (let left = count * 10; left > 0; left -= 1) await feed.pass(100);
    };
    await seconds(20);
    expect(new Set(feed.asked).size).toBeLessThan(1000);
    expect(times('app-1990')).toBeGreaterThanOrEqual(3);
    feed.slice.setState({ inside: 'app-1991' });
    await seconds(11);
    expect(times('app-1991')).toBeGreaterThanOrEqual(2);
    feed.refresh();
    const before = times('app-1991');
    await seconds(1);
    expect(times('app-1991')).toBe(before + 1);
    await feed.end();
  });

  it('use 8: stops polling a deleted application', async () => {
    let isThere = true;
    const feed = polling((id) => (id === 'app-3' && !isThere ? 'not-found' : undefined));
    await feed.pass(0);
    const at = { wall: 0, elapsed: 0 };
    feed.slice.setState(({ rows }) => ({
      rows: changedRow(rows, 'app-3', (row) => ({ ...row, deletionAsked: at })),
    }));
    isThere = false;
    await feed.pass(5000);
    const asked = feed.asked.filter((id) => id === 'app-3').length;
    feed.refresh();
    await feed.pass(20 * 60_000);
    expect(feed.asked.filter((id) => id === 'app-3')).toHaveLength(asked);
    await feed.end();
  });

  it('sends one probe for all rows during an outage', async () => {
    let away = true;
    const feed = polling(() => (away ? 'unreachable' : undefined));
    await feed.pass(0);
    expect(feed.asked.length).toBeLessThanOrEqual(6);
    for (let tries = 1; tries < 8; tries += 1) {
      const before = feed.asked.length;
      const { connection } = feed.store.getState();
      const next = isOutage(connection) ? (connection.nextAt ?? 0) : 0;
      await feed.pass(Math.max(0, next - feed.elapsed()));
      expect(feed.asked.length).toBe(before + 1);
    }
    away = false;
    await feed.pass(75_000);
    expect(feed.kinds()).toEqual(IDS.map(() => 'loaded'));
    await feed.end();
  });
});

it('rows name the newest cause of an outage, from when it began', () => {
  const slices = createSlices();
  const slice = slices.create<AppsState>(EMPTY_APPS);
  const apps = [{ id: 'a', name: 'a' }];
  const store = consoleStore({ workspace: { ...EMPTY_WORKSPACE, apps } });
  const context = {
    store,
    history: { slice: slices.create(NO_HISTORY) },
  } as unknown as Parameters<typeof followConsole>[1];
  followConsole(slice, context, () => {});
  let order = 0;
  const fails = (kind: ApiErrorKind) => {
    order += 1;
    const error = new ApiError({ kind, title: kind });
    const at = { wall: order * 1000, elapsed: order * 1000 };
    store.setState(({ connection }) => ({
      connection: afterCall(connection, {
        error,
        at,
        left: 2 * order,
        ended: 2 * order + 1,
        random: 0.5,
      }),
    }));
    return { error, at };
  };
  const { error, at } = fails('unreachable');
  slice.setState(({ rows }) => ({
    rows: rows.map((row) => refreshed(row, failed(row.overview, error, at))),
  }));
  const key = fails('unauthorised');
  const [held] = slice.getState().rows;
  expect(held?.overview).toMatchObject({ kind: 'failed', error: key.error, attempts: 0 });
  const again = fails('unreachable');
  const [row] = slice.getState().rows;
  expect(row && failed(row.overview, again.error, again.at)).toMatchObject({ since: again.at });
});

it('an application that an earlier run deleted from here is deleted, not an issue, unless the outcome is unknown', async () => {
  const change = (id: string, fields: object) => ({
    operation: 'app-delete',
    outcome: 'accepted',
    host: 'api.service.example',
    subject: { kind: 'app', id, name: id },
    time: '2026-03-14T13:00:00.000Z',
    ...fields,
  });
  const slices = createSlices();
  const slice = slices.create<AppsState>(EMPTY_APPS);
  const ids = ['deleted', 'elsewhere', 'refused', 'unheard-of', 'unknown'];
  const apps = ids.map((id) => ({ id, name: id }));
  const store = consoleStore({ workspace: { ...EMPTY_WORKSPACE, apps } });
  const audited = async () => [
    change('deleted', {}),
    change('elsewhere', { host: 'staging.example' }),
    change('refused', { outcome: 'refused' }),
    change('unknown', { outcome: 'unknown' }),
  ];
  const said: string[] = [];
  const context = {
    store,
    history: { slice: slices.create(NO_HISTORY) },
    mutations: { audited },
    say: (text: string) => said.push(text),
  } as unknown as Parameters<typeof followConsole>[1];
  followConsole(slice, context, () => {});
  const at = { wall: Date.parse('2026-03-14T14:02:00Z'), elapsed: 0 };
  const error = new ApiError({ kind: 'not-found', title: 'Not Found' });
  slice.setState(({ rows }) => ({
    rows: rows.map((row) => refreshed(row, failed(row.overview, error, at))),
  }));
  await new Promise((resolve) => setImmediate(resolve));
  const { rows } = slice.getState();
  expect(rows.filter(isDeleted).map(({ id }) => id)).toEqual(['deleted']);
  expect(summaries(rows)[0]).toBe('4 watched · 4 with issues · 4 not found');
  const [deleted] = rows;
  const details = deleted ? appDetails(deleted, 'utc', 80) : [];
  expect(styledText(recordLines(details, { columns: 80, rows: 9 }))).toContain(
    'Deleted from here 13:00:00 (404). :remove takes it out of the workspace.',
  );
  // Whether this is the result of the deletion is not known.
  expect(said).toEqual([
    expect.stringMatching(
      /^unknown: not found after a deletion of unknown outcome \((?:\S+ )?13:00:00\): :audit$/,
    ),
  ]);
});
