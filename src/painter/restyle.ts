import {
  BOLD,
  background,
  backgroundOf,
  DIM,
  foreground,
  foregroundOf,
  INVERSE,
  ITALIC,
  PLAIN,
  type Style,
  sgrParameters,
  UNDERLINE,
} from '../text/style.ts';

const ATTRIBUTES = BOLD | DIM | ITALIC | UNDERLINE | INVERSE;

const OFF: readonly (readonly [Style, string])[] = [
  [BOLD | DIM, '22'],
  [ITALIC, '23'],
  [UNDERLINE, '24'],
  [INVERSE, '27'],
];

/** Parameters that lead from one style to another without a reset. */
function changes(from: Style, to: Style): string {
  const parameters: string[] = [];
  let kept = from;
  for (const [bits, off] of OFF) {
    if ((kept & bits & ~to) === 0) continue;
    parameters.push(off);
    kept &= ~bits;
  }
  if (foregroundOf(from) !== foregroundOf(to) && foregroundOf(to) < 0) parameters.push('39');
  if (backgroundOf(from) !== backgroundOf(to) && backgroundOf(to) < 0) parameters.push('49');
  let added = to & ~(kept & ATTRIBUTES);
  if (foregroundOf(from) === foregroundOf(to)) added = foreground(-1, added);
  if (backgroundOf(from) === backgroundOf(to)) added = background(-1, added);
  if (added !== PLAIN) parameters.push(sgrParameters(added));
  return parameters.join(';');
}

/** The shortest SGR that puts a terminal in style `from` into style `to`; empty when they are one. */
export function restyle(from: Style, to: Style): string {
  if (from === to) return '';
  if (to === PLAIN) return '\u001b[m';
  const delta = changes(from, to);
  // An empty first parameter is a 0: reset, then what `to` needs.
  const fresh = `;${sgrParameters(to)}`;
  return `\u001b[${delta.length <= fresh.length ? delta : fresh}m`;
}
