import { type TypedCommandAction, wrongUsage } from '../../commands/typed-commands.ts';
import { parseDuration } from '../../config/duration.ts';
import { appOverview } from '../../contract/operations/app-overview.ts';
import { dnsScan } from '../../contract/operations/dns-scan.ts';
import { FileError } from '../../edges/files.ts';
import { expandHome } from '../../edges/machine.ts';
import type { EventStore } from '../../events/store.ts';
import { originOf } from '../../history/keep-history.ts';
import type { LoadedZone } from '../../history/report-events.ts';
import { askOnce, observedCall } from '../../recording/bundle-calls.ts';
import { entriesBetween, type LoadedLog } from '../../recording/bundle-log.ts';
import { bundleLine, bundleName } from '../../recording/bundle-summary.ts';
import type { BundleFacts } from '../../recording/recording-file.ts';
import { DatabaseError } from '../../sqlite/database.ts';
import { isOutage } from '../../state/connection.ts';
import { percent } from '../../text/numbers.ts';
import { type Printable, printable, words } from '../../text/printable.ts';
import { duration } from '../../text/time.ts';
import type { PaneContext } from '../pane.ts';
import type { EventsEngine } from './engine.ts';

/** Default duration of a bundle, in milliseconds. */
const DEFAULT_SPAN_MS = 2 * 3_600_000;
const ANONYMISE: readonly string[] = ['--anonymise', '--anonymize'];
/** Probably a mistyped option or duration and not a file name: a bundle meant to be anonymous must be. */
const MEANT_OTHERWISE = /^(?:--.*|\W*anonym\w*|\d+\w*)$/i;
/** Progress is reported in steps of this share. */
const PROGRESS_STEP = 0.25;

/** `:bundle 30m --anonymise FILE` writes everything known about a time span to one file. */
export function bundleCommand(
  context: PaneContext,
  engine: EventsEngine,
  loadedZones: () => readonly LoadedZone[],
): TypedCommandAction {
  const { store, clock, feeds, unwritten } = context;
  return {
    values: () => ['--anonymise', '30m --anonymise'],
    run(rest) {
      const { replay, profile } = store.getState();
      if (replay) return words`A ${replay.noun} is open: share its file instead.`;
      if (profile.offline) return words`An archive is open: share it instead.`;
      const given = rest.split(/\s+/).filter(Boolean);
      const isAnonymous = given.some((word) => ANONYMISE.includes(word));
      const [first = '', ...more] = given.filter((word) => !ANONYMISE.includes(word));
      const span = parseDuration(first);
      const named = span === undefined ? [first, ...more] : more;
      if (named.some((word) => MEANT_OTHERWISE.test(word))) return wrongUsage('bundle');
      const name = named.join(' ');
      const until = clock.now();
      const path = name
        ? expandHome(name, context.mutations.directories.home)
        : bundleName(until, isAnonymous);
      const since = until - (span ?? DEFAULT_SPAN_MS);
      context.say(words`Collecting the last ${duration(until - since)} for the bundle…`);
      feeds.run('bundle', path, async (signal) => {
        unwritten.add(path);
        await write(context, { engine, loadedZones }, { since, until, path, isAnonymous }, signal);
        if (!signal.aborted) unwritten.delete(path);
      });
      return undefined;
    },
  };
}

interface Wanted extends Pick<BundleFacts, 'since' | 'until' | 'isAnonymous'> {
  readonly path: string;
}

interface Logs {
  readonly engine: EventsEngine;
  loadedZones(): readonly LoadedZone[];
}

async function write(
  context: PaneContext,
  logs: Logs,
  { path, isAnonymous, ...span }: Wanted,
  signal: AbortSignal,
): Promise<void> {
  const { store, history, clock, mutations, version } = context;
  const { profile, workspace, connection, interval } = store.getState();
  const failed = (why: Printable) => context.say(words`No bundle was written: ${why}`, 'bad');
  try {
    // Loaded on demand, because it is rarely needed.
    const { writeBundle } = await import('../../recording/bundle.ts');
    const rateLimits = isOutage(connection) ? [] : workspace.rateLimits;
    const asked = { apps: [], dnsZones: [], rateLimits };
    const calls = [...latestOf(context), ...(await askOnce(context.call, asked, clock, signal))];
    let nextShare = PROGRESS_STEP;
    const written = await writeBundle(
      {
        about: {
          version,
          interval,
          profile: profile.name,
          host: profile.host,
          service: originOf(profile.baseUrl),
          workspace: '',
        },
        workspace,
        since: span.since,
        until: clock.now(),
        calls,
        history: history.slice.getState(),
        observed: history,
        logs: loadedLogs(
          logs,
          workspace.shieldZones.map(({ id }) => id),
          span,
        ),
        changes: await mutations.audited(),
      },
      {
        path,
        isAnonymous,
        signal,
        progress(share) {
          if (share < nextShare) return;
          context.say(words`Writing ${printable(path)}: ${percent(share)}`);
          nextShare = share + PROGRESS_STEP;
        },
      },
    );
    if (written) context.say(bundleLine(path, written));
  } catch (error) {
    if (!(error instanceof FileError || error instanceof DatabaseError)) throw error;
    failed(
      error instanceof FileError && error.code === 'EEXIST'
        ? words`${printable(path)} already exists, and nothing is overwritten.`
        : printable(error.message),
    );
  }
}

/** The newest answers, which are only kept for some minutes. */
const latestOf = ({ store, history }: PaneContext) => {
  const { apps, dnsZones } = store.getState().workspace;
  return [
    ...apps.map(({ id }) =>
      observedCall(appOverview, { appId: id }, history.latest({ kind: 'apps', id })),
    ),
    ...dnsZones.map(({ id }) =>
      observedCall(dnsScan, { zoneId: id }, history.latest({ kind: 'dnsZones', id })),
    ),
  ].filter((call) => call !== null);
};

/** For each zone, the store with the most entries: a zone may be listed alone and with others. */
function loadedLogs(
  { engine, loadedZones }: Logs,
  zones: readonly string[],
  { since, until }: Pick<Wanted, 'since' | 'until'>,
): readonly LoadedLog[] {
  const known = loadedZones();
  // The coverage of a log that is not on screen is not known.
  const loadedOf = (zone: string, store: EventStore) =>
    known.find((each) => each.zone === zone && each.store === store)?.loaded ?? [];
  return zones.flatMap((zone) => {
    const logs = engine
      .stores()
      .filter((store) => store.zones.includes(zone))
      .map((store) => ({ zone, store, loaded: loadedOf(zone, store) }))
      .map((log) => ({ log, entries: entriesBetween(log, since, until).length }))
      .sort((a, b) => b.entries - a.entries);
    return logs.slice(0, 1).map(({ log }) => log);
  });
}
