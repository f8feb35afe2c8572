/** Why an archive cannot be used, as a sentence. Hostile text: it may hold the path. */
export class ArchiveError extends Error {
  override readonly name = 'ArchiveError';
}
