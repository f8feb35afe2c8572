/** The console's own signs, and what stands for each, a column for a column. */
const PAIRS: readonly (readonly [signs: string, become: string])[] = [
  ['·•…⋯–—−', '.*~~---'],
  ['“”„‘’‚', '"""\'\'\''],
  ['‹›«»→←↑↓▸▾▲▼❯⌫', '<><>><^v>v^v><'],
  ['●○◌◐■✖✓≠', '*oo%#x+!'],
  ['─━│┃┄', '-=||-'],
  ['▁▂▃▄▅▆▇█░▒▓', '__.-=+*#.:#'],
  ['▏▎▍▌▋▊▉', '|||===='],
];

const SIGNS: ReadonlyMap<string, string> = new Map(
  PAIRS.flatMap(([signs, become]) =>
    [...signs].map((sign, at) => [sign, become.charAt(at)] as const),
  ),
);

/** What stands for a character that ASCII has nothing like. */
const UNKNOWN = '?';

/** The ASCII character that stands for `grapheme`: its sign, its letter without marks, or `?`. */
export function toAscii(grapheme: string): string {
  const sign = SIGNS.get(grapheme);
  if (sign !== undefined) return sign;
  const [letter = ''] = grapheme.normalize('NFD');
  return /^[\x20-\x7e]$/.test(letter) ? letter : UNKNOWN;
}
