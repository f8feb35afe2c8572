/**
 * What the thread that checks a document runs: a module, or the text of a script. The bundle has a text in place of
 * this: a thread cannot be started from a part of a file.
 */
export const workerSource: URL | string = new URL('./preflight-worker.ts', import.meta.url);
