import type { EventArchive } from '../../../archive/event-archive.ts';
import { type Coverage, covers, dayRange } from '../../../events/coverage.ts';
import type { Delivery } from '../../../feeds/pages.ts';
import { startOfDay, type UtcDay } from '../../../text/moments.ts';
import type { Span } from './which-days.ts';

/** Days before today of which the service still has all (it keeps 72 hours). */
const KEPT_DAYS = 2;

/**
 * The span that a run with an archive follows: what it has of the days before, and not to their end, is
 * completed first. `--since` is left as it was said.
 */
export function resumedSpan(
  archive: Pick<EventArchive, 'days' | 'coverage'>,
  zone: string,
  span: Span,
): Span {
  if (span.since !== null) return span;
  const open = archive
    .days(zone)
    .find(
      (day) =>
        day >= span.to - KEPT_DAYS &&
        day < span.to &&
        !covers(archive.coverage(zone, day), dayRange(day)),
    );
  return open === undefined ? span : { ...span, from: open };
}

/** A page to be kept. */
export interface KeptPage extends Pick<Delivery, 'page' | 'day' | 'coverage'> {
  readonly zone: string;
  readonly span: Span;
}

/** Keeps a page; resolves with how many of its entries the archive had not, or more where others write to it. */
export async function keep(
  archive: Pick<EventArchive, 'take' | 'coverage'>,
  { zone, day, page, coverage, span }: KeptPage,
): Promise<number> {
  const before = archive.coverage(zone, day).entries;
  await archive.take(zone, day, page.logs, claimed(coverage, day, span));
  return Math.min(page.logs.length, archive.coverage(zone, day).entries - before);
}

/** What a run may claim: not what `--since` made it pass over. */
function claimed(coverage: Coverage, day: UtcDay, { from, since }: Span): Coverage {
  if (since === null || day !== from) return coverage;
  const begin = Math.max(since, startOfDay(day));
  const loaded = coverage.loaded
    .map((range) => ({ from: Math.max(range.from, begin), until: range.until }))
    .filter((range) => range.from < range.until);
  return { ...coverage, loaded };
}
