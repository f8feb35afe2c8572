import { between, guid, hash, hashText, pick } from './chance.ts';

type ScanHistory =
  /** Scanned repeatedly: pending, in progress, then completed or failed, alternating. */
  | { readonly kind: 'recurring' }
  | { readonly kind: 'completed'; readonly records: number }
  | { readonly kind: 'failed'; readonly error: string }
  /** Requested long ago and never started. */
  | { readonly kind: 'stuck' }
  /** Never requested. */
  | { readonly kind: 'none' };

export interface DnsZone {
  readonly id: number;
  readonly domain: string;
  readonly key: number;
  readonly scan: ScanHistory;
}

const ZONES: readonly { readonly domain: string; readonly scan: ScanHistory }[] = [
  { domain: 'shop.example', scan: { kind: 'recurring' } },
  { domain: 'corp.example', scan: { kind: 'completed', records: 340 } },
  { domain: 'blog.example', scan: { kind: 'completed', records: 14 } },
  { domain: 'parked.example', scan: { kind: 'completed', records: 0 } },
  {
    domain: 'legacy.example',
    scan: {
      kind: 'failed',
      error: 'SERVFAIL from ns1.legacy.example: the zone is not signed as its parent says',
    },
  },
  { domain: 'new.example', scan: { kind: 'none' } },
  { domain: 'iot.example', scan: { kind: 'stuck' } },
];

export function dnsZonesOf(seed: number): readonly DnsZone[] {
  return ZONES.map((zone, index) => ({
    ...zone,
    id: 803_000 + (hash(seed, 0xd5) % 700) + index * 41,
    key: hashText(seed, `dns/${zone.domain}`),
  }));
}

/** A record scan of a zone, by its progress. */
export type Scan = {
  readonly jobId: string;
  readonly createdAt: number;
} & (
  | { readonly kind: 'pending' }
  | { readonly kind: 'in progress' }
  | {
      readonly kind: 'completed';
      readonly completedAt: number;
      readonly records: readonly ScannedRecord[];
    }
  | { readonly kind: 'failed'; readonly completedAt: number; readonly error: string }
);

/** Times within a recurring scan, milliseconds from its start. */
export const SCAN = { begins: 6_000, ends: 20_000, round: 60_000 } as const;

const HOUR_MS = 3_600_000;
const RECORDS_OF_RECURRING = 46;

/** The latest scan of a zone; undefined if none was ever requested. */
export function latestScan(zone: DnsZone, now: number, startedAt: number): Scan | undefined {
  const { scan } = zone;
  const createdAt = startedAt - 2 * HOUR_MS;
  const job = { jobId: jobId(zone, 0), createdAt };
  switch (scan.kind) {
    case 'none':
      return undefined;
    case 'stuck':
      return { ...job, kind: 'pending' };
    case 'failed':
      return { ...job, kind: 'failed', completedAt: createdAt + 31_000, error: scan.error };
    case 'completed':
      return {
        ...job,
        kind: 'completed',
        completedAt: createdAt + 9_000,
        records: scannedRecords(zone.key, zone.domain, scan.records),
      };
    case 'recurring':
      return recurringScan(zone, now, startedAt);
  }
}

function recurringScan(zone: DnsZone, now: number, startedAt: number): Scan {
  const round = Math.floor((now - startedAt) / SCAN.round);
  const createdAt = startedAt + round * SCAN.round;
  const age = now - createdAt;
  const job = { jobId: jobId(zone, round), createdAt };
  if (age < SCAN.begins) return { ...job, kind: 'pending' };
  if (age < SCAN.ends) return { ...job, kind: 'in progress' };
  const completedAt = createdAt + SCAN.ends;
  if (round % 2 !== 0) {
    return { ...job, kind: 'failed', completedAt, error: 'Timed out asking ns2.shop.example' };
  }
  const records = scannedRecords(zone.key, zone.domain, RECORDS_OF_RECURRING);
  return { ...job, kind: 'completed', completedAt, records: editedRecords(records, round) };
}

/** Edits since the first scan: one address each time, a TTL, and one renamed host. */
function editedRecords(records: readonly ScannedRecord[], round: number): readonly ScannedRecord[] {
  if (round === 0) return records;
  return records.map((record, at) => {
    if (record.Name === '@' && record.Type === A)
      return { ...record, Value: `203.0.113.${10 + (round % 200)}` };
    if (record.Name === '_dmarc') return { ...record, Ttl: 3600 };
    return at === records.length - 1 ? { ...record, Name: `new.${record.Name}` } : record;
  });
}

