import { hash } from './chance.ts';

const ALPHANUMERIC = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** An id such as the service gives applications and pods: mixed-case letters and digits. */
export function alphanumericId(key: number, length: number): string {
  let id = '';
  for (let at = 0; at < length; at += 1)
    id += ALPHANUMERIC.charAt(hash(key, at) % ALPHANUMERIC.length);
  return id;
}

/** The eight hexadecimal digits of a 32-bit number. */
export const hex32 = (value: number): string => (value >>> 0).toString(16).padStart(8, '0');

/** A GUID (version 4 by its looks) made of four 32-bit numbers. */
export function guid(a: number, b: number, c: number, d: number): string {
  const second = hex32((b & 0xffff0fff) | 0x4000);
  const third = hex32((c & 0x3fffffff) | 0x80000000);
  return `${hex32(a)}-${second.slice(0, 4)}-${second.slice(4)}-${third.slice(0, 4)}-${third.slice(4)}${hex32(d)}`;
}
