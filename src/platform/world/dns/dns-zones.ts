import { hash, hashText } from '../chance.ts';

/** What scanning a zone's records has come to. */
export type ScanHistory =
  /** Scanned again and again: pending, in progress, and then completed and failed by turns. */
  | { readonly kind: 'recurring' }
  | { readonly kind: 'completed'; readonly records: number }
  | { readonly kind: 'failed'; readonly error: string }
  /** Asked for long ago and never begun. */
  | { readonly kind: 'stuck' }
  /** Never asked for. */
  | { readonly kind: 'none' };

/** A DNS zone of the world. */
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

/** The world's DNS zones. */
export function dnsZonesOf(seed: number): readonly DnsZone[] {
  return ZONES.map((zone, index) => ({
    ...zone,
    id: 803_000 + (hash(seed, 0xd5) % 700) + index * 41,
    key: hashText(seed, `dns/${zone.domain}`),
  }));
}
