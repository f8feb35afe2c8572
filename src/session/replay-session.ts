import { DEFAULT_INTERVAL_MS } from '../config/defaults.ts';
import { driftLog } from '../contract/drift.ts';
import { Player } from '../recording/player.ts';
import { workspaceOf } from '../recording/recorded-workspace.ts';
import { openRecording } from '../recording/recording-file.ts';
import { openReplay, type Replay } from '../recording/replay.ts';
import { DatabaseError, type DatabaseOpening, sqliteTrouble } from '../sqlite/database.ts';
import { printable, words } from '../text/printable.ts';
import type { Edges } from './edges.ts';
import { UserError } from './errors.ts';
import type { Session } from './session.ts';

const FIRST_ROUND_MS = 2000;

/**
 * Opens a console on a recording, without any network access.
 *
 * @throws UserError when it cannot be opened
 */
export async function openReplaySession(
  path: string,
  { clock }: Pick<Edges, 'clock'>,
): Promise<Session & { readonly interval: number; readonly replay: Replay }> {
  const { file, about, extent } = await openedRecording(path);
  const player = new Player(file, extent, clock);
  // A bundle starts at its end, when it was made. A recording starts after the first round of answers: at its very
  // beginning there is only one.
  player.seek(about.bundle ? extent.until : extent.from + FIRST_ROUND_MS);
  return {
    connect: (report) => player.connect(report),
    profile: {
      name: printable(about.profile),
      host: printable(about.host),
      baseUrl: about.service,
      demo: false,
      readOnly: false,
      offline: true,
    },
    workspace: workspaceOf(about.workspace),
    history: false,
    drift: driftLog(),
    close: async () => file.close(),
    interval: about.interval >= 1000 ? about.interval : DEFAULT_INTERVAL_MS,
    replay: openReplay(file, about, player),
  };
}

/**
 * Opens a recording that is not empty.
 *
 * @throws UserError when it cannot be used, or is empty
 */
export async function openedRecording(path: string, opening?: DatabaseOpening) {
  let isBundle = false;
  try {
    const file = await openRecording(path, 'read', opening);
    try {
      const [about, extent] = [file.about(), file.extent()];
      if (about && extent) return { file, about, extent };
      isBundle = Boolean(about?.bundle);
    } catch (error) {
      file.close();
      throw sqliteTrouble(path, error);
    }
    file.close();
  } catch (error) {
    if (!(error instanceof DatabaseError)) throw error;
    throw new UserError([printable(error.message)]);
  }
  throw new UserError([
    words`${printable(path)} is empty: nothing was answered while it was made.`,
    // A bundle is a single file that is complete or absent.
    ...(isBundle
      ? []
      : [
          words`If it was copied while it was written, or after a kill, copy ${printable(path)}-wal, too.`,
        ]),
  ]);
}
