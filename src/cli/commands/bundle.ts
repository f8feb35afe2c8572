import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { DEFAULT_INTERVAL_MS } from '../../config/defaults.ts';
import { operations } from '../../contract/operations/index.ts';
import { FileError, realFiles } from '../../edges/files.ts';
import { stateDirectory } from '../../edges/machine.ts';
import { EventStore } from '../../events/store.ts';
import type { HistoryFile } from '../../history/history-file.ts';
import { NO_HISTORY, stateFrom } from '../../history/history-state.ts';
import { historyFileThere } from '../../history/read-history.ts';
import { auditPath, readChanges } from '../../mutations/audit.ts';
import { type BundleContents, writeBundle } from '../../recording/bundle.ts';
import { askOnce } from '../../recording/bundle-calls.ts';
import type { LoadedLog } from '../../recording/bundle-log.ts';
import { bundleLines, bundleName } from '../../recording/bundle-summary.ts';
import type { RecordedCall } from '../../recording/recorded-call.ts';
import { flaggedWorkspace } from '../../session/config-file.ts';
import { EXIT, OperationError, UserError } from '../../session/errors.ts';
import { spanOptions } from '../../session/option-values.ts';
import { DatabaseError, sqliteTrouble } from '../../sqlite/database.ts';
import { ITEM_KINDS, itemKinds } from '../../state/item-kinds.ts';
import { EMPTY_WORKSPACE, type Workspace } from '../../state/workspace.ts';
import { count, counted, percent } from '../../text/numbers.ts';
import { asSentence, listed, printable, words } from '../../text/printable.ts';
import type { Action, Context } from '../context.ts';
import { type Service, withService } from '../service.ts';
import { EntryFilter } from './events/entry-filter.ts';
import { parseSpan, type Span, type SpanWalk, walkSpan } from './events/walk-span.ts';

/** Default length of a bundle, in milliseconds. */
const DEFAULT_SPAN_MS = 2 * 3_600_000;

export const bundleCommand: Action<'bundle'> = ({ options }, context) =>
  withService(options, context, async (service) => {
    const { edges, messages, signal, stdout } = context;
    const now = edges.clock.now();
    const isAnonymous = options.anonymise || options.anonymize;
    const asked = spanOptions(options, now);
    const until = asked.until !== undefined && asked.until < now ? asked.until : undefined;
    const { since = (until ?? now) - DEFAULT_SPAN_MS } = asked;
    const span = parseSpan({ since, until, follow: false }, now);
    const { session } = service;
    const workspace = bundledWorkspace(options, session);
    const path = options.out ?? bundleName(now, isAnonymous);
    // Checked first: loading may take minutes.
    if (existsSync(path)) throw isThere(path);
    if (!existsSync(dirname(path))) {
      throw new UserError([
        words`${printable(path)} could not be written: its directory does not exist.`,
      ]);
    }
    const origin = new URL(session.profile.baseUrl).origin;
    const history = await historyOf(origin, context);
    const { state, observed } = history ?? { state: NO_HISTORY, observed: null };
    try {
      messages.progress(words`Asking for the workspace`);
      // The current state does not belong in a bundle of a past period.
      const current = until === undefined ? workspace : EMPTY_WORKSPACE;
      const calls = await askOnce(service.call, current, edges.clock, signal);
      reportUnread(calls, context);
      const logs: LoadedLog[] = [];
      for (const { id } of workspace.shieldZones) {
        logs.push(await loadedLog(id, span, service, context));
      }
      if (signal.aborted) return EXIT.interrupted;
      const contents: BundleContents = {
        about: {
          version: edges.version,
          profile: session.profile.name,
          host: session.profile.host,
          service: origin,
          interval: DEFAULT_INTERVAL_MS,
          workspace: '',
        },
        workspace,
        since,
        until: until ?? edges.clock.now(),
        calls,
        logs,
        history: state,
        observed,
        changes: await readChanges(realFiles(), auditPath(stateDirectory(context.edges.env))),
      };
      const written = await writeBundle(contents, {
        path,
        isAnonymous,
        signal,
        progress: (share) =>
          messages.progress(words`Writing ${printable(path)}: ${percent(share)}`),
      });
      if (written === null) return EXIT.interrupted;
      for (const line of bundleLines(path, written)) messages.print(line);
      await stdout.write(`${printable(path)}\n`);
      return EXIT.done;
    } catch (error) {
      if (!(error instanceof FileError)) throw error;
      if (error.code === 'EEXIST') throw isThere(path);
      throw new UserError([printable(error.message)], EXIT.unexpected);
    } finally {
      history?.close();
    }
  });

