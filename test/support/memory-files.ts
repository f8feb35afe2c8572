import { FileError, type Files, sizeLimit } from '../../src/edges/files.ts';
import { headOf } from '../../src/edges/record-log.ts';

/** Files in memory that can be made to fail. */
export interface MemoryFiles extends Files {
  /** The contents by path. */
  readonly contents: Map<string, string>;
  /** If set, every write fails with this message. */
  broken: string | undefined;
}

export function memoryFiles(): MemoryFiles {
  const contents = new Map<string, string>();
  const written = () => {
    if (files.broken !== undefined) throw new FileError(files.broken);
  };
  const files: MemoryFiles = {
    contents,
    broken: undefined,
    async readText(path, mostBytes) {
      const text = contents.get(path);
      if (text === undefined) throw new FileError(`${path} could not be read: it does not exist.`);
      if (Buffer.byteLength(text) > mostBytes) {
        throw new FileError(`${path} is larger than ${sizeLimit(mostBytes)}.`);
      }
      return text;
    },
    async readTail(path, mostBytes) {
      const text = contents.get(path) ?? '';
      return { text: text.slice(-mostBytes), whole: text.length <= mostBytes };
    },
    async appendPrivate(path, text) {
      written();
      contents.set(path, (contents.get(path) ?? '') + text);
    },
    async appendRecord(path, compose) {
      written();
      const text = contents.get(path) ?? '';
      const { line, head } = await compose({
        size: text.length,
        head: contents.get(headOf(path)) ?? '',
        textFrom: async (start) => text.slice(start),
      });
      contents.set(path, text + line);
      contents.set(headOf(path), head);
    },
    async readRecords(path) {
      return { text: contents.get(path) ?? '', head: contents.get(headOf(path)) ?? '' };
    },
    async createPrivate(path, text) {
      written();
      if (contents.has(path)) throw new FileError(`${path} is there already.`);
      contents.set(path, text);
    },
    async remove(path) {
      contents.delete(path);
    },
  };
  return files;
}
