import { lazy } from './memoize.ts';
import { type Printable, printable, words } from './printable.ts';

/** Limit of inspected UTF-16 units. A row never shows more. */
const MAX_NAME = 256;

/** Scripts with letters that resemble Latin ones. Others (Han, Arabic, …) look different. */
const SCRIPTS = ['Cyrillic', 'Greek', 'Armenian', 'Cherokee', 'Coptic', 'Lisu'] as const;
type Script = (typeof SCRIPTS)[number];

const ofScript = lazy(() =>
  SCRIPTS.map((script) => [script, new RegExp(`\\p{Script=${script}}`, 'u')] as const),
);
const latin = lazy(() => /\p{Script=Latin}/u);
/** Marks for letters of any script; marks of one script belong to its spelling. */
const anyMark = lazy(() => /[\p{M}&&\p{Script=Inherited}]/v);
/** Without control characters, which are shown as unmistakable pictures. */
const invisible = lazy(() => /\p{Default_Ignorable_Code_Point}|(?! )\p{Z}/u);

/** Cyrillic and Greek letters that look Latin in most fonts. */
const LIKE_LATIN = new Set('асеорхуіјѕԁԛԝһӏАВЕКМНОРСТХУІЈЅԌԚԜοαινρυκΑΒΕΖΗΙΚΜΝΟΡΤΥΧ');
/** Latin letters and signs that look like ASCII ones, without an ASCII form. */
const LIKE_ASCII = new Set('ıȷɑɡǀǃℓ‐‑−∕⁄∖∣');

/** A confusable character and its kind. */
interface LookAlike {
  readonly character: string;
  readonly what: Script | 'mark' | 'invisible' | 'like ASCII';
}

const isAscii = (text: string): boolean => /^[\x20-\x7e]*$/.test(text);

/** The confusable characters of a name, each once. */
function lookAlikesIn(name: string): readonly LookAlike[] {
  if (isAscii(name)) return [];
  const characters = [...new Set(name.slice(0, MAX_NAME))];
  const scripts = characters.map(
    (character) => ofScript().find(([, pattern]) => pattern.test(character))?.[0],
  );
  const foreign = characters.filter((_, at) => scripts[at] !== undefined);
  const isMixed =
    new Set(scripts.filter((script) => script !== undefined)).size > 1 ||
    characters.some((character) => latin().test(character)) ||
    // The whole name could be spelled in Latin letters.
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
 * Whether a name or id may be confused with another: it mixes similar scripts, or has combining marks, invisible
 * characters or characters that resemble ASCII. A name in one script is fine, and so is a mix of Latin and, for
 * example, Japanese. Takes hostile text; linear in at most 256 units.
 */
export const looksLikeAnother = (name: string): boolean => lookAlikesIn(name).length > 0;

const MAX_LISTED = 3;

const codePoint = (character: string): Printable =>
  words`U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0') as Printable}`;

function describe({ character, what }: LookAlike): Printable {
  const point = codePoint(character);
  if (what === 'mark') return words`combining mark ${point}`;
  if (what === 'invisible') return words`invisible ${point}`;
  const name = what === 'like ASCII' ? words`` : words`${what as Printable} `;
  return words`${name}${printable(character)} (${point})`;
}

/** The confusable characters of a name: `contains Cyrillic е (U+0435)`; undefined for none. */
export function lookAlikeWords(name: string): Printable | undefined {
  const all = lookAlikesIn(name);
  if (all.length === 0) return undefined;
  const some = all.slice(0, MAX_LISTED).map(describe).join(', ') as Printable;
  const more = all.length - MAX_LISTED;
  return more > 0 ? words`contains ${some} and ${more} more like these` : words`contains ${some}`;
}
