import { StringDecoder } from 'node:string_decoder';
import { codePointAt } from '../text/printable.ts';
import {
  type InputEvent,
  LONGEST_ANSWER,
  type PasteEvent,
  readCommandAnswer,
  readMouse,
  readSequenceAnswer,
  type TerminalEvent,
  type TerminalReply,
} from './input-event.ts';
import { singleKey } from './key-codes.ts';
import { readEscape, settleEscape } from './read-escape.ts';

const ESC = '\u001b';
const PASTE_START = '\u001b[200~';
const PASTE_END = '\u001b[201~';
const PASTE_MARK = /\u001b\[20[01]~/;
const STRING_END = /[\u0003\u0007\u0018\u001a\u001b\u009c]/;
/** A sequence whose escape came so much earlier that it was taken for the Esc key. */
const BEHEADED = /^(?:\[[\d;]*[A-DFHP-SZ~]|\[<[\d;]*(?:[Mm]|$)|O[A-DFHP-S])/;

/** All in milliseconds. */
const WAIT = {
  /** For what follows an escape: a key sends it at once, a slow link a little later. */
  escape: 50,
  /** For the rest of a sequence that has begun. */
  sequence: 250,
  /** For more of an answer of the terminal, or its end. */
  string: 150,
  /** For more of a paste, or its end. */
  paste: 2000,
  /** For a paste that was broken off to stop coming. */
  draining: 100,
  /** For the rest of a paste that was given up or broken off: a connection may stall for long. */
  rest: 60_000,
  /** For the rest of a sequence, after its escape was taken for Esc. */
  beheaded: 500,
};
/**
 * The wait while an answer of the terminal is due: its parts may come slowly and must not be taken for keys.
 * Esc takes effect later in that time.
 */
const DUE = { ...WAIT, escape: 300, sequence: 2000, string: 5000 };
/** What an answer goes on with after its escape. */
const BEHEADED_ANSWER = /^(?:\]|\[\?)/;

/** So many Ctrl-C in a row, and nothing else, break off a paste that has lost its end. */
const INTERRUPTS = 3;

type Mode =
  | { readonly kind: 'keys' }
  /** Inside an answer of the terminal, swallowed; `introducer` is a key as long as nothing follows. */
  | {
      readonly kind: 'string';
      readonly introducer: string;
      empty: boolean;
      /** Its beginning. */
      text: string;
    }
  | {
      readonly kind: 'paste';
      readonly buffer: ReturnType<typeof createPasteBuffer>;
      interrupts: number;
      /** What comes is the rest of a paste that was given up, and is thrown away. */
      readonly isLate: boolean;
    }
  /** After a paste was broken off: what still comes of it is thrown away. */
  | { readonly kind: 'draining' };

const KEYS: Mode = { kind: 'keys' };
const beginPaste = (isLate: boolean): Mode => ({
  kind: 'paste',
  buffer: createPasteBuffer(),
  interrupts: 0,
  isLate,
});
const key = (name: string, raw = name): InputEvent =>
  raw === name ? { kind: 'key', key: name } : { kind: 'key', key: name, raw };

/** How much of the end of `text` may be the beginning of `mark`. */
function beginningOf(mark: string, text: string): number {
  for (let length = Math.min(mark.length - 1, text.length); length > 0; length--) {
    if (text.endsWith(mark.slice(0, length))) return length;
  }
  return 0;
}

/** What the parser knows between two chunks. */
interface ParserState {
  mode: Mode;
  wait: typeof WAIT;
  /** What came and cannot be told yet. */
  open: string;
  deadline: number | undefined;
  /** When an escape was taken for Esc for want of anything behind it. */
  escapedAt: number;
  /** Of a paste that was given up: until when its rest may come, and what came of its end. */
  rest: { readonly until: number; readonly begun: string } | undefined;
  /** Is told what the terminal says of itself. */
  readonly answered: (answer: TerminalReply) => void;
}

/** Reads keys up to where another mode begins, and gives what is left for that. */
function readKeys(state: ParserState, text: string, at: number, events: TerminalEvent[]): string {
  for (let i = 0; i < text.length; ) {
    if (text[i] !== ESC) {
      const codePoint = codePointAt(text, i);
      const name = singleKey(codePoint);
      const length = codePoint > 0xffff ? 2 : 1;
      if (name !== undefined) events.push(key(name, text.slice(i, i + length)));
      i += length;
      continue;
    }
    const reading = readEscape(text, i);
    if (reading.kind === 'incomplete') {
      state.open = text.slice(i);
      state.deadline = at + (state.open.length === 1 ? state.wait.escape : state.wait.sequence);
      return '';
    }
    const sequence = text.slice(i, i + reading.length);
    i += reading.length;
    if (reading.kind === 'key') events.push(key(reading.key, sequence));
    else if (reading.kind === 'paste-start') {
      state.mode = beginPaste(false);
      state.rest = undefined;
      return text.slice(i);
    } else if (reading.kind === 'string-start') {
      state.mode = { kind: 'string', introducer: sequence, empty: true, text: '' };
      return text.slice(i);
    } else {
      const answer = readSequenceAnswer(sequence);
      if (answer) state.answered(answer);
      const mouse = readMouse(sequence);
      if (mouse) events.push(mouse);
    }
  }
  return '';
}

/** Reads on in an answer of the terminal; gives what follows its end. */
function readString(state: ParserState, text: string, string: Mode & { kind: 'string' }): string {
  string.empty = false;
  const end = text.search(STRING_END);
  const closing = end < 0 ? '' : text.slice(end, end + 2);
  const more = end < 0 ? text : text.slice(0, end);
  if (string.text.length <= LONGEST_ANSWER) string.text += more.slice(0, LONGEST_ANSWER + 1);
  if (end < 0 || closing === ESC) {
    state.open = closing;
    return '';
  }
  state.mode = KEYS;
  const isWhole = closing === `${ESC}\\` || /^[\u0007\u009c]/.test(closing);
  const answer =
    isWhole && string.introducer === `${ESC}]` ? readCommandAnswer(string.text) : undefined;
  if (answer) state.answered(answer);
  // Ctrl-C is always a key. An escape that is not ESC \ ends the string and begins something else.
  const partOfEnd = closing === `${ESC}\\` ? 2 : /[\u0003\u001b]/.test(closing[0] ?? '') ? 0 : 1;
  return text.slice(end + partOfEnd);
}

/** Reads on in a paste; gives what follows its end. */
function readPaste(
  state: ParserState,
  text: string,
  paste: Mode & { kind: 'paste' },
  events: TerminalEvent[],
): string {
  const end = paste.isLate ? text.search(PASTE_MARK) : text.indexOf(PASTE_END);
  if (end >= 0) {
    paste.buffer.add(text.slice(0, end));
    if (!paste.isLate) events.push(paste.buffer.close(true));
    state.mode = KEYS;
    state.rest = undefined;
    // Another paste begins where the end of this one was lost.
    return text.slice(text.startsWith(PASTE_START, end) ? end : end + PASTE_END.length);
  }
  const kept = beginningOf(PASTE_END, text);
  state.open = text.slice(text.length - kept);
  paste.buffer.add(text.slice(0, text.length - kept));
  // Only Ctrl-C that came on its own counts, so that none in the pasted text can end it.
  paste.interrupts = /^\u0003+$/.test(text) ? paste.interrupts + text.length : 0;
  if (paste.interrupts >= INTERRUPTS) {
    if (!paste.isLate) events.push(paste.buffer.close(false));
    events.push(key('ctrl-c'));
    state.mode = { kind: 'draining' };
  }
  return '';
}

/** Drops what still comes of a paste that was broken off; gives what follows its end. */
function drain(state: ParserState, text: string): string {
  const end = text.indexOf(PASTE_END);
  if (end < 0) {
    state.open = text.slice(text.length - beginningOf(PASTE_END, text));
    return '';
  }
  state.mode = KEYS;
  state.rest = undefined;
  return text.slice(end + PASTE_END.length);
}

/**
 * Whether a chunk is more of a paste: a key comes alone. Sequences may come together, since what the mouse does and
 * answers of the terminal do.
 */
function isPasted(text: string): boolean {
  for (let i = 0; i < text.length; ) {
    if (text[i] !== ESC) return !isOneCharacter(text);
    const reading = readEscape(text, i);
    if (reading.kind !== 'key' && reading.kind !== 'nothing') return false;
    i += reading.length;
  }
  return false;
}

const isOneCharacter = (text: string): boolean =>
  text !== '' && text.length === (codePointAt(text, 0) > 0xffff ? 2 : 1);

/** `text`, with keys to come, without the late rest of what was given up before. */
function resumed(state: ParserState, text: string, at: number): string {
  const isLate = at - state.escapedAt <= WAIT.beheaded;
  const isBeheaded =
    isLate && (BEHEADED.test(text) || (state.wait === DUE && BEHEADED_ANSWER.test(text)));
  const whole = isBeheaded ? ESC + text : text;
  const { rest } = state;
  if (!rest || at > rest.until) {
    state.rest = undefined;
    return whole;
  }
  const late = rest.begun + whole;
  if (late.includes(PASTE_END) || isPasted(whole)) {
    state.mode = beginPaste(true);
    return late;
  }
  if (whole === ESC || !isOneCharacter(whole)) return whole;
  // A key, unless more comes at once.
  state.open = whole;
  state.deadline = at + state.wait.escape;
  return '';
}

/** What is settled by nothing more having come until `at`. */
function settle(state: ParserState, at: number): TerminalEvent[] {
  if (state.deadline === undefined || at < state.deadline) return [];
  const { mode, open } = state;
  state.deadline = undefined;
  state.open = '';
  state.mode = KEYS;
  switch (mode.kind) {
    case 'keys': {
      if (!open.startsWith(ESC)) {
        const events: TerminalEvent[] = [];
        readKeys(state, open, at, events);
        return events;
      }
      if (state.rest && open !== ESC && PASTE_END.startsWith(open)) {
        giveUp(state, open, at);
        return [];
      }
      const name = settleEscape(open);
      if (name === 'esc') state.escapedAt = at;
      return name === undefined ? [] : [key(name)];
    }
    case 'string': {
      const name = mode.empty ? settleEscape(mode.introducer) : undefined;
      return name === undefined ? [] : [key(name)];
    }
    case 'paste': {
      giveUp(state, open, at);
      const events: TerminalEvent[] = mode.isLate ? [] : [mode.buffer.close(false)];
      if (mode.buffer.endsInterrupted) events.push(key('ctrl-c'));
      return events;
    }
    case 'draining':
      giveUp(state, open, at);
      return [];
  }
}

/** Nothing more of a paste came until `at`; its rest may still come. */
function giveUp(state: ParserState, begun: string, at: number): void {
  state.rest = { until: at + WAIT.rest, begun };
}

/**
 * Bytes from the terminal to keys, pastes and what the mouse did, in any chunks. Time is told, in monotonic milliseconds.
 *
 * @param answered is told what the terminal says of itself, whether it was asked or not
 */
export function createKeyParser(answered: (answer: TerminalReply) => void = () => {}) {
  const decoder = new StringDecoder('utf8');
  const state: ParserState = {
    mode: KEYS,
    wait: WAIT,
    open: '',
    deadline: undefined,
    escapedAt: Number.NEGATIVE_INFINITY,
    rest: undefined,
    answered,
  };

  /** Reads the beginning of `text` as its mode has it; gives the rest. */
  const read = (text: string, at: number, events: TerminalEvent[]): string => {
    const { mode } = state;
    switch (mode.kind) {
      case 'keys':
        return readKeys(state, text, at, events);
      case 'string':
        return readString(state, text, mode);
      case 'paste':
        return readPaste(state, text, mode, events);
      case 'draining':
        return drain(state, text);
    }
  };

  return {
    /** What `chunk`, which arrived at `at`, completes. Text chunks hold whole characters. */
    push(chunk: Uint8Array | string, at: number) {
      const events = settle(state, at);
      const arrived = typeof chunk === 'string' ? chunk : decoder.write(chunk);
      let text = state.open + arrived;
      state.open = '';
      state.deadline = undefined;
      if (state.mode.kind === 'keys') text = resumed(state, text, at);
      state.escapedAt = Number.NEGATIVE_INFINITY;
      while (text !== '') text = read(text, at, events);
      if (state.mode.kind !== 'keys') state.deadline = at + state.wait[state.mode.kind];
      return events;
    },
    /** What is settled by nothing more having come until `at`. */
    tick: (at: number) => settle(state, at),
    /** Whether an answer of the terminal is due. */
    expect(due: boolean) {
      state.wait = due ? DUE : WAIT;
    },
    /** When `tick` has something to say; undefined while nothing is open. */
    get deadline() {
      return state.deadline;
    },
  };
}

/** What is kept of one paste, in UTF-16 units. */
export const LONGEST_PASTE = 64 * 1024;

/** The text of a bracketed paste whose end has not come yet. */
interface PasteBuffer {
  add(text: string): void;
  /** The paste, `whole` telling that its end was seen. */
  close(whole: boolean): PasteEvent;
  /** Whether the last thing that came was Ctrl-C. */
  readonly endsInterrupted: boolean;
}

export function createPasteBuffer(): PasteBuffer {
  let text = '';
  let tooLong = false;
  let last = '';
  return {
    add(more) {
      if (more === '') return;
      last = more.slice(-1);
      const room = LONGEST_PASTE - text.length;
      tooLong ||= more.length > room;
      text += more.slice(0, room);
    },
    close(whole) {
      const kept = whole ? text : text.replace(/\u0003+$/, '');
      // The cut may split a surrogate pair: drop its first half.
      const clean = tooLong ? kept.replace(/[\ud800-\udbff]$/, '') : kept;
      return { kind: 'paste', text: clean, cut: tooLong || !whole };
    },
    get endsInterrupted() {
      return last === '\u0003';
    },
  };
}
