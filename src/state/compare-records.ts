import type { ScannedRecord } from '../contract/operations/dns-scan.ts';

/** How a record differs from an earlier scan. */
export type RecordChange =
  | { readonly kind: 'new' }
  /** Only in the earlier scan. */
  | { readonly kind: 'removed' }
  | { readonly kind: 'changed'; readonly was: ScannedRecord };

/** A record of either scan; `change` is null if unchanged. */
export interface ComparedRecord {
  readonly record: ScannedRecord;
  readonly change: RecordChange | null;
}

/** Fields that distinguish records of one name, type and value. */
export const RECORD_DETAILS = ['Ttl', 'Priority', 'Weight', 'Port', 'IsProxied'] as const;

const nameKey = ({ Name, Type }: ScannedRecord): string => JSON.stringify([Name, Type]);
const valueKey = ({ Name, Type, Value }: ScannedRecord): string =>
  JSON.stringify([Name, Type, Value]);
const wholeKey = (record: ScannedRecord): string =>
  JSON.stringify([valueKey(record), ...RECORD_DETAILS.map((name) => record[name])]);

/** Pairs records with earlier ones of the same key, and returns the rest of both. */
function paired(
  records: readonly ScannedRecord[],
  earlier: readonly ScannedRecord[],
  keyOf: (record: ScannedRecord) => string,
) {
  const before = new Map<string, ScannedRecord[]>();
  for (const record of earlier.toReversed()) {
    const group = before.get(keyOf(record));
    if (group) group.push(record);
    else before.set(keyOf(record), [record]);
  }
  const pairs = new Map<ScannedRecord, ScannedRecord>();
  const left = records.filter((record) => {
    const was = before.get(keyOf(record))?.pop();
    if (was) pairs.set(record, was);
    return !was;
  });
  return { pairs, left, earlier: [...before.values()].flatMap((group) => group.toReversed()) };
}

/**
 * The records of a scan, then those only in the earlier one. Records of one name and type are paired by value; if one
 * of each is left, its value has changed.
 */
export function compared(
  records: readonly ScannedRecord[],
  earlier: readonly ScannedRecord[],
): readonly ComparedRecord[] {
  const same = paired(records, earlier, wholeKey);
  const value = paired(same.left, same.earlier, valueKey);
  const lone = (all: readonly ScannedRecord[]) =>
    [...Map.groupBy(all, nameKey).values()].flatMap((group) => (group.length === 1 ? group : []));
  const only = paired(lone(value.left), lone(value.earlier), nameKey);
  const was = new Map([...value.pairs, ...only.pairs]);
  const fresh = new Set(value.left);
  const replaced = new Set(only.pairs.values());
  return [
    ...records.map((record): ComparedRecord => {
      const before = was.get(record);
      if (before) return { record, change: { kind: 'changed', was: before } };
      return { record, change: fresh.has(record) ? { kind: 'new' } : null };
    }),
    ...value.earlier
      .filter((record) => !replaced.has(record))
      .map((record): ComparedRecord => ({ record, change: { kind: 'removed' } })),
  ];
}
