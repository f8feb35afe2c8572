/** Characters that must never be on screen, listed independently of the program's own rules. */
const FORBIDDEN: readonly (readonly [string, RegExp])[] = [
  ['control', /[\u0000-\u001f\u007f-\u009f]/],
  ['bidirectional', /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/],
  ['zero width', /\u034f|[\u180b-\u180f]|[\u00ad\u200b-\u200d\u2060-\u206f\ufeff]/],
  ['filler', /[\u115f\u1160\u17b4\u17b5\u3164\uffa0\u2800]/],
  ['blank', /[\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]/],
  ['line separator', /[\u2028\u2029]/],
  ['selector', /[\ufe00-\ufe0f]|\udb40[\udd00-\uddef]/],
  ['tag', /\udb40[\udc00-\udc7f]/],
  ['surrogate', /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/],
  ['private use', /[\ue000-\uf8ff]|[\udb80-\udbff][\udc00-\udfff]/],
  ['unassigned', /\p{Cn}/u],
  ['flood', /\p{M}{5}/u],
];

/** The kinds of forbidden characters in `shown`. */
export const leaks = (shown: string): string[] =>
  FORBIDDEN.filter(([, pattern]) => pattern.test(shown)).map(([name]) => name);
