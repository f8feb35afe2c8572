import { DEFAULT_INTERVAL_MS } from '../../config/defaults.ts';
import { stateDirectory } from '../../edges/machine.ts';
import { keepHistory } from '../../history/keep-history.ts';
import { askWorkspace } from '../../recording/ask-workspace.ts';
import { openRecorder, type Recorder, recordedText } from '../../recording/recorder.ts';
import { recordingName } from '../../recording/recording-file.ts';
import { flaggedWorkspace } from '../../session/config-file.ts';
import { asUserError, EXIT, UserError } from '../../session/errors.ts';
import { intervalOption } from '../../session/option-values.ts';
import { openedRecording } from '../../session/replay-session.ts';
import { DatabaseError } from '../../sqlite/database.ts';
import { isOutage } from '../../state/connection.ts';
import { type ConsoleState, createConsoleStore, recorded } from '../../state/console-state.ts';
import { ITEM_KINDS, itemKinds } from '../../state/item-kinds.ts';
import { momentOf } from '../../state/loadable.ts';
import { createSlices } from '../../state/slice.ts';
import type { Workspace } from '../../state/workspace.ts';
import { counted, percent } from '../../text/numbers.ts';
import { type Printable, printable, words } from '../../text/printable.ts';
import { timeOfDay } from '../../text/time.ts';
import type { Action, Context } from '../context.ts';
import { withService } from '../service.ts';

/** Interval of the status line, in milliseconds. */
const STATUS_INTERVAL_MS = 60_000;

export const recordCommand: Action<'record'> = ({ options }, context) =>
  withService(options, context, async ({ session }) => {
    const { edges, machineClock, messages, signal } = context;
    const { clock } = edges;
    const workspace = flaggedWorkspace(options, session);
    const watched = watchedIn(workspace);
    if (watched === null) {
      throw new UserError([
        words`There is nothing to record: the workspace names no application, zone or rate limit.`,
        words`Name some with --app, --zone, --dns or --rate-limit, or in the configuration.`,
      ]);
    }
    const interval = intervalOption(words`every`, options.every) ?? DEFAULT_INTERVAL_MS;
    const store = createConsoleStore({
      profile: session.profile,
      workspace,
      interval,
      size: { columns: 80, rows: 24 },
      now: momentOf(clock),
    });
    const call = session.connect(
      (exchange) => {
        const { outcome, at } = exchange;
        const skew = outcome.kind === 'answered' ? outcome.skewMs : null;
        if (skew !== null && clock.learn(skew)) store.setState({ skew: clock.correction() });
        const shown = { ...exchange, at: at + clock.correction() };
        store.setState(({ exchanges }) => ({ exchanges: recorded(exchanges, shown) }));
      },
      (text) => messages.print(text),
      (text) => messages.print(text),
    );
    const ended = new AbortController();
    let failure: string | undefined;
    const path = options.out ?? recordingName(clock.now());
    const recorder = await openRecorder({
      path,
      store,
      clock,
      about: {
        version: edges.version,
        profile: session.profile.name,
        host: session.profile.host,
        service: new URL(session.profile.baseUrl).origin,
        interval,
        workspace: JSON.stringify(workspace),
      },
      failed(why) {
        failure = why;
        ended.abort();
      },
    }).catch(asUserError(DatabaseError));
    messages.print(
      words`Recording ${watched} of ${session.profile.name} into ${printable(path)}. Ctrl-C ends it.`,
    );
    const until = AbortSignal.any([signal, ended.signal]);
    const written = recorder.run(until);
    const past = keepHistory({
      store,
      clock,
      machineClock,
      slices: createSlices(),
      directory: session.history ? stateDirectory(edges.env) : null,
      lost: messages.print,
    });
    const remembered = past.run(until);
    const reported = reportStatus(store.getState, recorder, context, until);
    await askWorkspace(
      {
        store,
        clock,
        random: edges.random,
        call: past.history.recording(recorder.recording(call), clock.now),
      },
      until,
    );
    await Promise.all([written, remembered, reported]);
    if (failure !== undefined) throw new UserError([printable(failure)], EXIT.unexpected);
    messages.print(words`${recordedText(recorder, path)}.`);
    return EXIT.done;
  });

/** What is being recorded, in words; null if nothing. */
function watchedIn(workspace: Workspace): Printable | null {
  const parts = itemKinds
    .filter((kind) => kind !== 'scripts' && workspace[kind].length > 0)
    .map((kind) => counted(workspace[kind].length, ITEM_KINDS[kind].noun));
  return parts.length === 0 ? null : (parts.join(', ') as Printable);
}

async function reportStatus(
  state: () => ConsoleState,
  recorder: Recorder,
  { edges: { clock }, messages }: Context,
  signal: AbortSignal,
): Promise<void> {
  for (;;) {
    await clock.sleep(STATUS_INTERVAL_MS, signal);
    if (signal.aborted) return;
    const { connection } = state();
    const trouble = isOutage(connection) ? words`; ${printable(connection.error.title)}` : words``;
    messages.print(
      words`${timeOfDay(clock.now(), 'utc')} UTC · ${recordedText(recorder)}${trouble}`,
    );
  }
}

/**
 * Opens a recording and reports progress.
 *
 * @throws UserError when it cannot be used, or is empty
 */
export async function openRecordingReader(path: string, { messages, signal }: Context) {
  const progress = (share: number) =>
    messages.progress(words`Looking through ${printable(path)}: ${percent(share)}`);
  try {
    return await openedRecording(path, { signal, progress });
  } finally {
    messages.clearProgress();
  }
}

export const replayCommand: Action<'replay'> = async ({ arguments: { FILE } }, context) => {
  // Report a bad file before the screen is taken over.
  (await openRecordingReader(FILE, context)).file.close();
  if (!context.openConsole)
    throw new UserError([words`Only the console replays ${printable(FILE)}.`]);
  context.openConsole(['--replay', FILE]);
  return EXIT.done;
};