/** Names what could not be read. That something was not found is an answer. */
function reportUnread(calls: readonly RecordedCall[], { messages }: Context): void {
  const failed = calls.filter(
    ({ error }) => error !== null && error.kind !== 'not-found' && error.kind !== 'aborted',
  );
  const [first] = failed;
  if (!first?.error) return;
  const parts = itemKinds.flatMap((kind) => {
    const { length } = failed.filter(({ operation }) => operations[operation].subject === kind);
    return length === 0 ? [] : counted(length, ITEM_KINDS[kind].noun);
  });
  messages.print(
    words`Not read: ${listed(parts)}. The first failed with: ${asSentence(printable(first.error.title))}`,
  );
}

/** `--zone` alone only selects whose logs are loaded. The bundle still has what is known of the whole workspace. */
function bundledWorkspace(
  options: Parameters<typeof flaggedWorkspace>[0],
  session: Service['session'],
): Workspace {
  const named = flaggedWorkspace(options, session);
  const isOfLogsAlone = itemKinds.every(
    (kind) => kind === 'shieldZones' || options[ITEM_KINDS[kind].option].length === 0,
  );
  return isOfLogsAlone ? { ...session.workspace, shieldZones: named.shieldZones } : named;
}

const isThere = (path: string): UserError =>
  new UserError([
    words`${printable(path)} already exists, and nothing is overwritten. Give another --out.`,
  ]);

/** The history kept by consoles on this machine; null if there is none. */
async function historyOf(origin: string, { edges, messages }: Context) {
  const directory = stateDirectory(edges.env);
  // A broken history must not prevent the bundle.
  const explained = (error: unknown): unknown => {
    const trouble = sqliteTrouble(`${directory}/history.db`, error);
    return trouble instanceof DatabaseError ? new UserError([printable(trouble.message)]) : trouble;
  };
  let file: HistoryFile | null = null;
  try {
    file = directory === null ? null : await historyFileThere(directory, origin);
    if (!file) {
      messages.print(words`No console here has kept a history of this service.`);
      return null;
    }
    const { close, observations } = file;
    const observed: HistoryFile['observations'] = (...asked) => {
      try {
        return observations(...asked);
      } catch (error) {
        throw explained(error);
      }
    };
    return { state: stateFrom(file), observed: { observations: observed }, close };
  } catch (error) {
    file?.close();
    throw explained(error);
  }
}

/** The entries of a zone's log as far as the service returns them. A failing service does not prevent the bundle. */
async function loadedLog(
  zone: string,
  span: Span,
  service: Service,
  context: Context,
): Promise<LoadedLog> {
  const store = new EventStore();
  const { since, until } = span;
  const filter = new EntryFilter({
    zone,
    since,
    until,
    now: context.edges.clock.now(),
  });
  const collector: SpanWalk['collector'] = {
    add: async (_day, entries) => store.add(zone, entries).added,
    forget() {},
    keepNewest() {},
    end: async () => {},
    get read() {
      return store.size;
    },
    isLimited: false,
    isFull: false,
  };
  const end = await walkSpan({ zone, span, collector, filter }, service, context).catch(
    (error: unknown) => {
      if (!(error instanceof OperationError)) throw error;
      return error.error;
    },
  );
  // Days that are gone were reported.
  if (end !== 'complete' && end !== 'days-gone') {
    const why = typeof end === 'string' ? words`its pages ended early` : printable(end.title);
    context.messages.print(
      asSentence(words`The log of zone ${printable(zone)} is not complete: ${why}`),
    );
  }
  const { evicted } = store.counts;
  if (evicted > 0) {
    context.messages.print(
      words`The oldest ${count(evicted)} entries of zone ${printable(zone)} did not fit into memory.`,
    );
  }
  // If entries are missing, coverage starts at the oldest one that was loaded.
  const isWhole = end === 'complete' && evicted === 0;
  return { zone, store, ...(!isWhole && { loaded: [] }) };
}
