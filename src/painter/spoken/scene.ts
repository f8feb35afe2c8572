import type { SpokenCell, SpokenItem } from '../../text/spoken.ts';

type Of<Kind extends SpokenItem['kind']> = Extract<SpokenItem, { kind: Kind }>;

/** What stands between place and prompt, in order. */
export type Item = Of<'text'> | Of<'tab'> | Of<'table'> | Of<'row'>;

/** What there is to say. Texts are in words. */
export interface Scene {
  readonly place: Of<'place'> | null;
  readonly status: readonly string[];
  readonly items: readonly Item[];
  readonly notice: Of<'notice'> | null;
  readonly prompt: Of<'prompt'> | null;
  readonly keys: string;
}

/** Puts what is spoken into words, each in its place. */
export function readScene(spoken: readonly SpokenItem[]): Scene {
  let place: Scene['place'] = null;
  let status: Scene['status'] = [];
  let notice: Scene['notice'] = null;
  let prompt: Scene['prompt'] = null;
  let keys = '';
  const items: Item[] = [];
  for (const part of spoken) {
    switch (part.kind) {
      case 'place':
        place = { ...part, name: inWords(part.name), what: inWords(part.what) };
        place = { ...place, fresh: inWords(part.fresh) };
        break;
      case 'status':
        status = part.all.map(inWords).filter((text) => text !== '');
        break;
      case 'notice':
        notice = part.text === '' ? null : { ...part, text: inWords(part.text) };
        break;
      case 'prompt':
        prompt = { ...part, label: inWords(part.label), hint: inWords(part.hint) };
        break;
      case 'keys':
        keys = inWords(part.text);
        break;
      case 'text': {
        const { here, live, exact } = part;
        const words = inWords(part.text);
        const text = exact === undefined ? words : `${words}: “${exact}”`;
        if (text !== '') items.push({ kind: 'text', text, here, live });
        break;
      }
      case 'tab': {
        const text = inWords(part.text);
        if (text !== '') items.push({ ...part, text });
        break;
      }
      case 'row': {
        const shown = ({ text }: SpokenCell, at: number) =>
          delimited(text, at === 0 ? NAME_PARTS : SENTENCE_ENDS);
        const cells = part.cells.map((cell, at) => ({ ...cell, text: shown(cell, at) }));
        items.push({ ...part, cells });
        break;
      }
      case 'table':
        items.push(part);
    }
  }
  return { place, status, items, notice, prompt, keys };
}

/** What the cursor is on: the last that says so, as what lies nearest has the keys. */
export const focusOf = ({ items }: Scene): Item | null =>
  items.findLast((item) => (item.kind === 'row' || item.kind === 'text') && item.here) ?? null;

/** The table that the cursor is in, or the last one. */
export function tableOf({ items }: Scene): Of<'table'> | null {
  const focus = items.findLastIndex((item) => item.kind === 'row' && item.here);
  const before = items.slice(0, focus < 0 ? items.length : focus);
  return before.findLast((item) => item.kind === 'table') ?? null;
}

/** Where a name could be taken for several cells, and any text for a sentence of this program. */
const NAME_PARTS = /[,;:.!?…]\s+\S| · |["“”„]/;
const SENTENCE_ENDS = /[.;!?…]\s+\S|["“”„]/;

/** The text of a cell in words, within quotes where it could be taken for more than one. */
const delimited = (text: string, parts: RegExp): string =>
  parts.test(text) ? `“${inWords(text.replaceAll(/["“”„]/g, '’'))}”` : inWords(text);

/** Signs that say something, and what they say. */
const SAID: readonly (readonly [RegExp, string])[] = [
  // The histogram of a day and other graphics.
  [/\b00 [^\w,;]* 24\b/g, ''],
  [/[▁-▟─-╿]+/g, ' '],
  [/•{2,}/g, 'hidden'],
  [/^! /g, 'Attention: '],
  // Of a single word that word says it.
  [/^✖ (?=\S+ )/g, 'Error: '],
  [/ › /g, ', '],
  [/≈ /g, 'looks like another: '],
  [/⌫/g, 'deletion asked for,'],
  [/▾ /g, 'open, '],
  [/▸ /g, 'closed, '],
  [/▲/g, ' up '],
  [/[▼]/g, ' down '],
  [/↑/g, 'Up'],
  [/↓/g, 'Down'],
  // What was, and what it became; advice; and otherwise the key.
  [/([^\s←↑↓,:;]) → (?=[^\s←↑↓])/g, '$1 to '],
  [/^→ (?=\p{L}{2})/u, ''],
  [/→/g, 'Right'],
  [/←/g, 'Left'],
  [/(\d)≠/g, '$1 conflict'],
  [/(\d)‹/g, '$1 late'],
  [/^[≠‹] /g, ''],
  // The word behind a sign says what the sign marks.
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

/** `text` without what only an eye can read: signs become words or go, gaps become pauses. */
export function inWords(text: string): string {
  let words = text.trim();
  for (const [sign, word] of SAID) words = words.replace(sign, word);
  return words
    .replace(PAUSES, ', ')
    .replace(DOUBLED, ', ')
    .replaceAll(' ,', ',')
    .replaceAll(':, ', ': ')
    .replace(AT_ENDS, '');
}
