import { StringDecoder } from 'node:string_decoder';
import { codePointAt } from '../text/printable.ts';
import {
  type InputEvent,
  MAX_ANSWER_LENGTH,
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
/** A sequence without its escape, which came so early that it was taken for the Esc key. */
const WITHOUT_ESCAPE = /^(?:\[[\d;]*[A-DFHP-SZ~]|\[<[\d;]*(?:[Mm]|$)|O[A-DFHP-S])/;

/** Waits in milliseconds. */
const WAIT = {
  /** For what follows an escape. A key sends it at once, over a slow link a little later. */
  escape: 50,
  sequence: 250,
  /** For more of a terminal's answer. */
  string: 150,
  paste: 2000,
  /** For an interrupted paste to stop. */
  draining: 100,
  /** For the rest of a paste that was given up, since a connection may stall for long. */
  rest: 60_000,
  /** For a sequence whose escape was taken for Esc. */
  withoutEscape: 500,
};
/**
 * Waits while an answer of the terminal is due. Its parts may come slowly and must not be taken for keys, so Esc
 * takes effect later.
 */
const DUE = { ...WAIT, escape: 300, sequence: 2000, string: 5000 };
/** An answer of the terminal without its escape. */
const ANSWER_WITHOUT_ESCAPE = /^(?:\]|\[\?)/;

/** Number of consecutive Ctrl-C, and nothing else, that interrupt a paste without an end. */
const INTERRUPTS = 3;

type Mode =
  | { readonly kind: 'keys' }
  /** Inside an answer of the terminal, which is no input. `introducer` is a key if nothing follows. */
  | {
      readonly kind: 'string';
      readonly introducer: string;
      empty: boolean;
      text: string;
    }
  | {
      readonly kind: 'paste';
      readonly buffer: ReturnType<typeof createPasteBuffer>;
      interrupts: number;
      /** The rest of a paste that was given up, which is discarded. */
      readonly isLate: boolean;
    }
  /** After an interrupted paste, whose rest is discarded. */
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

interface ParserState {
  mode: Mode;
  wait: typeof WAIT;
  /** The end of the input so far, if what follows decides its meaning. */
  partial: string;
  deadline: number | undefined;
  /** When a lone escape was taken for Esc. */
  escapedAt: number;
  /** A paste that was given up: until when its rest may come, and the received part of its end mark. */
  rest: { readonly until: number; readonly begun: string } | undefined;
  readonly answered: (answer: TerminalReply) => void;
}

/**
 * Parses terminal bytes, in any chunks, into keys, pastes and mouse events. Callers pass the time, in monotonic
 * milliseconds.
 *
 * @param answered receives answers of the terminal, requested or not
 */
export function createKeyParser(answered: (answer: TerminalReply) => void) {
  const decoder = new StringDecoder('utf8');
  const state: ParserState = {
    mode: KEYS,
    wait: WAIT,
    partial: '',
    deadline: undefined,
    escapedAt: Number.NEGATIVE_INFINITY,
    rest: undefined,
    answered,
  };

  /** Reads the start of `text` in the current mode; returns the rest. */
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
    /** Returns the events completed by `chunk`. Text chunks hold whole characters. */
    push(chunk: Uint8Array | string, at: number) {
      const events = settle(state, at);
      const arrived = typeof chunk === 'string' ? chunk : decoder.write(chunk);
      let text = state.partial + arrived;
      state.partial = '';
      state.deadline = undefined;
      if (state.mode.kind === 'keys') text = continueLate(state, text, at);
      state.escapedAt = Number.NEGATIVE_INFINITY;
      while (text !== '') text = read(text, at, events);
      if (state.mode.kind !== 'keys') state.deadline = at + state.wait[state.mode.kind];
      return events;
    },
    /** Returns the events decided by nothing more having come until `at`. */
    tick: (at: number) => settle(state, at),
    /** Sets whether an answer of the terminal is due. */
    expect(due: boolean) {
      state.wait = due ? DUE : WAIT;
    },
    /** When `tick` must be called, if at all. */
    get deadline() {
      return state.deadline;
    },
  };
}

/** Reads keys until another mode begins; returns the rest. */
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
      state.partial = text.slice(i);
      state.deadline = at + (state.partial.length === 1 ? state.wait.escape : state.wait.sequence);
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

/** Continues an answer of the terminal; returns what follows it. */
function readString(state: ParserState, text: string, string: Mode & { kind: 'string' }): string {
  string.empty = false;
  const end = text.search(STRING_END);
  const closing = end < 0 ? '' : text.slice(end, end + 2);
  const more = end < 0 ? text : text.slice(0, end);
  if (string.text.length <= MAX_ANSWER_LENGTH) string.text += more.slice(0, MAX_ANSWER_LENGTH + 1);
  if (end < 0 || closing === ESC) {
    state.partial = closing;
    return '';
  }
  state.mode = KEYS;
  const isWhole = closing === `${ESC}\\` || /^[\u0007\u009c]/.test(closing);
  const answer =
    isWhole && string.introducer === `${ESC}]` ? readCommandAnswer(string.text) : undefined;
  if (answer) state.answered(answer);
  // Ctrl-C is always a key. An escape other than ESC \ ends the string and begins something else.
  const partOfEnd = closing === `${ESC}\\` ? 2 : /[\u0003\u001b]/.test(closing[0] ?? '') ? 0 : 1;
  return text.slice(end + partOfEnd);
}

/** Continues a paste; returns what follows it. */
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
    // The end of this paste was lost, and another one begins.
    return text.slice(text.startsWith(PASTE_START, end) ? end : end + PASTE_END.length);
  }
  const kept = beginningOf(PASTE_END, text);
  state.partial = text.slice(text.length - kept);
  paste.buffer.add(text.slice(0, text.length - kept));
  // Only Ctrl-C in its own chunk counts, so that pasted text cannot end the paste.
  paste.interrupts = /^\u0003+$/.test(text) ? paste.interrupts + text.length : 0;
  if (paste.interrupts >= INTERRUPTS) {
    if (!paste.isLate) events.push(paste.buffer.close(false));
    events.push(key('ctrl-c'));
    state.mode = { kind: 'draining' };
  }
  return '';
}

