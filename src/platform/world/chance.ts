/**
 * The world's only source of randomness: a 32-bit hash of integers. Nothing is drawn in sequence, so any part of the
 * world can be computed alone, and the same seed gives the same world.
 */
export function hash(a: number, b = 0, c = 0, d = 0): number {
  return stir(stir(stir(stir(0x9e3779b9, a), b), c), d) >>> 0;
}

function stir(state: number, value: number): number {
  let mixed = Math.imul(state ^ value, 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return mixed ^ (mixed >>> 16);
}

export function hashText(seed: number, text: string): number {
  let state = seed;
  for (let at = 0; at < text.length; at += 1) state = stir(state, text.charCodeAt(at));
  return state >>> 0;
}

/** A hash as a number in [0, 1). */
export const fraction = (hashed: number): number => hashed / 2 ** 32;

/** A hash as an integer from `least` to `most`, inclusive. */
export const between = (hashed: number, least: number, most: number): number =>
  least + (hashed % (most - least + 1));

/** The list item a hash selects. The list must not be empty. */
export function pick<Member>(list: readonly Member[], hashed: number): Member {
  const member = list[hashed % list.length];
  if (member === undefined) throw new RangeError('nothing to pick from');
  return member;
}

const ALPHANUMERIC = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** An id in the format of applications and pods: mixed-case letters and digits. */
export function alphanumericId(key: number, length: number): string {
  let id = '';
  for (let at = 0; at < length; at += 1)
    id += ALPHANUMERIC.charAt(hash(key, at) % ALPHANUMERIC.length);
  return id;
}

/** A GUID that looks like version 4, from four 32-bit numbers. */
export function guid(a: number, b: number, c: number, d: number): string {
  const second = hex32((b & 0xffff0fff) | 0x4000);
  const third = hex32((c & 0x3fffffff) | 0x80000000);
  return `${hex32(a)}-${second.slice(0, 4)}-${second.slice(4)}-${third.slice(0, 4)}-${third.slice(4)}${hex32(d)}`;
}

const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

const two = (value: number): string => HEX[value & 255] ?? '';

/** Four hexadecimal digits, of the lowest sixteen bits. */
const four = (value: number): string => two(value >>> 8) + two(value);

export const hex32 = (value: number): string => four(value >>> 16) + four(value);

/**
 * The id of an entry, which looks like a GUID. Unique in a world if `unique` differs between entries of the same
 * `series` (16 bits: a zone's day). Both can be read back from the first twelve digits.
 */
export function logId(unique: number, series: number): string {
  const b = hash(unique, 1);
  const c = hash(unique, 2);
  const first = hex32(unique);
  const second = four(series ^ unique);
  const third = four((b & 0x0fff) | 0x4000);
  const fourth = four(((b >>> 16) & 0x3fff) | 0x8000);
  return `${first}-${second}-${third}-${fourth}-${hex32(c)}${four(b ^ c)}`;
}

const HOUR_MS = 3_600_000;
/** Periods of the two waves, milliseconds. */
const SLOW_WAVE = 7 * 60_000;
const FAST_WAVE = 9_000;

/** A position in a series of periods: which one, and how far into it, from 0 to 1. */
interface Segment {
  readonly step: number;
  readonly into: number;
}

/** What the load at a moment is computed from; computed once for many loads. */
export interface LoadPhase {
  readonly daily: number;
  readonly slow: Segment;
  readonly fast: Segment;
}

function segment(now: number, period: number): Segment {
  const place = now / period;
  const step = Math.floor(place);
  return { step, into: place - step };
}

export const loadPhase = (now: number): LoadPhase => ({
  daily: 1 - 0.3 * Math.cos(((now / HOUR_MS - 3) / 24) * 2 * Math.PI),
  slow: segment(now, SLOW_WAVE),
  fast: segment(now, FAST_WAVE),
});

/** Smooth noise between 0 and 1, with one value per `period` (milliseconds). */
function drift(key: number, { step, into }: Segment, period: number): number {
  const here = fraction(hash(key, step, period));
  const next = fraction(hash(key, step + 1, period));
  return here + (next - here) * into * into * (3 - 2 * into);
}

/** {@link load} for a precomputed moment. */
export function loadAt(key: number, { daily, slow, fast }: LoadPhase): number {
  const slowly = 0.8 + 0.4 * drift(key, slow, SLOW_WAVE);
  const quickly = 0.94 + 0.12 * drift(key + 1, fast, FAST_WAVE);
  return daily * slowly * quickly;
}

/**
 * The load at a moment, around 1: a daily curve (lowest about 03:00 UTC) with one wave of minutes and one of seconds.
 */
export const load = (key: number, now: number): number => loadAt(key, loadPhase(now));
