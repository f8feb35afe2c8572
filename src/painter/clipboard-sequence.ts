/** The most that common terminals and multiplexers take in one sequence, in base64 characters. */
const MOST = 74_994;

/** The sequence that puts `text` on the clipboard of the terminal, undefined when it is too large for one. */
export function clipboardSequence(text: string): string | undefined {
  const encoded = Buffer.from(text).toString('base64');
  return encoded.length > MOST ? undefined : `\u001b]52;c;${encoded}\u0007`;
}
