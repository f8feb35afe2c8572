import { accessSync, constants, fstatSync, readFileSync, writeSync } from 'node:fs';

export interface Terminal {
  /** Current size in cells. */
  size(): { readonly columns: number; readonly rows: number };
  /** Returns whether everything is written; the rest follows when the terminal takes it. */
  write(bytes: string): boolean;
  /** Resolves when everything is written, or the terminal is closed. */
  drained(): Promise<void>;
  /** Switches between raw keys and line editing. */
  setRaw(raw: boolean): void;
  /** Each subscription returns a function that ends it. */
  onInput(listener: (chunk: Uint8Array) => void): () => void;
  /** Also for a size that is what it was before: a terminal may have been smaller for a moment. */
  onResize(listener: () => void): () => void;
  /** The other side is gone: closed pseudo-terminal, dropped ssh connection. */
  onGone(listener: () => void): () => void;
}

/** For terminals that report no size (0 x 0 on some serial lines). */
const UNKNOWN_SIZE = { columns: 80, rows: 24 };

/** The process that owns the terminal. Its streams are created on first access, which takes 4 ms. */
type TerminalOwner = Pick<NodeJS.Process, 'stdin' | 'stdout'> & {
  emit(signal: 'SIGWINCH'): unknown;
  on(signal: 'SIGWINCH', listener: () => void): unknown;
  off(signal: 'SIGWINCH', listener: () => void): unknown;
};

/** The terminal of a process, which may have none. */
export interface ProcessTerminal extends Terminal {
  /** Whether input and output are a terminal. */
  isThere(): boolean;
  /** Whether it is certainly a terminal we may write to; false means unknown. */
  readonly isOurs: boolean;
  /** Whether a write may block the process while the terminal is stalled. */
  readonly isWaitedFor: boolean;
}

const INPUT = 0;
const OUTPUT = 1;

/**
 * The terminal behind the process's streams. If the process is in the foreground, the first output goes directly to
 * the device, without waiting for the streams.
 *
 * @param restoration undoes all terminal settings. A stalled connection may not have accepted it when the terminal is
 * given back; then it is written again, bypassing what is pending.
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
    // Node blocks on terminals: one lost ssh packet would stop keys, signals and polling.
    if (!isWaitedFor) handleOf(streams.output)?.setBlocking?.(false);
    // Attached at once: an error of a closed terminal (EIO, EPIPE) without a listener ends the process.
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
      if (rest.length === 0) return true;
      const { output } = open();
      output.write(rest);
      return output.writableLength === 0;
    },
    drained: () =>
      new Promise((resolve) => {
        // Called after earlier writes, with an error if the stream is closed.
        open().output.write('', () => resolve());
      }),
    setRaw: (raw) => {
      const { input, output } = open();
      if (input.isTTY) input.setRawMode(raw);
      // A stopped process misses size changes, and Node only reads the size on this signal.
      if (raw) owner.emit('SIGWINCH');
      if (!raw && output.writableLength > 0) writeAtOnce(OUTPUT, restoration);
    },
    onInput: (listener) => {
      const { input } = open();
      input.on('data', listener);
      input.resume();
      return () => {
        input.off('data', listener);
        // There may be other listeners.
        if (input.listenerCount('data') === 0) input.pause();
      };
    },
    onResize: (listener) => {
      // The stream's own listener is first, and has read the size. Its event leaves out a size that came and went.
      open();
      owner.on('SIGWINCH', listener);
      return () => owner.off('SIGWINCH', listener);
    },
    onGone: (listener) => {
      const { input } = open();
      watchers.add(listener);
      input.on('end', listener);
      // It may already be gone.
      if (isGone) queueMicrotask(listener);
      return () => {
        watchers.delete(listener);
        input.off('end', listener);
      };
    },
  };
}

/**
 * Whether all `descriptors` are the terminal of which this process is in the foreground (proc_pid_stat(5)): certainly
 * a terminal that is open and not in use by a shell. False means unknown. `tty.isatty` would do, but takes 4 ms to
 * load.
 */
