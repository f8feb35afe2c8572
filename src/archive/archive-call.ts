import { ApiError } from '../contract/api-error.ts';
import { noDrift } from '../contract/drift.ts';
import type { Call } from '../contract/operation.ts';
import { type EventLogPage, eventLogs } from '../contract/operations/event-logs.ts';
import { type UtcDay, utcDay } from '../text/moments.ts';
import { ArchiveTrouble } from './archive-trouble.ts';
import type { ArchiveReader } from './event-archive.ts';

/** Asks for one page of a zone's day. */
export type AskPage = (
  zone: string,
  day: UtcDay,
  token: string | undefined,
) => Promise<EventLogPage>;

/** An archive's pages, newest first, asked for like the service's. Rejects with an ArchiveTrouble. */
export const archivePages =
  (archive: Pick<ArchiveReader, 'page'>): AskPage =>
  async (zone, day, token) =>
    archive.page(zone, day, token);

/**
 * A {@link Call} that answers the event logs of an archive, without a network: what works over the service
 * works over it. Every other operation is refused.
 */
export function archiveCall(archive: Pick<ArchiveReader, 'page'>): Call {
  const ask = archivePages(archive);
  return async (operation, input, signal) => {
    if (signal?.aborted) throw new ApiError({ kind: 'aborted', title: 'Let go before the answer' });
    if (operation.id !== eventLogs.id) {
      throw new ApiError({ kind: 'refused', title: 'An archive holds event logs only' });
    }
    const { shieldZoneId = '', date = '', continuationToken } = operation.compose(input).path;
    const day = dayFrom(date);
    if (day === undefined) throw new ApiError({ kind: 'bad-request', title: 'That is no day' });
    try {
      return operation.answer.decode(await ask(shieldZoneId, day, continuationToken), noDrift);
    } catch (error) {
      if (!(error instanceof ArchiveTrouble)) throw error;
      throw new ApiError({ kind: 'service', title: error.message });
    }
  };
}

/** The day written as `MM-dd-yyyy`. */
function dayFrom(text: string): UtcDay | undefined {
  const [, month, day, year] = /^(\d\d)-(\d\d)-(\d{4})$/.exec(text) ?? [];
  const time = Date.parse(`${year}-${month}-${day}T00:00:00Z`);
  return Number.isNaN(time) ? undefined : utcDay(time);
}
