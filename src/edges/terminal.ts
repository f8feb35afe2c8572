import { accessSync, constants, fstatSync, readFileSync, writeSync } from 'node:fs';

/** The terminal the console draws on and reads from. */
export interface Terminal {
  /** Size in cells, as of now. */
  size(): { readonly columns: number; readonly rows: number };
  /** Hands bytes to the terminal; false while more than the stream's high-water mark waits. */
  write(bytes: string): boolean;
  /** How many bytes wait to be written. */
  pending(): number;
  /** Resolves when what waits has been written, or the terminal is gone. */
  drained(): Promise<void>;
  /** Switches between keys as they are pressed (raw) and lines as the shell edits them. */
  setRaw(raw: boolean): void;
  /** Each subscription returns its end. */
  onInput(listener: (chunk: Uint8Array) => void): () => void;
  onResize(listener: () => void): () => void;
  /** The other side is gone: closed pseudo-terminal, dropped ssh. */
  onGone(listener: () => void): () => void;
}

/** Falls back where a terminal does not tell its size (0 x 0 over some serial lines). */
const UNKNOWN_SIZE = { columns: 80, rows: 24 };

/** The process that owns the terminal. Its streams are made when they are first looked at, which takes 4 ms. */
type TerminalOwner = Pick<NodeJS.Process, 'stdin' | 'stdout'> & {
  emit(signal: 'SIGWINCH'): unknown;
};

/** The terminal of a process, which may have none. */
export interface ProcessTerminal extends Terminal {
  /** Whether the process reads from a terminal and writes to one. */
  isThere(): boolean;
  /** Whether it is surely there, and ours to write to; false says nothing. */
  readonly isOurs: boolean;
  /** Whether writing may stop the process until a terminal that has stalled takes more. */
  readonly isWaitedFor: boolean;
}

const INPUT = 0;
const OUTPUT = 1;

/**
 * The terminal behind the process's own streams. Where that process is in its foreground, what is written
 * before anything else is asked of it goes to the device: the first words need not wait for the streams.
 *
 * @param restoration what undoes all that was written. Whoever gives the terminal back writes it, and a link that has
 *   stalled may not have taken it by then: it is written once more, past what waits.
 */
export function processTerminal(owner: TerminalOwner, restoration: string): ProcessTerminal {
  const isOurs = isInForeground(INPUT, OUTPUT);
  const isWaitedFor = !canBeReopened(OUTPUT);
  let streams:
    | { readonly input: NodeJS.ReadStream; readonly output: NodeJS.WriteStream }
    | undefined;
  let isGone = false;
  const watchers = new Set<() => void>();
  const lose = () => {
    isGone = true;
    for (const watcher of [...watchers]) watcher();
  };
  const open = () => {
    if (streams) return streams;
    streams = { input: owner.stdin, output: owner.stdout };
    // Node waits for terminals: one lost packet of ssh would stop keys, signals and polling.
    if (!isWaitedFor) handleOf(streams.output)?.setBlocking?.(false);
    // At once: an error of a closed terminal (EIO, EPIPE) without a listener ends the process.
    streams.output.on('error', lose);
    streams.input.on('error', lose);
    return streams;
  };
  return {
    isOurs,
    isWaitedFor,
    isThere: () => isOurs || (owner.stdin.isTTY && owner.stdout.isTTY),
    size: () => {
      const { output } = open();
      return {
        columns: output.columns || UNKNOWN_SIZE.columns,
        rows: output.rows || UNKNOWN_SIZE.rows,
      };
    },
    write: (bytes) => {
      const rest = isOurs && !streams ? writeAtOnce(OUTPUT, bytes) : bytes;
      return rest.length === 0 || open().output.write(rest);
    },
    pending: () => streams?.output.writableLength ?? 0,
    drained: () =>
      new Promise((resolve) => {
        const { output } = open();
        if (!output.writableNeedDrain || output.destroyed) return resolve();
        const done = () => {
          output.off('drain', done);
          output.off('close', done);
          resolve();
        };
        output.on('drain', done);
        output.on('close', done);
      }),
    setRaw: (raw) => {
      const { input, output } = open();
      if (input.isTTY) input.setRawMode(raw);
      // Who was stopped heard of no other size, and Node reads it with this signal alone.
      if (raw) owner.emit('SIGWINCH');
      if (!raw && output.writableLength > 0) writeAtOnce(OUTPUT, restoration);
    },
    onInput: (listener) => {
      const { input } = open();
      input.on('data', listener);
      input.resume();
      return () => {
        input.off('data', listener);
        // Somebody else may still listen.
        if (input.listenerCount('data') === 0) input.pause();
      };
    },
    onResize: (listener) => {
      const { output } = open();
      output.on('resize', listener);
      return () => output.off('resize', listener);
    },
    onGone: (listener) => {
      const { input } = open();
      watchers.add(listener);
      input.on('end', listener);
      // It may be gone already.
      if (isGone) queueMicrotask(listener);
      return () => {
        watchers.delete(listener);
        input.off('end', listener);
      };
    },
  };
}

