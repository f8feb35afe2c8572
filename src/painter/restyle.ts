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

const OFF: readonly { readonly bits: Style; readonly off: string }[] = [
  { bits: BOLD | DIM, off: '22;' },
  { bits: ITALIC, off: '23;' },
  { bits: UNDERLINE, off: '24;' },
  { bits: INVERSE, off: '27;' },
];

/** Parameters that lead from one style to another without a reset. A frame asks for hundreds: no arrays. */
function changes(from: Style, to: Style): string {
  let parameters = '';
  let kept = from;
  if ((from & ~to & ATTRIBUTES) !== 0) {
    for (const { bits, off } of OFF) {
      if ((kept & bits & ~to) === 0) continue;
      parameters += off;
      kept &= ~bits;
    }
  }
  let added = to & ~(kept & ATTRIBUTES);
  const fore = foregroundOf(to);
  if (foregroundOf(from) === fore) added = foreground(-1, added);
  else if (fore < 0) parameters += '39;';
  const back = backgroundOf(to);
  if (backgroundOf(from) === back) added = background(-1, added);
  else if (back < 0) parameters += '49;';
  return added === PLAIN ? parameters.slice(0, -1) : parameters + sgrParameters(added);
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
