import { between, hash, pick } from '../chance.ts';

/** A record that a scan found (contract, Scanned record). */
export interface ScannedRecord {
  readonly Name: string;
  readonly Type: number;
  readonly Ttl: number;
  readonly Value: string;
  readonly Priority: number | null;
  readonly Weight: number | null;
  readonly Port: number | null;
  readonly IsProxied: boolean;
}

const BARE = { Ttl: 300, Priority: null, Weight: null, Port: null, IsProxied: false } as const;

const LABELS = ['app', 'api', 'vpn', 'mail', 'git', 'ci', 'db', 'cache', 'cdn', 'stage', 'ns', 'm'];
const PLACES = ['fra', 'par', 'lon', 'nyc', 'lax', 'sin', 'syd', 'tyo'];

/** The types as wire-facts 5 has them. */
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
/** One that nobody has named. */
const UNNAMED = 42;

/** What every zone has at its apex, the oddities of scans among it. */
const apexOf = (domain: string): readonly ScannedRecord[] => [
  {
    ...BARE,
    Name: '@',
    Type: SOA,
    Ttl: 3600,
    Value: `ns1.${domain}. hostmaster.${domain}. 2026031401 7200 3600 1209600 300`,
  },
  { ...BARE, Name: '@', Type: NS, Ttl: 86_400, Value: `ns1.${domain}` },
  { ...BARE, Name: '@', Type: NS, Ttl: 86_400, Value: `ns2.${domain}` },
  { ...BARE, Name: '@', Type: A, Value: '203.0.113.10', IsProxied: true },
  { ...BARE, Name: '@', Type: AAAA, Value: '2001:db8:4::10', IsProxied: true },
  { ...BARE, Name: '@', Type: MX, Ttl: 3600, Value: `mx1.${domain}`, Priority: 10 },
  { ...BARE, Name: '@', Type: MX, Ttl: 3600, Value: `mx2.${domain}`, Priority: 20 },
  { ...BARE, Name: '@', Type: TXT, Value: 'v=spf1 include:_spf.mail.example ~all' },
  { ...BARE, Name: '@', Type: CAA, Value: '0 issue "letsencrypt.org"' },
  { ...BARE, Name: 'www', Type: CNAME, Value: domain, IsProxied: true },
  {
    ...BARE,
    Name: '_dmarc',
    Type: TXT,
    Value: 'v=DMARC1; p=reject; rua=mailto:dmarc@mail.example',
  },
  {
    ...BARE,
    Name: '_sip._tcp',
    Type: SRV,
    Value: `sip.${domain}`,
    Priority: 10,
    Weight: 60,
    Port: 5060,
  },
  { ...BARE, Name: 'www', Type: HTTPS, Value: '1 . alpn="h3,h2"' },
  // Whoever writes a TXT record writes it for whoever reads the scan.
  { ...BARE, Name: 'motd', Type: TXT, Value: 'welcome\u001b[2J \u202Eelpmaxe' },
  { ...BARE, Name: 'odd', Type: UNNAMED, Ttl: 60, Value: '\\# 4 0a000001' },
];

/** The first `count` records of a domain; the same ones for the same `key`. */
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
  if (chance % 5 === 0) return { ...BARE, Ttl, Name: name, Type: CNAME, Value: `lb.${domain}` };
  if (chance % 7 === 0) {
    return {
      ...BARE,
      Ttl,
      Name: name,
      Type: AAAA,
      Value: `2001:db8:${(chance & 0xffff).toString(16)}::${at.toString(16)}`,
    };
  }
  const Value = `10.${between(chance, 0, 31)}.${at >>> 8}.${at & 255}`;
  return { ...BARE, Ttl, Name: name, Type: A, Value, IsProxied: chance % 11 === 0 };
}
