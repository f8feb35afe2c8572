import type { Printable } from './printable.ts';

/** A number as it came, cut to two decimals so that columns stay calm; `–` for none. No unit: whoever knows it writes it. */
export function figure(value: number | null | undefined, decimals = 2): Printable {
  if (value === null || value === undefined) return '–' as Printable;
  if (!Number.isFinite(value)) return '?' as Printable;
  if (Number.isInteger(value)) return String(value) as Printable;
  return value.toFixed(decimals) as Printable;
}

/** A reading that goes up and down, with one decimal whatever it is, so that a column stays calm; `–` for none. */
export function gauge(value: number | null | undefined): Printable {
  if (value === null || value === undefined) return '–' as Printable;
  if (!Number.isFinite(value)) return '?' as Printable;
  return value.toFixed(1) as Printable;
}

/** A count with thousands separated: `8,412`. */
export function count(value: number): Printable {
  if (!Number.isFinite(value)) return '?' as Printable;
  return String(Math.trunc(value)).replace(/\B(?=(\d{3})+$)/g, ',') as Printable;
}

const UNITS = ['B', 'KiB', 'MiB', 'GiB', 'TiB'];

/** An amount of bytes in the unit people read: `4.2 MiB`. */
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
