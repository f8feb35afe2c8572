/** From wire-facts 5: the contract does not show the mapping. */
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

/** The name of a scanned record's `Type`: `MX`, or `TYPE 99` for a number nobody has named. */
export function recordTypeName(type: number): string {
  return NAMES.get(type) ?? `TYPE ${type}`;
}
