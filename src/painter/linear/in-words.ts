import { exactPieces } from '../../text/linear.ts';

/** Signs that say something, and what they say. */
const SAID: readonly (readonly [RegExp, string])[] = [
  // The map of a day and other pictures.
  [/\b00 [^\w,;]* 24\b/g, ''],
  [/[▁-▟─-╿]+/g, ' '],
  [/•{2,}/g, 'hidden'],
  [/^! /g, 'Attention: '],
  [/⌫/g, 'deletion asked for,'],
  [/▾ /g, 'open, '],
  [/▸ /g, 'closed, '],
  [/▲/g, ' up '],
  [/[▼]/g, ' down '],
  [/↑/g, 'Up'],
  [/↓/g, 'Down'],
  [/→/g, 'Right'],
  [/←/g, 'Left'],
  [/(\d)≠/g, '$1 conflict'],
  [/(\d)‹/g, '$1 late'],
  [/^[≠‹] /g, ''],
  // What they mark is said by the word behind them.
  [/[●○◌◐■✖✓] (?=\p{L})/gu, ''],
  [/✖/g, 'errors'],
  [/✓/g, 'good'],
  [/[●○◌◐■]/g, ''],
  [/❯/g, ''],
];

/** Pauses: several blanks, a dot between two things. */
const PAUSES = /\s*·\s*|\s{2,}/g;
const DOUBLED = /(?:,\s*){2,}/g;
const AT_ENDS = /^[,\s]+|[,\s]+$/g;

function piece(text: string): string {
  let words = text;
  for (const [sign, word] of SAID) words = words.replace(sign, word);
  return words.replace(PAUSES, ', ');
}

/**
 * `text` without what only an eye can read: signs become words or go, gaps become pauses. What stands in
 * `exact` stays as it is.
 */
export function inWords(text: string): string {
  const said = exactPieces(text.trim())
    .map((each, at) => (at % 2 === 0 ? piece(each) : each))
    .join('');
  return said.replace(DOUBLED, ', ').replaceAll(' ,', ',').replace(AT_ENDS, '');
}
