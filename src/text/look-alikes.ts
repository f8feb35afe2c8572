import { lazy } from './memoize.ts';
import { type Printable, printable, words } from './printable.ts';

/** UTF-16 units of a name that are looked at; more of one is never shown in a row. */
const LONGEST_NAME = 256;

/** Scripts whose letters are easily taken for Latin ones. Others (Han, Arabic, …) are told apart by their look. */
const SCRIPTS = ['Cyrillic', 'Greek', 'Armenian', 'Cherokee', 'Coptic', 'Lisu'] as const;
type Script = (typeof SCRIPTS)[number];

const ofScript = lazy(() =>
  SCRIPTS.map((script) => [script, new RegExp(`\\p{Script=${script}}`, 'u')] as const),
);
const latin = lazy(() => /\p{Script=Latin}/u);
/** Marks that can stand on a letter of any script; those of one script belong to its spelling. */
const anyMark = lazy(() => /[\p{M}&&\p{Script=Inherited}]/v);
/** Control characters are not among these: they are shown as pictures, which look like nothing else. */
const invisible = lazy(() => /\p{Default_Ignorable_Code_Point}|(?! )\p{Z}/u);

/** Cyrillic and Greek letters that look like Latin ones in most fonts. */
const LIKE_LATIN = new Set('асеорхуіјѕԁԛԝһӏАВЕКМНОРСТХУІЈЅԌԚԜοαινρυκΑΒΕΖΗΙΚΜΝΟΡΤΥΧ');
/** Latin letters and signs that look like ASCII ones and have no form in ASCII. */
const LIKE_ASCII = new Set('ıȷɑɡǀǃℓ‐‑−∕⁄∖∣');

/** A character that can be taken for another, and what it is: `Cyrillic`, `mark`, `invisible`, `like ASCII`. */
interface LookAlike {
  readonly character: string;
  readonly what: Script | 'mark' | 'invisible' | 'like ASCII';
}

const isAscii = (text: string): boolean => /^[\x20-\x7e]*$/.test(text);

/** What of a name can be taken for something else; each character once. */
function found(name: string): readonly LookAlike[] {
  if (isAscii(name)) return [];
  const characters = [...new Set(name.slice(0, LONGEST_NAME))];
  const scripts = characters.map(
    (character) => ofScript().find(([, pattern]) => pattern.test(character))?.[0],
  );
  const foreign = characters.filter((_, at) => scripts[at] !== undefined);
  const isMixed =
    new Set(scripts.filter((script) => script !== undefined)).size > 1 ||
    characters.some((character) => latin().test(character)) ||
    // A whole name that could be spelled in Latin letters.
    foreign.every((character) => LIKE_LATIN.has(character));
  return characters.flatMap((character, at): readonly LookAlike[] => {
    const script = scripts[at];
    if (script !== undefined) return isMixed ? [{ character, what: script }] : [];
    if (isAscii(character)) return [];
    if (anyMark().test(character)) return [{ character, what: 'mark' }];
    if (invisible().test(character)) return [{ character, what: 'invisible' }];
    const isLike = LIKE_ASCII.has(character) || isAscii(character.normalize('NFKC'));
    return isLike ? [{ character, what: 'like ASCII' }] : [];
  });
}

/**
 * Whether a name or id may be taken for another one: letters of scripts that look alike are mixed, or it has combining
 * marks, invisible characters, or characters that look like those of ASCII. A name in one script is what it seems,
 * and so is one in Latin and, say, Japanese. Hostile text; a time linear in at most 256 of its units.
 */
export const looksLikeAnother = (name: string): boolean => found(name).length > 0;

const MOST_TOLD = 3;

const codePoint = (character: string): Printable =>
  words`U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0') as Printable}`;

function told({ character, what }: LookAlike): Printable {
  const point = codePoint(character);
  if (what === 'mark') return words`combining mark ${point}`;
  if (what === 'invisible') return words`invisible ${point}`;
  const name = what === 'like ASCII' ? words`` : words`${what as Printable} `;
  return words`${name}${printable(character)} (${point})`;
}

/** The characters by which a name may be taken for another: `contains Cyrillic е (U+0435)`; undefined for none. */
export function lookAlikeWords(name: string): Printable | undefined {
  const all = found(name);
  if (all.length === 0) return undefined;
  const some = all.slice(0, MOST_TOLD).map(told).join(', ') as Printable;
  const more = all.length - MOST_TOLD;
  return more > 0 ? words`contains ${some} and ${more} more like these` : words`contains ${some}`;
}