/**
 * Whether `descriptors` are all the terminal that this process is in the foreground of (proc_pid_stat(5)): a
 * terminal for sure, that no shell is talking through just now and nobody has hung up. False says nothing.
 * `tty.isatty` would know, but takes 4 ms to load.
 */
function isInForeground(...descriptors: readonly number[]): boolean {
  try {
    // Behind the name of the program, which may hold anything: state, parent, group, session, terminal, the
    // group in its foreground. Without a terminal its number is 0, which is no device's.
    const fields = readFileSync('/proc/self/stat', 'latin1')
      .replace(/^.*\) /s, '')
      .split(' ');
    const [, , group, , terminal, foreground] = fields.map(Number);
    return (
      group === foreground &&
      descriptors.every((descriptor) => {
        const stat = fstatSync(descriptor);
        return stat.isCharacterDevice() && stat.rdev === terminal;
      })
    );
  } catch {
    return false;
  }
}

/** What Node has of a stream, of which this much is known outside of it. */
const handleOf = (stream: NodeJS.WriteStream) =>
  (stream as { readonly _handle?: { setBlocking?(isBlocking: boolean): unknown } })._handle;

/**
 * Whether a terminal can be opened by its name, as libuv does to have it apart from the shell and all others that hold
 * it. After `su` it belongs to somebody else, and what is changed of it is changed for the shell.
 */
