import type { Terminal } from '../edges/terminal.ts';

const ENTER = '\r';
const LINE_FEED = 0x0a;
const RETURN = 0x0d;
/** The marks of a bracketed paste. */
const PASTE = { start: '\u001b[200~', end: '\u001b[201~' } as const;

const isLineEnd = (byte: number | undefined): boolean => byte === LINE_FEED || byte === RETURN;

/**
 * The keys that a chunk of a line-mode terminal stands for. Such a terminal may send a line at a time: one key and
 * a line feed are that key, a line feed alone is Enter, after more text it is a line feed. Several lines at once
 * are a paste, which such a terminal does not mark.
 */
export function typedLine(chunk: Uint8Array): Uint8Array {
  const inside = chunk.subarray(0, -1);
  if (inside.some(isLineEnd)) {
    return Buffer.concat([Buffer.from(PASTE.start), chunk, Buffer.from(PASTE.end)]);
  }
  if (chunk.at(-1) !== LINE_FEED) return chunk;
  if (chunk.length === 1) return Buffer.from(ENTER);
  return chunk.length === 2 ? inside : chunk;
}

/** `terminal` with its input read as lines or keys, as they come. */
export const lineTerminal = (terminal: Terminal): Terminal => ({
  ...terminal,
  onInput: (listener) => terminal.onInput((chunk) => listener(typedLine(chunk))),
});
