import { defineOperation } from '../operation.ts';
import { namesAnother } from '../path.ts';
import { type Decoded, decoder, nullableList, object, strict } from '../shape.ts';
import { dateTime, flag, id, integer, oneOf, text } from '../values.ts';

/* Resources, "DNS record scan job". */

export const recordShape = object({
  /** Relative to the zone; `@` is the zone itself (wire-facts 5). All texts here are hostile. */
  Name: text,
  /** The contract does not show the mapping to types: see `recordTypeName`. */
  Type: integer,
  /** Unit not stated; seconds by DNS convention. */
  Ttl: integer,
  Value: text,
  Priority: integer,
  Weight: integer,
  Port: integer,
  /** Whether the service would answer with its own addresses. */
  IsProxied: flag,
});

/** By code, 0 to 3 (contract: States and transitions). */
export const SCAN_STATUSES = ['Pending', 'InProgress', 'Completed', 'Failed'] as const;

export const jobShape = object({
  JobId: text,
  /** Null for a scan requested by domain. */
  ZoneId: id,
  /** Null for a scan requested by zone (wire-facts 5). */
  Domain: text,
  AccountId: text,
  /** Integers 0 to 3 on the wire; the possible transitions are not shown. */
  Status: oneOf(SCAN_STATUSES, 'by position'),
  CreatedAt: dateTime,
  /** Null until the job has ended. */
  CompletedAt: dateTime,
  /** Null until there is a result; empty if nothing was found (wire-facts 5). */
  Records: strict(nullableList(recordShape)),
  Error: text,
});

export type ScannedRecord = NonNullable<Decoded<typeof recordShape>>;
export type DnsScan = NonNullable<Decoded<typeof jobShape>>;

/** The latest record scan of a DNS zone (Endpoints, 5). */
export const dnsScan = defineOperation<{ readonly zoneId: string }, DnsScan>({
  id: 'dns-scan',
  number: 5,
  title: 'Latest DNS record scan',
  method: 'GET',
  path: '/dnszone/{zoneId}/records/scan',
  subject: 'dnsZones',
  credential: 'stated',
  effect: 'reads',
  probe: { noun: 'DNS scan', input: (zoneId) => ({ zoneId }) },
  compose: ({ zoneId }) => ({ path: { zoneId } }),
  misrouted: ({ zoneId }, { ZoneId }) => namesAnother('zone', zoneId, ZoneId),
  answer: decoder('dns-scan', jobShape),
});

/** From wire-facts 5; not shown in the contract. */
const NAMES: ReadonlyMap<number, string> = new Map([
  [0, 'A'],
  [1, 'AAAA'],
  [2, 'CNAME'],
  [3, 'TXT'],
  [4, 'MX'],
  [8, 'SRV'],
  [9, 'CAA'],
  [10, 'PTR'],
  [12, 'NS'],
  [13, 'SVCB'],
  [14, 'HTTPS'],
  [15, 'TLSA'],
  [16, 'SOA'],
]);

/** The name of a record's `Type`: `MX`, or `TYPE 99` for an unknown number. */
export function recordTypeName(type: number): string {
  return NAMES.get(type) ?? `TYPE ${type}`;
}