function canBeReopened(descriptor: number): boolean {
  try {
    accessSync(`/dev/fd/${descriptor}`, constants.R_OK | constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

/** Writes `bytes` without a stream; what was not taken is returned. */
function writeAtOnce(descriptor: number, bytes: string): Uint8Array {
  let rest: Uint8Array = Buffer.from(bytes);
  try {
    while (rest.length > 0) rest = rest.subarray(writeSync(descriptor, rest));
  } catch {
    // The terminal is full or closed: the stream, which takes the rest, waits or reports it.
  }
  return rest;
}

/** What a terminal is written to as: a screen, lines that are read to somebody, or lines of plain text. */
type TerminalKind = 'screen' | 'reader' | 'plain';

/** The environment variables; everything in them is hostile text. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** Terminals without cursor movement, by their terminfo names. */
const PLAIN =
  /^(?:dumb|unknown|emacs|network|dialup|ethernet|switch|patch|printer|lpr|glasstty|tty\d*)(?:-|$)/;

/** Whether the terminal can place its cursor; where nothing is known it can, as nearly all do. */
export const canPlaceCursor = ({ TERM = '' }: Environment): boolean => !PLAIN.test(TERM);

/** Terminals older than the query for a colour: some print a part of it. */
const ASKED_NOTHING = /^(?:linux|cons25|vt\d+|ansi|sun|wy|$)/;

/** Whether the terminal may be asked for a colour without printing the question. */
export const canBeAsked = (env: Environment): boolean =>
  canPlaceCursor(env) && !ASKED_NOTHING.test(env.TERM ?? '');

/** Terminals that keep titles on a stack (XTWINOPS), by their terminfo names; that of xterm is what most say they are. */
const KEEPS_TITLES =
  /^(?:xterm|tmux|alacritty|foot|wezterm|ghostty|contour|mintty|vte|kitty)(?:-|$)/;

/** Whether the terminal is known to take a title, and to give back the one it had. */
export const takesTitle = ({ TERM = '' }: Environment): boolean => KEEPS_TITLES.test(TERM);

/** Terminals that show notifications on the desktop, by their terminfo names, and by what they say they are. */
const NOTIFIES = /^(?:xterm-kitty|xterm-ghostty|ghostty|wezterm|foot|contour)(?:-|$)/;
const NOTIFYING_PROGRAMS = /^(?:iTerm\.app|WezTerm|ghostty|WarpTerminal)$/;

/**
 * How the terminal is known to take notifications (OSC 9, or 777); null where it is not. A multiplexer in between shows
 * none, and says that it is one.
 */
export function notificationWay({
  TERM = '',
  TERM_PROGRAM = '',
}: Environment): 'OSC 9' | 'OSC 777' | null {
  if (/^(?:tmux|screen)(?:[-.]|$)/.test(TERM)) return null;
  if (/^rxvt-unicode/.test(TERM)) return 'OSC 777';
  return NOTIFIES.test(TERM) || NOTIFYING_PROGRAMS.test(TERM_PROGRAM) ? 'OSC 9' : null;
}

/** Terminals that open links (OSC 8) and show where they lead, by their terminfo names, and by what they say they are. */
const LINKS = /^(?:xterm-kitty|xterm-ghostty|ghostty|wezterm|foot|contour|alacritty)(?:-|$)/;
const LINKING_PROGRAMS = /^(?:iTerm\.app|WezTerm|ghostty|vscode)$/;
/** GNOME's terminal and its kin have links from 0.50 on. */
const LEAST_VTE = 5000;

/** Whether the terminal is known to have links; a multiplexer in between may not pass them on. */
export function hasLinks({
  TERM = '',
  TERM_PROGRAM = '',
  VTE_VERSION = '',
  WT_SESSION = '',
}: Environment): boolean {
  if (/^(?:tmux|screen)(?:[-.]|$)/.test(TERM)) return false;
  return (
    LINKS.test(TERM) ||
    LINKING_PROGRAMS.test(TERM_PROGRAM) ||
    Number(VTE_VERSION) >= LEAST_VTE ||
    WT_SESSION !== ''
  );
}

/** What to write to: plain lines where no more is possible, lines for a screen reader where one was asked for. */
export function terminalKind(env: Environment, readerAsked: boolean): TerminalKind {
  if (!canPlaceCursor(env)) return 'plain';
  // Ink's own variable.
  return readerAsked || env.INK_SCREEN_READER === 'true' ? 'reader' : 'screen';
}

/** The locale that decides how characters are written, by POSIX's order; empty when none is set. */
export const localeOf = ({ LC_ALL, LC_CTYPE, LANG }: Environment): string =>
  LC_ALL || LC_CTYPE || LANG || '';

/** Terminals with a font of their own, of a few hundred characters: consoles without windows, and hardware. */
const FEW_CHARACTERS = /^(?:linux|cons25|vt\d+|ansi|sun|wy\d+)(?:-|$)/;

/** Whether the terminal has a font of its own that lacks most of Unicode. */
export const hasFewCharacters = ({ TERM = '' }: Environment): boolean => FEW_CHARACTERS.test(TERM);

/**
 * Whether the terminal has no Unicode, by its own name or by the locale. Without a locale Unicode is assumed, which
 * nearly every terminal has.
 */
export function isWithoutUnicode(env: Environment): boolean {
  const locale = localeOf(env);
  return hasFewCharacters(env) || (locale !== '' && !/utf-?8/i.test(locale));
}
