/** Names of keys, by what people write for them; in lower case. */
const NAMES: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    'up down left right enter tab space esc backspace delete insert home end pageup pagedown'
      .split(' ')
      .map((name) => [name, name]),
  ),
  escape: 'esc',
  return: 'enter',
  del: 'delete',
  ins: 'insert',
  pgup: 'pageup',
  pgdn: 'pagedown',
  '↑': 'up',
  '↓': 'down',
  '←': 'left',
  '→': 'right',
};

const MODIFIERS = ['ctrl', 'alt', 'shift'] as const;

/** Letters that a terminal sends for another key when Ctrl is held. */
const SAME_AS: Readonly<Record<string, string>> = {
  h: 'backspace',
  i: 'tab',
  m: 'enter',
  '[': 'esc',
};

/**
 * The canonical name of a key that somebody wrote: `x`, `G`, `Ctrl-D`, `PgDn`, `shift-left`, `F5`.
 * Undefined for what is none, and for what terminals cannot tell from another key, such as `ctrl-i`.
 */
export function readKeyText(text: string): string | undefined {
  const given = new Set<string>();
  let rest = text;
  for (;;) {
    const [, modifier, after] = /^(ctrl|alt|shift)-(.+)$/isu.exec(rest) ?? [];
    if (modifier === undefined || after === undefined) break;
    if (given.has(modifier.toLowerCase())) return undefined;
    given.add(modifier.toLowerCase());
    rest = after;
  }
  const lower = rest.toLowerCase();
  const isCharacter = /^[^\p{C}\p{Z}\p{M}]$/u.test(rest);
  const named = Object.hasOwn(NAMES, lower)
    ? NAMES[lower]
    : /^f([1-9]|1\d|20)$/.test(lower)
      ? lower
      : undefined;
  const prefix = MODIFIERS.filter((each) => given.has(each)).map((each) => `${each}-`);
  if (named !== undefined) return `${prefix.join('')}${named}`;
  // Shift is part of a character; and Ctrl makes controls of these alone.
  if (!isCharacter || given.has('shift')) return undefined;
  if (!given.has('ctrl')) return `${prefix.join('')}${rest}`;
  if (!/^[a-z\]^_\\]$/.test(lower) || Object.hasOwn(SAME_AS, lower)) return undefined;
  return `${prefix.join('')}${lower}`;
}
