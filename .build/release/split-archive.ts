/** The two parts of a program as `archive.ts` writes it. */
export interface ArchiveParts {
  /** What Node runs first; it looks for the sections at the very end of the file it runs from. */
  readonly boot: string;
  readonly sections: string;
}

const BOUNDARY = '\n/*\n';

/**
 * Takes a program apart where the comment with its sections begins.
 *
 * @throws Error for a text that `archive` has not written
 */
export function splitArchive(text: string): ArchiveParts {
  const end = text.indexOf(BOUNDARY) + 1;
  const start = text.indexOf('\n') + 1;
  if (!text.startsWith('#!') || end < start) throw new Error('this is no archive');
  return { boot: text.slice(start, end), sections: text.slice(end) };
}
