/**
 * Entry point of the answering and writing threads: a module, or the text of a script. The bundle replaces this with
 * the text, since it is one file and may be inside an executable.
 */
export const workerSource: URL | string = new URL('./worker.ts', import.meta.url);