function isInForeground(...descriptors: readonly number[]): boolean {
  try {
    // After the program name, which may contain anything: state, parent, group, session, terminal, foreground group.
    // Without a terminal its number is 0, which is no device.
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

/** Undocumented part of a stream. */
const handleOf = (stream: NodeJS.WriteStream) =>
  (stream as { readonly _handle?: { setBlocking?(isBlocking: boolean): unknown } })._handle;

/**
 * Whether a terminal can be opened by name, as libuv does to separate it from the shell and other users. After `su`
 * it belongs to another user, and settings affect the shell, too.
 */
function canBeReopened(descriptor: number): boolean {
  try {
    accessSync(`/dev/fd/${descriptor}`, constants.R_OK | constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

/** Writes without a stream; returns the rest that was not accepted. */
function writeAtOnce(descriptor: number, bytes: string): Uint8Array {
  let rest: Uint8Array = Buffer.from(bytes);
  try {
    while (rest.length > 0) rest = rest.subarray(writeSync(descriptor, rest));
  } catch {
    // The terminal is full or closed: the stream gets the rest, and waits or reports the error.
  }
  return rest;
}

/** A screen, lines for a screen reader, or plain text. */
type TerminalKind = 'screen' | 'reader' | 'plain';

/** Environment variables; hostile text. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** Terminals without cursor movement, by terminfo name. */
const PLAIN =
  /^(?:dumb|unknown|emacs|network|dialup|ethernet|switch|patch|printer|lpr|glasstty|tty\d*)(?:-|$)/;

/** Whether the cursor can be moved; assumed for unknown terminals. */
export const canPlaceCursor = ({ TERM = '' }: Environment): boolean => !PLAIN.test(TERM);

/** Terminals too old for colour queries: some print a part of them. */
const WITHOUT_COLOUR_QUERY = /^(?:linux|cons25|vt\d+|ansi|sun|wy|$)/;

/** Whether the terminal can be asked for a colour without printing the question. */
export const canBeAsked = (env: Environment): boolean =>
  canPlaceCursor(env) && !WITHOUT_COLOUR_QUERY.test(env.TERM ?? '');

/** Terminals with a title stack (XTWINOPS), by terminfo name; most claim to be xterm. */
const KEEPS_TITLES =
  /^(?:xterm|tmux|alacritty|foot|wezterm|ghostty|contour|mintty|vte|kitty)(?:-|$)/;

/** Whether the terminal is known to support titles and to restore its own. */
export const takesTitle = ({ TERM = '' }: Environment): boolean => KEEPS_TITLES.test(TERM);

/** Terminals with desktop notifications, by terminfo name and TERM_PROGRAM. */
const NOTIFIES = /^(?:xterm-kitty|xterm-ghostty|ghostty|wezterm|foot|contour)(?:-|$)/;
const NOTIFYING_PROGRAMS = /^(?:iTerm\.app|WezTerm|ghostty|WarpTerminal)$/;

/**
 * How the terminal shows notifications (OSC 9 or 777); null if unknown. Multiplexers show none, and identify
 * themselves.
 */
export function notificationWay({
  TERM = '',
  TERM_PROGRAM = '',
}: Environment): 'OSC 9' | 'OSC 777' | null {
  if (/^(?:tmux|screen)(?:[-.]|$)/.test(TERM)) return null;
  if (/^rxvt-unicode/.test(TERM)) return 'OSC 777';
  return NOTIFIES.test(TERM) || NOTIFYING_PROGRAMS.test(TERM_PROGRAM) ? 'OSC 9' : null;
}

/** Terminals that open links (OSC 8) and show their targets, by terminfo name and TERM_PROGRAM. */
const LINKS = /^(?:xterm-kitty|xterm-ghostty|ghostty|wezterm|foot|contour|alacritty)(?:-|$)/;
const LINKING_PROGRAMS = /^(?:iTerm\.app|WezTerm|ghostty|vscode)$/;
/** GNOME Terminal and others based on VTE have links from version 0.50. */
const MIN_VTE = 5000;

/** Whether the terminal is known to support links; a multiplexer in between may not pass them on. */
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
    Number(VTE_VERSION) >= MIN_VTE ||
    WT_SESSION !== ''
  );
}

/** Plain lines if nothing else is possible, lines for a screen reader on request. */
export function terminalKind(env: Environment, readerAsked: boolean): TerminalKind {
  if (!canPlaceCursor(env)) return 'plain';
  // Ink's own variable.
  return readerAsked || env.INK_SCREEN_READER === 'true' ? 'reader' : 'screen';
}

/** The locale for characters, in POSIX order; empty if none is set. */
export const localeOf = ({ LC_ALL, LC_CTYPE, LANG }: Environment): string =>
  LC_ALL || LC_CTYPE || LANG || '';

/** Terminals with a font of a few hundred characters: text consoles and hardware. */
const FEW_CHARACTERS = /^(?:linux|cons25|vt\d+|ansi|sun|wy\d+)(?:-|$)/;

/** Whether the terminal's font lacks most of Unicode. */
export const hasFewCharacters = ({ TERM = '' }: Environment): boolean => FEW_CHARACTERS.test(TERM);

/**
 * Whether the terminal lacks Unicode, by its name or locale. Without a locale Unicode is assumed, which nearly every
 * terminal supports.
 */
export function isWithoutUnicode(env: Environment): boolean {
  const locale = localeOf(env);
  return hasFewCharacters(env) || (locale !== '' && !/utf-?8/i.test(locale));
}