/** Length of the longest end of `text` with which `mark` begins. */
function beginningOf(mark: string, text: string): number {
  for (let length = Math.min(mark.length - 1, text.length); length > 0; length--) {
    if (text.endsWith(mark.slice(0, length))) return length;
  }
  return 0;
}

/** Discards the rest of an interrupted paste; returns what follows it. */
function drain(state: ParserState, text: string): string {
  const end = text.indexOf(PASTE_END);
  if (end < 0) {
    state.partial = text.slice(text.length - beginningOf(PASTE_END, text));
    return '';
  }
  state.mode = KEYS;
  state.rest = undefined;
  return text.slice(end + PASTE_END.length);
}

/** Whether a chunk belongs to a paste: keys come alone. Sequences may come together, as mouse events and answers do. */
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

/**
 * Continues a sequence or paste that was given up, if `text` is its late rest; returns what is left to read. May begin
 * the mode of a late paste, or wait to tell a key from its rest.
 */
function continueLate(state: ParserState, text: string, at: number): string {
  const isLate = at - state.escapedAt <= WAIT.withoutEscape;
  const lacksEscape =
    isLate &&
    (WITHOUT_ESCAPE.test(text) || (state.wait === DUE && ANSWER_WITHOUT_ESCAPE.test(text)));
  const whole = lacksEscape ? ESC + text : text;
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
  // A key, unless more follows at once.
  state.partial = whole;
  state.deadline = at + state.wait.escape;
  return '';
}

/** The events decided by nothing more having come until `at`. */
function settle(state: ParserState, at: number): TerminalEvent[] {
  if (state.deadline === undefined || at < state.deadline) return [];
  const { mode, partial } = state;
  state.deadline = undefined;
  state.partial = '';
  state.mode = KEYS;
  switch (mode.kind) {
    case 'keys': {
      if (!partial.startsWith(ESC)) {
        const events: TerminalEvent[] = [];
        readKeys(state, partial, at, events);
        return events;
      }
      if (state.rest && partial !== ESC && PASTE_END.startsWith(partial)) {
        giveUp(state, partial, at);
        return [];
      }
      const name = settleEscape(partial);
      if (name === 'esc') state.escapedAt = at;
      return name === undefined ? [] : [key(name)];
    }
    case 'string': {
      const name = mode.empty ? settleEscape(mode.introducer) : undefined;
      return name === undefined ? [] : [key(name)];
    }
    case 'paste': {
      giveUp(state, partial, at);
      const events: TerminalEvent[] = mode.isLate ? [] : [mode.buffer.close(false)];
      if (mode.buffer.endsInterrupted) events.push(key('ctrl-c'));
      return events;
    }
    case 'draining':
      giveUp(state, partial, at);
      return [];
  }
}

/** Gives a paste up whose rest may still come. */
function giveUp(state: ParserState, begun: string, at: number): void {
  state.rest = { until: at + WAIT.rest, begun };
}

/** Limit of one paste in UTF-16 units. */
export const MAX_PASTE = 64 * 1024;

/** The text of an unfinished bracketed paste. */
interface PasteBuffer {
  add(text: string): void;
  /** Returns the paste; `whole` if its end was seen. */
  close(whole: boolean): PasteEvent;
  /** Whether the last character was Ctrl-C. */
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
      const room = MAX_PASTE - text.length;
      tooLong ||= more.length > room;
      text += more.slice(0, room);
    },
    close(whole) {
      const kept = whole ? text : text.replace(/\u0003+$/, '');
      // The cut may split a surrogate pair.
      const clean = tooLong ? kept.replace(/[\ud800-\udbff]$/, '') : kept;
      return { kind: 'paste', text: clean, cut: tooLong || !whole };
    },
    get endsInterrupted() {
      return last === '\u0003';
    },
  };
}
