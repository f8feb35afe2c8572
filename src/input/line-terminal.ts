import type { Terminal } from '../edges/terminal.ts';

const ENTER = '\r';
const LINE_FEED = 0x0a;
const RETURN = 0x0d;
/** What is pasted is marked as terminals mark it that can be asked to. */
const PASTE = { start: '\u001b[200~', end: '\u001b[201~' } as const;

const isLineEnd = (byte: number | undefined): boolean => byte === LINE_FEED || byte === RETURN;

/**
 * What keys a chunk of a terminal of lines stands for. Such a terminal may send a line at a time: one key and
 * a line feed are that key, a line feed alone is Enter, and behind more it stays what it is. Several lines at
 * once were pasted; nothing else marks them.
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
