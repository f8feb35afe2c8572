import { ownName } from '../../edges/machine.ts';
import type { TeamAudit } from '../archive.ts';
import type { Engine } from './engine.ts';
import { RowBinary } from './row-binary.ts';

/** Lines that are read, those that came last. */
const MOST_READ = 10_000;
/** Characters: of a line, and of who wrote it. */
const LONGEST_LINE = 65_536;
const LONGEST_WRITER = 128;

const COLUMNS = ['writer', 'entry', 'hash', 'line'];

/** The audit entries on a server. Its tables have been looked at. */
export function engineAudit({ select, insert, table, close }: Engine): TeamAudit {
  return {
    async write(entries) {
      const rows = new RowBinary();
      const writer = ownName().slice(0, LONGEST_WRITER);
      for (const { entry, hash, line } of entries) {
        rows.text(writer.toWellFormed());
        rows.count(entry);
        rows.text(hash);
        rows.text(line.toWellFormed());
      }
      if (entries.length > 0) await insert('audit', COLUMNS, rows.take());
    },
    async read() {
      // What came first of an entry counts: what is there is not replaced by what is written later.
      const once = `SELECT writer, entry, line, at FROM ${table('audit')} ORDER BY at LIMIT 1 BY writer, entry, hash`;
      const rows = await select(
        `SELECT writer, line FROM (${once}) ORDER BY at DESC, entry DESC LIMIT ${MOST_READ + 1}`,
      );
      const lines = rows.slice(0, MOST_READ).map(({ writer, line }) => ({
        writer: String(writer).slice(0, LONGEST_WRITER),
        line: String(line).slice(0, LONGEST_LINE),
      }));
      return { lines: lines.reverse(), whole: rows.length <= MOST_READ };
    },
    close,
  };
}
