import { lookAlikeWords, looksLikeAnother } from '../text/look-alikes.ts';
import { printableStart, words } from '../text/printable.ts';
import { PLAIN, type Style } from '../text/style.ts';
import { type Line, span } from './line.ts';
import { theme } from './theme.ts';

/** Before a name that may be taken for another. */
const SIGN = words`≈ `;

/** The name of something that can be acted on, with a sign before it where it may be taken for another. */
export const nameLine = (name: string, style: Style = PLAIN): Line => {
  const shown = span(printableStart(name), style);
  return looksLikeAnother(name) ? [span(SIGN, theme.warn), shown] : [shown];
};

/** By which characters the name or the id may be taken for another; none for most. */
export function lookAlikeLines(thing: { readonly name: string; readonly id: string }): Line[] {
  const told = [
    ['name', thing.name],
    ['id', thing.id === thing.name ? '' : thing.id],
  ] as const;
  return told.flatMap(([what, text]) => {
    const why = lookAlikeWords(text);
    return why === undefined
      ? []
      : [[span(words` ${SIGN}${what === 'id' ? words`id` : words`name`} ${why}`, theme.warn)]];
  });
}
