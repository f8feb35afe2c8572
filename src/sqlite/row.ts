import type { DatabaseSync } from 'node:sqlite';
import { damaged } from './database.ts';

/** A row as SQLite hands it over: the file is not believed. */
export type Row = Readonly<Record<string, unknown>>;

/** The value of a setting of SQLite that is a number. */
export const pragma = (database: DatabaseSync, name: string): number =>
  Number(database.prepare(`PRAGMA ${name}`).get()?.[name] ?? 0);

/** Bytes of the file that hold something. */
export const sizeOf = (database: DatabaseSync): number =>
  (pragma(database, 'page_count') - pragma(database, 'freelist_count')) *
  pragma(database, 'page_size');

/** Does `work` in one transaction that no other process can come between; `undone` is told when nothing of it was kept. */
export function transaction<Value>(
  database: DatabaseSync,
  work: () => Value,
  undone: () => void = () => {},
): Value {
  // Immediate: a transaction that turns from reading to writing fails instead of waiting for another.
  database.exec('BEGIN IMMEDIATE');
  try {
    const value = work();
    database.exec('COMMIT');
    return value;
  } catch (error) {
    if (database.isTransaction) database.exec('ROLLBACK');
    undone();
    throw error;
  }
}

/** Milliseconds that a `Date` can say. */
const FARTHEST_TIME = 8.64e15;

/**
 * A time, milliseconds since the epoch.
 *
 * @throws DatabaseError for what is none
 */
export function timeOf(value: unknown, path: string): number {
  if (typeof value === 'number' && Math.abs(value) <= FARTHEST_TIME) return value;
  throw damaged(path, 'a time is none');
}

/** Characters of a text: more than the service says, and few enough to be drawn. */
const LONGEST_TEXT = 20_000;

export const textOf = (value: unknown, longest = LONGEST_TEXT): string | null =>
  typeof value === 'string' ? value.slice(0, longest) : null;

export const numberOrNull = (value: unknown): number | null =>
  typeof value === 'number' && Number.isFinite(value) ? value : null;
