import type { Directories, DirectoryEntry } from '../../src/edges/machine.ts';

/** The directories of files in memory. */
export function memoryDirectories(files: ReadonlyMap<string, unknown>): Directories {
  return {
    home: '/home/tester',
    async list(path) {
      const directory = path.endsWith('/') ? path : `${path}/`;
      const entries = new Map<string, DirectoryEntry>();
      for (const file of files.keys()) {
        if (!file.startsWith(directory)) continue;
        const [name = '', ...deeper] = file.slice(directory.length).split('/');
        entries.set(name, { name, kind: deeper.length > 0 ? 'directory' : 'file' });
      }
      return entries.size > 0 ? { entries: [...entries.values()], isCut: false } : undefined;
    },
    isFile: async (path) => files.has(path),
  };
}
