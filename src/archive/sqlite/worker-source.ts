/**
 * What the answering thread runs: a module, or the text of a script. The bundle has a text in place of
 * this: it is one file, and may stand inside an executable.
 */
export const workerSource: URL | string = new URL('./answer-worker.ts', import.meta.url);
