/** The system's error code (`ENOENT`), if there is one. */
export function codeOf(error: unknown): string | undefined {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? code : undefined;
}

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'it does not exist',
  ENOTDIR: 'a part of its path is not a directory',
  EISDIR: 'it is a directory',
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EROFS: 'the file system is read-only',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
  EFBIG: 'it would be larger than a file may be',
  EIO: 'the disk reports an error',
  ESTALE: 'its network drive no longer has it',
  EMFILE: 'too many files are open',
  ENFILE: 'too many files are open',
  ENAMETOOLONG: 'its name is too long',
  ELOOP: 'it is a symbolic link',
  ENXIO: 'it is not a regular file',
  EEXIST: 'it already exists',
};

/** The reason for a system error, to end a sentence with; unknown codes as they are. */
export const reasonOf = (code: string): string => REASONS[code] ?? code;

/** The same for writing a file: ENOENT then concerns its directory. */
export const reasonNotMade = (code: string): string =>
  code === 'ENOENT' ? 'its directory does not exist' : reasonOf(code);
