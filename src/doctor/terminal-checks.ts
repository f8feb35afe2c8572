import type { DriftEntry } from '../contract/drift.ts';
import type { Clock } from '../edges/clock.ts';
import { canPlaceCursor, type Environment, localeOf } from '../edges/terminal.ts';
import { type Printable, printable, words } from '../text/printable.ts';
import { type CheckResult, failed, noted, passed, skipped } from './check.ts';

export interface TerminalFacts {
  readonly env: Environment;
  /** In cells; zero if unknown. */
  readonly size: { readonly columns: number; readonly rows: number };
  readonly answer: TerminalAnswer;
}

/** The colour depth according to the environment. */
export function colourDepth({ TERM = '', COLORTERM = '' }: Environment): string {
  if (/^(?:truecolor|24bit)$/i.test(COLORTERM)) return '16 million';
  if (/256|kitty|alacritty|direct|ghostty|wezterm/i.test(TERM)) return '256';
  return TERM === '' || TERM === 'dumb' ? 'none' : '8';
}

const MIN_SIZE = { columns: 60, rows: 15 };

function size({ columns, rows }: TerminalFacts['size']): CheckResult {
  const detail = words`${columns} columns, ${rows} rows`;
  if (columns >= MIN_SIZE.columns && rows >= MIN_SIZE.rows) return passed(words`size`, detail);
  return failed(
    words`size`,
    detail,
    words`Below ${MIN_SIZE.columns} by ${MIN_SIZE.rows}, the console shows only the worst issue and the connection.`,
  );
}

function characters(env: Environment): CheckResult {
  const locale = localeOf(env);
  if (/utf-?8/i.test(locale)) return passed(words`characters`, words`${printable(locale)}`);
  return failed(
    words`characters`,
    words`${locale === '' ? words`no locale` : printable(locale)}, which is not UTF-8`,
    words`Set LANG to a UTF-8 locale, such as C.UTF-8.`,
  );
}

function colours(env: Environment): CheckResult {
  const detail = words`${printable(colourDepth(env))} (TERM=${printable(env.TERM ?? '')})`;
  if (env.NO_COLOR) return noted(words`colours`, words`${detail}, switched off by NO_COLOR`);
  return passed(words`colours`, detail);
}

/** Beyond this, in milliseconds, a key and its effect feel separate. */
const SLOW_MS = 250;

function answers(answer: TerminalAnswer): readonly CheckResult[] {
  if (answer.kind === 'silent') {
    return [noted(words`round trip`, words`The terminal does not answer queries.`)];
  }
  const { roundTripMs, synchronized } = answer;
  const ms = words`${Math.round(roundTripMs)} ms`;
  return [
    roundTripMs <= SLOW_MS
      ? passed(words`round trip`, ms)
      : noted(words`round trip`, ms, words`The connection is slow: keys take time.`),
    synchronized
      ? passed(words`synchronized output`, words`The terminal shows updates at once.`)
      : noted(words`synchronized output`, words`Not detected; frames may tear.`),
  ];
}

/** Why a copy (OSC 52) may fail, as a clause; undefined if it should work. */
export function clipboardDoubt({
  TMUX,
  STY,
  VTE_VERSION,
  TERM_PROGRAM,
}: Environment): Printable | undefined {
  if (TMUX) return words`tmux passes it on with set-clipboard on`;
  if (STY) return words`screen does not pass it on`;
  if (TERM_PROGRAM === 'Apple_Terminal') return words`this terminal ignores it`;
  return VTE_VERSION ? words`this terminal may ignore it` : undefined;
}

/** Whether copies reach the terminal (OSC 52), also through tmux. */
function clipboard({ TMUX }: Environment, answer: TerminalAnswer): CheckResult {
  const what = words`clipboard`;
  if (answer.kind === 'answered' && answer.clipboard) {
    return passed(what, words`The terminal reports clipboard support (OSC 52).`);
  }
  return noted(
    what,
    words`Whether the terminal takes copies (OSC 52) is not known.`,
    TMUX
      ? words`In tmux they need: tmux set -s set-clipboard on. Copy something and paste it to see.`
      : words`Copy something in the console and paste it to see.`,
  );
}

