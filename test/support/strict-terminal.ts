import { leaks } from './leaks.ts';

/**
 * Every sequence that the painter may write, listed independently of its code: cursor (CUU CUD CUF CUB CHA CUP), erasing (ED EL
 * ECH), rows (IL DL), styles, five modes, the mouse if it was switched on, the window's title, links, the clipboard, and
 * one query.
 */
const OWN: readonly RegExp[] = [
  /\u001b\[\d*[ABCDGHLMX]/y,
  /\u001b\[\d+;\d+H/y,
  /\u001b\[[JK]/y,
  // Usual margins, modes and character set, at the start.
  /\u001b\[r\u001b\[\?6l\u001b\[4l\u001b\(B\u000f/y,
  /\u001b\[\?(?:7|25|1049|2004|2026)[hl]/y,
  /\u001b\[\?100[026][hl]/y,
  /\u001b\[2[23];2t|\u001b\]2;[^\u0000-\u001f\u007f-\u009f]{0,80}\u001b\\/y,
  // The start of a link to an address, and its end.
  /\u001b\]8;;(?:https?:\/\/[!-~]{1,1000})?\u001b\\/y,
  // The clipboard. Base64 cannot contain control sequences.
  /\u001b\]52;c;[\w+/=]*\u0007/y,
  /\u001b\[\?2026\$p\u001b\[c/y,
  // Includes the bell.
  /[\r\n\b\u0007]/y,
];
/** The only query, at the start: the terminal's background colour and attributes. */
const QUESTION = /\u001b\]11;\?\u001b\\\u001b\[c/y;
const SGR = /\u001b\[([\d;]*)m/y;
const PARAMETER =
  /^(?:0?|1|2|3|4|7|22|23|24|27|3[0-79]|4[0-79]|9[0-7]|10[0-7]|[34]8;5;(?:\d|[1-9]\d|1\d\d|2[0-4]\d|25[0-5]))(?:;|$)/;
const TEXT = /[^\u0000-\u001f\u007f-\u009f]+/y;

function ownParameters(parameters: string): boolean {
  let rest = parameters;
  do {
    const match = PARAMETER.exec(rest);
    if (!match) return false;
    rest = rest.slice(match[0].length);
  } while (rest !== '');
  return true;
}

/**
 * Everything in the output to a terminal that the painter must not write: other sequences, control characters, and text that
 * hides or reorders characters.
 */
export function foreignTo(written: string): string[] {
  const foreign: string[] = [];
  let at = 0;
  let questions = 0;
  const take = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at;
    const match = pattern.exec(written);
    if (match) at = pattern.lastIndex;
    return match;
  };
  while (at < written.length) {
    const text = take(TEXT);
    if (text) {
      if (leaks(text[0]).length > 0) foreign.push(text[0]);
      continue;
    }
    if (OWN.some((pattern) => take(pattern))) continue;
    // The painter sends the query only once.
    if (questions === 0 && take(QUESTION)) {
      questions += 1;
      continue;
    }
    const sgr = take(SGR);
    if (sgr && ownParameters(sgr[1] ?? '')) continue;
    foreign.push(sgr ? sgr[0] : written.slice(at, at + 16));
    if (!sgr) at++;
  }
  return foreign;
}
