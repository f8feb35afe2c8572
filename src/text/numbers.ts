import { type Printable, words } from './printable.ts';

/** A number with at most `decimals` decimals; `–` for none. */
export function figure(value: number | null | undefined, decimals = 2): Printable {
  if (value === null || value === undefined) return '–' as Printable;
  if (!Number.isFinite(value)) return '?' as Printable;
  if (Number.isInteger(value)) return String(value) as Printable;
  return value.toFixed(decimals) as Printable;
}

/** A changing measurement with one decimal, so that its column keeps its width; `–` for none. */
export function gauge(value: number | null | undefined): Printable {
  if (value === null || value === undefined) return '–' as Printable;
  if (!Number.isFinite(value)) return '?' as Printable;
  return value.toFixed(1) as Printable;
}

/** A count with thousands separators: `8,412`. */
export function count(value: number): Printable {
  if (!Number.isFinite(value)) return '?' as Printable;
  return String(Math.trunc(value)).replace(/\B(?=(\d{3})+$)/g, ',') as Printable;
}

/** A count with a noun: `1 record`, `1,204 records`. */
export const counted = (value: number, one: Printable, many = words`${one}s`): Printable =>
  words`${count(value)} ${value === 1 ? one : many}`;

/** A number, with thousands separators if whole: `7,391,701`, `0.25`; `–` for none. */
export const amount = (value: number | null | undefined): Printable =>
  Number.isInteger(value) ? count(value as number) : figure(value);

/** A share of 1 in percent: `12%`; `<1%` and `>99%` instead of a misleading 0 or 100. */
export function percent(share: number): Printable {
  const rounded = Math.round(share * 100);
  if (rounded === 0 && share > 0) return '<1%' as Printable;
  if (rounded === 100 && share < 1) return '>99%' as Printable;
  return `${rounded}%` as Printable;
}

/** The same with one decimal, for columns: `25.8%`, `<0.1%`, `>99.9%`. */
export function percentExact(share: number): Printable {
  const rounded = (share * 100).toFixed(1);
  if (rounded === '0.0' && share > 0) return '<0.1%' as Printable;
  if (rounded === '100.0' && share < 1) return '>99.9%' as Printable;
  return `${rounded}%` as Printable;
}

const UNITS = ['B', 'KiB', 'MiB', 'GiB', 'TiB'];

/** Bytes in a suitable unit: `4.2 MiB`. */
export function bytes(value: number): Printable {
  if (!Number.isFinite(value)) return '?' as Printable;
  let amount = value;
  let unit = 0;
  while (Math.abs(amount) >= 1024 && unit < UNITS.length - 1) {
    amount /= 1024;
    unit += 1;
  }
  return `${unit === 0 ? amount : amount.toFixed(1)} ${UNITS[unit]}` as Printable;
}

/** The minimum, for more numbers than a call takes arguments; infinity for none. */
export function least(values: Iterable<number>): number {
  let found = Number.POSITIVE_INFINITY;
  for (const value of values) found = Math.min(found, value);
  return found;
}

/** The maximum; minus infinity for none. */
export function greatest(values: Iterable<number>): number {
  let found = Number.NEGATIVE_INFINITY;
  for (const value of values) found = Math.max(found, value);
  return found;
}
