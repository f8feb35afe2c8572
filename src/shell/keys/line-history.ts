import { FileError, type Files } from '../../edges/files.ts';

/**
 * Limits for lines in memory and bytes read of the file. The file is append-only, since several consoles write it; a
 * year of typing stays small.
 */
const MAX_LINES = 500;
const MAX_BYTES = 64 * 1024;
/** Longer lines were not typed by hand. */
const MAX_LINE_LENGTH = 500;

/** A history in the private file `path`; only for this run if `path` is null or the file cannot be used. */
export function openLineHistory({
  files,
  path,
  track,
}: {
  readonly files: Pick<Files, 'readTail' | 'appendPrivate'>;
  readonly path: string | null;
  track<Value>(work: Promise<Value>): Promise<Value>;
}) {
  let lines: readonly string[] = [];
  let last: Promise<void> | undefined;

  const load = async (file: string) => {
    const { text, whole } = await files.readTail(file, MAX_BYTES);
    const complete = whole ? text : text.slice(text.indexOf('\n') + 1);
    const earlier = complete.split('\n').filter(isKept).slice(-MAX_LINES).reverse();
    lines = [...lines, ...earlier].slice(0, MAX_LINES);
  };
  /** File operations run one at a time, so that lines of this run are not read back. */
  const then = (work: (file: string) => Promise<void>) => {
    if (path === null) return;
    const before = last ?? Promise.resolve();
    last = before
      .then(() => work(path))
      .catch((error: unknown) => {
        if (!(error instanceof FileError)) throw error;
      });
    void track(last);
  };

  return {
    /** Newest first. Lines of earlier runs are loaded after the first call. */
    lines() {
      if (!last) then(load);
      return lines;
    },
    /** Adds a line; as in a shell, a leading blank keeps it out of the history. */
    add(line: string) {
      const typed = line.trimEnd();
      if (!isKept(typed) || typed === lines[0]) return;
      if (!last) then(load);
      lines = [typed, ...lines].slice(0, MAX_LINES);
      then((file) => files.appendPrivate(file, `${typed}\n`));
    },
  };
}

export type LineHistory = ReturnType<typeof openLineHistory>;

const isKept = (line: string): boolean =>
  line !== '' && !line.startsWith(' ') && line.length <= MAX_LINE_LENGTH;
