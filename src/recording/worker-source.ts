/**
 * What the thread that writes a recording runs: a module, or the text of a script. The bundle has a text in place of
 * this: it is one file, and may stand inside an executable.
 */
export const workerSource: URL | string = new URL('./worker.ts', import.meta.url);
