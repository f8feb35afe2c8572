import { FileError, type Files } from '../../edges/files.ts';

/**
 * So many lines are kept in memory, and so much of the file is read. The file is only ever added to: other consoles
 * add to it, too, and what is typed in a year takes no room.
 */
const MOST_LINES = 500;
const MOST_BYTES = 64 * 1024;
/** A longer line was not typed by hand. */
const LONGEST = 500;

/**
 * The history in the file at `path`, which only its owner can read; of this run alone where `path` is null or
 * the file cannot be used: nothing that an operator does depends on it.
 */
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
    const { text, whole } = await files.readTail(file, MOST_BYTES);
    const complete = whole ? text : text.slice(text.indexOf('\n') + 1);
    const earlier = complete.split('\n').filter(isKept).slice(-MOST_LINES).reverse();
    lines = [...lines, ...earlier].slice(0, MOST_LINES);
  };
  /** One after another: what this run types is not read again. */
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
    /** Newest first. What earlier runs typed is there a moment after the first call. */
    lines() {
      if (!last) then(load);
      return lines;
    },
    /** Adds a line; as in a shell, one that begins with a blank is not kept. */
    add(line: string) {
      const typed = line.trimEnd();
      if (!isKept(typed) || typed === lines[0]) return;
      if (!last) then(load);
      lines = [typed, ...lines].slice(0, MOST_LINES);
      then((file) => files.appendPrivate(file, `${typed}\n`));
    },
  };
}

/** The lines typed after `:`, kept from run to run like a shell's. */
export type LineHistory = ReturnType<typeof openLineHistory>;

const isKept = (line: string): boolean =>
  line !== '' && !line.startsWith(' ') && line.length <= LONGEST;
