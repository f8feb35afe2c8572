import { ApiError } from '../contract/api-error.ts';
import { driftLog } from '../contract/drift.ts';
import { EMPTY_WORKSPACE } from '../state/workspace.ts';
import { printable, words } from '../text/printable.ts';
import { Refusal } from './refusal.ts';
import type { Session } from './session.ts';

/** What a console without a service runs on. */
export interface ArchiveSession extends Session {
  /** Milliseconds. */
  readonly interval: number;
}

/** How often what is asked of nobody would be asked, milliseconds. */
const INTERVAL = 5000;

/**
 * A console without a service: what is looked at is in the file, which must be an archive of events.
 *
 * @throws Refusal with the reason when it is none
 */
export async function openArchiveSession(path: string): Promise<ArchiveSession> {
  const [{ readEventArchive }, { ArchiveTrouble }] = await Promise.all([
    import('../archive/event-archive.ts'),
    import('../archive/archive-trouble.ts'),
  ]);
  try {
    (await readEventArchive(path)).close();
  } catch (error) {
    if (!(error instanceof ArchiveTrouble)) throw error;
    throw new Refusal([printable(error.message)]);
  }
  return {
    connect: () => async () => {
      throw new ApiError({ kind: 'refused', title: 'There is no service: an archive is open' });
    },
    profile: {
      name: words`archive`,
      host: printable(path.split('/').at(-1) || path),
      baseUrl: '',
      demo: false,
      readOnly: true,
      offline: true,
    },
    workspace: EMPTY_WORKSPACE,
    drift: driftLog(),
    close: async () => {},
    interval: INTERVAL,
  };
}
