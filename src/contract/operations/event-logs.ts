import { usDay, utcDay } from '../../text/time.ts';
import { defineOperation } from '../operation.ts';
import { type Decoded, decoder, list, numberAsWritten, object, orBlank, strict } from '../shape.ts';
import { flag, genericResponse, integer, text, textOrJson } from '../values.ts';

/* Resources, "Shield event log page". Anyone who sends a request to the zone can write into these texts. */

const labels = orBlank({
  /** Digits in all samples. */
  asn: text,
  /** Country code; two letters in all samples. */
  country: text,
  /** Digits in all samples. */
  ruleId: text,
  /** Allowed values not shown; "" in all samples. */
  severity: text,
  method: text,
  /** Allowed values not shown; "" in all samples. */
  ruleGroup: text,
  /** The action taken: `Blocked` in all samples. */
  status: text,
  /** Code of the edge location. */
  serverZone: text,
});

export const entryShape = object({
  /** A GUID in all samples. */
  logId: text,
  /** Unit not shown; milliseconds since the Unix epoch in all samples. */
  timestamp: integer,
  /** A JSON document in all samples; otherwise text. */
  log: textOrJson,
  labels,
});

/**
 * An item that is no object becomes an entry with its JSON as `log`: without it the page would seem to have fewer
 * entries.
 */
const itemShape: typeof entryShape = {
  ...entryShape,
  at(path) {
    const read = entryShape.at(path);
    return (json, drift) => {
      const entry = read(json, drift);
      if (entry) return entry;
      if (json === null) drift.note('wrong-type', path, json);
      return read({ log: JSON.stringify(json) }, drift);
    };
  },
};

const pageShape = object({
  logs: strict(list(itemShape)),
  hasMoreData: flag,
  /** Null or "" on the last page. */
  continuationToken: text,
  /** Meaning not shown. */
  startToken: text,
  errorResponse: genericResponse,
});

interface EventLogsInput {
  readonly shieldZoneId: string;
  /** UTC day as `MM-dd-yyyy`. */
  readonly date: string;
  /** The token of the previous page; omitted for the first (see `help/assumptions.md`, `first-page`). */
  readonly continuationToken?: string | undefined;
}

export type EventLabels = Decoded<typeof labels>;
export type EventLogEntry = NonNullable<Decoded<typeof entryShape>>;
/** The digits of a timestamp that does not fit a double; undefined for all others, which is nearly always. */
export const stampAsWritten = (entry: EventLogEntry): string | undefined =>
  Number.isSafeInteger(entry.timestamp) ? undefined : numberAsWritten(entry, 'timestamp');

/** The entries of a page in order: an array, or columns filled by another thread. */
export interface EntryList extends Iterable<EventLogEntry> {
  readonly length: number;
  at(index: number): EventLogEntry | undefined;
}

export interface EventLogPage extends Omit<NonNullable<Decoded<typeof pageShape>>, 'logs'> {
  readonly logs: EntryList;
}

/** One page of the event log of a shield zone and day (Endpoints, 8). The order is not stated. */
export const eventLogs = defineOperation<EventLogsInput, EventLogPage>({
  id: 'event-logs',
  number: 8,
  title: 'Shield event logs',
  method: 'GET',
  path: '/shield/event-logs/{shieldZoneId}/{date}/{continuationToken}',
  token: 'continuationToken',
  envelope: ['hasMoreData', 'continuationToken', 'startToken', 'errorResponse'],
  subject: 'shieldZones',
  credential: 'not shown',
  effect: 'reads',
  probe: {
    noun: 'event log',
    input: (shieldZoneId, now) => ({ shieldZoneId, date: usDay(utcDay(now)) }),
  },
  compose: ({ shieldZoneId, date, continuationToken }) => ({
    path: { shieldZoneId, date, continuationToken },
  }),
  composeOther: ({ shieldZoneId, date, continuationToken }) =>
    continuationToken === undefined
      ? { path: { shieldZoneId, date, continuationToken: '' } }
      : undefined,
  answer: decoder('event-logs', pageShape),
});
