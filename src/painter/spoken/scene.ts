import type { SpokenCell, SpokenItem } from '../../text/spoken.ts';

type Of<Kind extends SpokenItem['kind']> = Extract<SpokenItem, { kind: Kind }>;

/** Items between place and prompt, in order. */
export type Item = Of<'text'> | Of<'tab'> | Of<'table'> | Of<'row'>;

/** The spoken items by kind, with texts in words. */
export interface Scene {
  readonly place: Of<'place'> | null;
  readonly status: readonly string[];
  readonly items: readonly Item[];
  readonly notice: Of<'notice'> | null;
  readonly prompt: Of<'prompt'> | null;
  readonly keys: string;
}

/** Sorts spoken items by kind and puts their texts into words. */
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
        const cellText = ({ text }: SpokenCell, at: number) =>
          delimited(text, at === 0 ? NAME_PARTS : SENTENCE_ENDS);
        const cells = part.cells.map((cell, at) => ({ ...cell, text: cellText(cell, at) }));
        items.push({ ...part, cells });
        break;
      }
      case 'table':
        items.push(part);
    }
  }
  return { place, status, items, notice, prompt, keys };
}

/** The focused item: the last one, since the topmost layer has the keys. */
export const focusOf = ({ items }: Scene): Item | null =>
  items.findLast((item) => (item.kind === 'row' || item.kind === 'text') && item.here) ?? null;

/** The table with the focus, or the last one. */
export function tableOf({ items }: Scene): Of<'table'> | null {
  const focus = items.findLastIndex((item) => item.kind === 'row' && item.here);
  const before = items.slice(0, focus < 0 ? items.length : focus);
  return before.findLast((item) => item.kind === 'table') ?? null;
}

/**
 * Matches names that could be taken for several cells, and texts that could be taken for a sentence of this program.
 */
const NAME_PARTS = /[,;:.!?…]\s+\S| · |["“”„]/;
const SENTENCE_ENDS = /[.;!?…]\s+\S|["“”„]/;

/** A cell's text in words, quoted if ambiguous. */
const delimited = (text: string, parts: RegExp): string =>
  parts.test(text) ? `“${inWords(text.replaceAll(/["“”„]/g, '’'))}”` : inWords(text);

/** Signs and their words. */
const SIGN_WORDS: readonly (readonly [RegExp, string])[] = [
  // Graphics, such as the histogram of a day.
  [/\b00 [^\w,;]* 24\b/g, ''],
  [/[▁-▟─-╿]+/g, ' '],
  [/•{2,}/g, 'hidden'],
  [/^! /g, 'Attention: '],
  // Not before a single word, which says it itself.
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
  // A change from one value to another; advice; otherwise the key.
  [/([^\s←↑↓,:;]) → (?=[^\s←↑↓])/g, '$1 to '],
  [/^→ (?=\p{L}{2})/u, ''],
  [/→/g, 'Right'],
  [/←/g, 'Left'],
  [/(\d)≠/g, '$1 conflict'],
  [/(\d)‹/g, '$1 late'],
  [/^[≠‹] /g, ''],
  // The word after a sign says what it marks.
  [/[●○◌◐■✖✓] (?=\p{L})/gu, ''],
  [/✖/g, 'errors'],
  [/✓/g, 'good'],
  [/[●○◌◐■]/g, ''],
  [/❯/g, ''],
];

/** Pauses: several blanks, or a dot between items. */
const PAUSES = /\s*·\s*|\s{2,}/g;
const DOUBLED = /(?:,\s*){2,}/g;
const AT_ENDS = /^[,\s]+|[,\s]+$/g;

/** Replaces visual signs in `text` by words or pauses. */
export function inWords(text: string): string {
  let words = text.trim();
  for (const [sign, word] of SIGN_WORDS) words = words.replace(sign, word);
  return words
    .replace(PAUSES, ', ')
    .replace(DOUBLED, ', ')
    .replaceAll(' ,', ',')
    .replaceAll(':, ', ': ')
    .replace(AT_ENDS, '');
}
