import type { DriftEntry } from '../contract/drift.ts';
import type { Clock } from '../edges/clock.ts';
import { canPlaceCursor, type Environment, localeOf } from '../edges/terminal.ts';
import { type Printable, printable, words } from '../text/printable.ts';
import { type CheckResult, failed, noted, passed, skipped } from './check.ts';

export interface TerminalFacts {
  readonly env: Environment;
  /** Cells; noughts where it has not said. */
  readonly size: { readonly columns: number; readonly rows: number };
  readonly answer: TerminalAnswer;
}

/** How many colours a terminal says it has, by the two variables that tell. */
export function colourDepth({ TERM = '', COLORTERM = '' }: Environment): string {
  if (/^(?:truecolor|24bit)$/i.test(COLORTERM)) return '16 million';
  if (/256|kitty|alacritty|direct|ghostty|wezterm/i.test(TERM)) return '256';
  return TERM === '' || TERM === 'dumb' ? 'none' : '8';
}

const SMALLEST = { columns: 60, rows: 15 };

function size({ columns, rows }: TerminalFacts['size']): CheckResult {
  const detail = words`${columns} columns, ${rows} rows`;
  if (columns >= SMALLEST.columns && rows >= SMALLEST.rows) return passed(words`size`, detail);
  return failed(
    words`size`,
    detail,
    words`The console needs ${SMALLEST.columns} by ${SMALLEST.rows} to show more than what is worst, and its connection.`,
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

/** Slower than this a key and its frame feel apart. */
const SLOW = 250;

function answers(answer: TerminalAnswer): readonly CheckResult[] {
  if (answer.kind === 'silent') {
    return [noted(words`round trip`, words`The terminal does not answer queries.`)];
  }
  const { roundTripMs, synchronized } = answer;
  const ms = words`${Math.round(roundTripMs)} ms`;
  return [
    roundTripMs <= SLOW
      ? passed(words`round trip`, ms)
      : noted(words`round trip`, ms, words`The connection is slow: keys take time.`),
    synchronized
      ? passed(words`synchronized output`, words`The terminal shows updates at once.`)
      : noted(words`synchronized output`, words`Not detected; frames may tear.`),
  ];
}

/** Why a copy (OSC 52) may not arrive, as a clause; undefined where nothing speaks against it. */
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

/** Copies go through the terminal (OSC 52), and through tmux where that is between. */
function clipboard({ TMUX }: Environment, answer: TerminalAnswer): CheckResult {
  const what = words`clipboard`;
  if (answer.kind === 'answered' && answer.clipboard) {
    return passed(what, words`The terminal says that it takes copies (OSC 52).`);
  }
  return noted(
    what,
    words`Whether the terminal takes copies (OSC 52) is not known.`,
    TMUX
      ? words`In tmux they need: tmux set -s set-clipboard on. Copy something and paste it to see.`
      : words`Copy something in the console and paste it to see.`,
  );
}

/** Where there is no terminal: what its environment says all the same. */
export const withoutTerminal = (env: Environment): readonly CheckResult[] => [
  skipped(words`terminal`, words`Standard input and output are no terminal.`),
  characters(env),
];

/** The terminal, as far as its environment and itself tell. */
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

/** What the doctor of a console is told by whoever knows the process. */
export interface DoctorFacts {
  readonly env: Environment;
  readonly program: CheckResult;
  /** Looks at the program's files and who may read them. */
  checkFiles(): Promise<readonly CheckResult[]>;
  /** How the answers so far differed from the contract. */
  drift(): readonly DriftEntry[];
  /** Whether answers are read beside the screen; absent where they are not to be. */
  thread?(): CheckResult;
}

/** What a terminal said about itself. */
export type TerminalAnswer =
  | { readonly kind: 'silent' }
  | {
      readonly kind: 'answered';
      readonly roundTripMs: number;
      /** Whether it can hold a frame back until it is whole (DEC mode 2026). */
      readonly synchronized: boolean;
      /** Whether it says that it takes copies (OSC 52). Few do that take them. */
      readonly clipboard: boolean;
    };

/** A terminal in raw mode that can be asked. */
export interface QueryableTerminal {
  /** Writes the painter's `FEATURE_QUERY`. */
  queryFeatures(): void;
  /** @returns what ends the subscription */
  onInput(listener: (chunk: Uint8Array | string) => void): () => void;
}

const LAST_ANSWER = /\u001b\[\?([\d;]*)c/;
const CAN_SYNCHRONIZE = /\u001b\[\?2026;[12]\$y/;
/** The device attribute by which terminals say that they take copies. */
const TAKES_COPIES = '52';

/** Milliseconds; under a second, as that passes under a clock that stands still too. Terminals that know the answer give it at once; what is slower is the link. */
const PATIENCE = 900;
const LONGEST = 1024;

/** Asks the terminal, for a second at most. What it answers is never shown. */
export async function queryTerminal(
  terminal: QueryableTerminal,
  clock: Pick<Clock, 'elapsed' | 'sleep'>,
  signal: AbortSignal,
): Promise<TerminalAnswer> {
  const over = new AbortController();
  let said = '';
  const endInput = terminal.onInput((chunk) => {
    const text = typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString('latin1');
    said = (said + text).slice(-LONGEST);
    if (LAST_ANSWER.test(said)) over.abort();
  });
  const started = clock.elapsed();
  terminal.queryFeatures();
  await clock.sleep(PATIENCE, AbortSignal.any([over.signal, signal]));
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
