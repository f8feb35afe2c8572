import { ArchiveTrouble } from '../../archive/archive-trouble.ts';
import { noCoverage } from '../../events/coverage.ts';
import type { KeptLog } from '../../events/kept-log.ts';

/** Whether what is followed is kept in an archive. */
export type Keeping =
  | { readonly kind: 'off' }
  | { readonly kind: 'on'; readonly path: string }
  /** It was to be kept, and is not. `reason`: a sentence, hostile text. */
  | { readonly kind: 'failed'; readonly path: string; readonly reason: string };

/** An archive that pages are kept in as they come. Once it cannot be used any more it knows of nothing. */
export interface Keeper extends KeptLog {
  /** Lets go of the file, once the page that is being kept is. */
  close(): Promise<void>;
}

/**
 * Opens an archive to keep pages in. What goes wrong with it later must not end the following: it is told
 * once to `failed`, and nothing is kept from then on, since what came later would hide what is missing.
 *
 * @throws ArchiveTrouble when it cannot be opened
 */
export async function openKeeper(path: string, failed: (reason: string) => void): Promise<Keeper> {
  const { openEventArchive } = await import('../../archive/event-archive.ts');
  const archive = await openEventArchive(path);
  let latest: Promise<void> = Promise.resolve();
  let over = false;
  const trouble = (error: unknown) => {
    if (!(error instanceof ArchiveTrouble)) throw error;
    over = true;
    failed(error.message);
  };
  const keep = async (page: Parameters<KeptLog['take']>) => {
    if (over) return;
    try {
      await archive.take(...page);
    } catch (error) {
      trouble(error);
    }
  };
  const read = <Value>(work: () => Value, nothing: Value): Value => {
    if (over) return nothing;
    try {
      return work();
    } catch (error) {
      trouble(error);
      return nothing;
    }
  };
  return {
    days: (zone) => read(() => archive.days(zone), []),
    coverage: (zone, day) => read(() => archive.coverage(zone, day), noCoverage(day)),
    covered: (zone, day) => read(() => archive.covered(zone, day), []),
    take(...page) {
      const kept = keep(page);
      latest = Promise.all([latest, kept]).then(() => {});
      latest.catch(() => {});
      return kept;
    },
    async close() {
      over = true;
      await latest.catch(() => {});
      archive.close();
    },
  };
}