const jobId = ({ key }: DnsZone, round: number): string =>
  guid(hash(key, round, 1), hash(key, round, 2), hash(key, round, 3), hash(key, round, 4));

/** A scanned record (contract, Scanned record). */
interface ScannedRecord {
  readonly Name: string;
  readonly Type: number;
  readonly Ttl: number;
  readonly Value: string;
  readonly Priority: number | null;
  readonly Weight: number | null;
  readonly Port: number | null;
  readonly IsProxied: boolean;
}

const DEFAULTS = { Ttl: 300, Priority: null, Weight: null, Port: null, IsProxied: false } as const;

const LABELS = ['app', 'api', 'vpn', 'mail', 'git', 'ci', 'db', 'cache', 'cdn', 'stage', 'ns', 'm'];
const PLACES = ['fra', 'par', 'lon', 'nyc', 'lax', 'sin', 'syd', 'tyo'];

/** Record types as in wire-facts 5. */
const A = 0;
const AAAA = 1;
const CNAME = 2;
const TXT = 3;
const MX = 4;
const SRV = 8;
const CAA = 9;
const NS = 12;
const HTTPS = 14;
const SOA = 16;
/** A type without a name. */
const UNNAMED = 42;

const record = (
  Name: string,
  Type: number,
  Value: string,
  more: Partial<ScannedRecord> = {},
): ScannedRecord => ({ ...DEFAULTS, Name, Type, Value, ...more });

/** The records at a zone's apex, and the peculiar ones that scans find. */
const apexOf = (domain: string): readonly ScannedRecord[] => [
  record('@', SOA, `ns1.${domain}. hostmaster.${domain}. 2026031401 7200 3600 1209600 300`, {
    Ttl: 3600,
  }),
  record('@', NS, `ns1.${domain}`, { Ttl: 86_400 }),
  record('@', NS, `ns2.${domain}`, { Ttl: 86_400 }),
  record('@', A, '203.0.113.10', { IsProxied: true }),
  record('@', AAAA, '2001:db8:4::10', { IsProxied: true }),
  record('@', MX, `mx1.${domain}`, { Ttl: 3600, Priority: 10 }),
  record('@', MX, `mx2.${domain}`, { Ttl: 3600, Priority: 20 }),
  record('@', TXT, 'v=spf1 include:_spf.mail.example ~all'),
  record('@', CAA, '0 issue "letsencrypt.org"'),
  record('www', CNAME, domain, { IsProxied: true }),
  record('_dmarc', TXT, 'v=DMARC1; p=reject; rua=mailto:dmarc@mail.example'),
  record('_sip._tcp', SRV, `sip.${domain}`, { Priority: 10, Weight: 60, Port: 5060 }),
  record('www', HTTPS, '1 . alpn="h3,h2"'),
  // Hostile text: a terminal escape and a right-to-left override.
  record('motd', TXT, 'welcome\u001b[2J \u202Eelpmaxe'),
  record('odd', UNNAMED, '\\# 4 0a000001', { Ttl: 60 }),
];

/** The first `count` records of a domain, the same for the same `key`. */
export function scannedRecords(
  key: number,
  domain: string,
  count: number,
): readonly ScannedRecord[] {
  const apex = apexOf(domain).slice(0, count);
  const hosts = Array.from({ length: Math.max(0, count - apex.length) }, (_, at) =>
    host(key, domain, at),
  );
  return [...apex, ...hosts];
}

function host(key: number, domain: string, at: number): ScannedRecord {
  const chance = hash(key, at);
  const name = `${pick(LABELS, chance)}${at}.${pick(PLACES, chance >>> 8)}`;
  const Ttl = pick([60, 300, 3600], chance >>> 4);
  if (chance % 5 === 0) return record(name, CNAME, `lb.${domain}`, { Ttl });
  if (chance % 7 === 0) {
    const network = (chance & 0xffff).toString(16);
    return record(name, AAAA, `2001:db8:${network}::${at.toString(16)}`, { Ttl });
  }
  const Value = `10.${between(chance, 0, 31)}.${at >>> 8}.${at & 255}`;
  return record(name, A, Value, { Ttl, IsProxied: chance % 11 === 0 });
}