/** Checks of the environment, without a terminal. */
export const withoutTerminal = (env: Environment): readonly CheckResult[] => [
  skipped(words`terminal`, words`Standard input or output is not a terminal.`),
  characters(env),
];

/** Checks of the terminal, by its environment and its answers. */
export function checkTerminal({ env, size: cells, answer }: TerminalFacts): readonly CheckResult[] {
  const { TERM = '' } = env;
  const isScreen = TERM !== '' && canPlaceCursor(env);
  return [
    !isScreen
      ? noted(
          words`terminal`,
          words`TERM=${printable(TERM)}`,
          words`It cannot place its cursor: the console runs line by line on it.`,
        )
      : passed(words`terminal`, words`TERM=${printable(TERM)}`),
    size(cells),
    characters(env),
    colours(env),
    ...(isScreen ? answers(answer) : []),
    clipboard(env, answer),
  ];
}

/** What the doctor of a console needs from outside. */
export interface DoctorFacts {
  readonly env: Environment;
  readonly program: CheckResult;
  /** Checks the program's files and their permissions. */
  checkFiles(): Promise<readonly CheckResult[]>;
  /** Differences between answers and the contract so far. */
  drift(): readonly DriftEntry[];
  /** Whether answers are parsed in another thread; absent if they should not be. */
  thread?(): CheckResult;
}

/** The features that a terminal reports. */
export type TerminalAnswer =
  | { readonly kind: 'silent' }
  | {
      readonly kind: 'answered';
      readonly roundTripMs: number;
      /** Whether it can buffer a frame until it is complete (DEC mode 2026). */
      readonly synchronized: boolean;
      /** Whether it reports clipboard support (OSC 52). Few terminals that have it do. */
      readonly clipboard: boolean;
    };

/** A terminal in raw mode that can be queried. */
export interface QueryableTerminal {
  /** Writes the painter's `FEATURE_QUERY`. */
  queryFeatures(): void;
  /** @returns a function that removes the listener */
  onInput(listener: (chunk: Uint8Array | string) => void): () => void;
}

const LAST_ANSWER = /\u001b\[\?([\d;]*)c/;
const CAN_SYNCHRONIZE = /\u001b\[\?2026;[12]\$y/;
/** The device attribute for clipboard support. */
const TAKES_COPIES = '52';

/**
 * Time limit in milliseconds; below a second, since that passes even under a paused clock. Terminals answer at once;
 * only the connection may be slow.
 */
const TIMEOUT_MS = 900;
const MAX_ANSWER_LENGTH = 1024;

/** Queries the terminal, for up to a second. Its answer is never displayed. */
export async function queryTerminal(
  terminal: QueryableTerminal,
  clock: Pick<Clock, 'elapsed' | 'sleep'>,
  signal: AbortSignal,
): Promise<TerminalAnswer> {
  const over = new AbortController();
  let said = '';
  const endInput = terminal.onInput((chunk) => {
    const text = typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString('latin1');
    said = (said + text).slice(-MAX_ANSWER_LENGTH);
    if (LAST_ANSWER.test(said)) over.abort();
  });
  const started = clock.elapsed();
  terminal.queryFeatures();
  await clock.sleep(TIMEOUT_MS, AbortSignal.any([over.signal, signal]));
  endInput();
  const attributes = LAST_ANSWER.exec(said)?.[1];
  if (attributes === undefined) return { kind: 'silent' };
  return {
    kind: 'answered',
    roundTripMs: clock.elapsed() - started,
    synchronized: CAN_SYNCHRONIZE.test(said),
    clipboard: attributes.split(';').includes(TAKES_COPIES),
  };
}
