import type { InputEvent } from '../input/input-event.ts';
import { typedText } from '../input/input-event.ts';
import { type Printable, words } from '../text/printable.ts';
import { aroundCursor, graphemes } from '../text/width.ts';
import { type Command, command } from './command.ts';

export interface TextField {
  readonly value: string;
  /** Whether every printable key is text, even a leading `?`. */
  readonly takesAny?: true;
  changed(value: string): void;
}

/** Position of the cursor, counted from the end of the text. */
export interface FieldCursor {
  getState(): { readonly behind: number };
  setState(change: { readonly behind: number }): void;
}

/** Changes the text before (left) and after the cursor. */
type Edit = (left: string, right: string) => readonly [left: string, right: string];

const LAST_WORD = /\S+\s*$/u;
const FIRST_WORD = /^\s*\S+/u;

/** Moves characters from the start of the text after the cursor to before it, or back with a negative number. */
function shifted(left: string, right: string, by: number): readonly [string, string] {
  const at = left.length + by;
  const text = left + right;
  return [text.slice(0, at), text.slice(at)];
}

const lengthOf = (pattern: RegExp, text: string): number => pattern.exec(text)?.[0].length ?? 0;

/** As in readline. */
const EDITS: readonly (readonly [id: string, keys: readonly string[], label: Printable, Edit])[] = [
  ['clear', ['ctrl-u'], words`Delete to the start of the line`, (_, right) => ['', right]],
  [
    'word',
    ['ctrl-w', 'alt-backspace'],
    words`Delete the word before the cursor`,
    (left, right) => [left.replace(LAST_WORD, ''), right],
  ],
  [
    'word-on-delete',
    ['alt-d'],
    words`Delete the word after the cursor`,
    (left, right) => [left, right.replace(FIRST_WORD, '')],
  ],
  ['rest', ['ctrl-k'], words`Delete to the end of the line`, (left) => [left, '']],
  [
    'delete',
    ['delete'],
    words`Delete the character under the cursor`,
    (left, right) => [left, right.slice(first(right).length)],
  ],
  [
    'start',
    ['home', 'ctrl-a'],
    words`Go to the start of the line`,
    (...text) => ['', text.join('')],
  ],
  ['end', ['end', 'ctrl-e'], words`Go to the end of the line`, (...text) => [text.join(''), '']],
  [
    'back',
    ['left'],
    words`Back one character`,
    (left, right) => shifted(left, right, -last(left).length),
  ],
  [
    'on',
    ['right'],
    words`Forward one character`,
    (left, right) => shifted(left, right, first(right).length),
  ],
  [
    'word-back',
    ['alt-b'],
    words`Back one word`,
    (left, right) => shifted(left, right, -lengthOf(LAST_WORD, left)),
  ],
  [
    'word-on',
    ['alt-f'],
    words`Forward one word`,
    (left, right) => shifted(left, right, lengthOf(FIRST_WORD, right)),
  ],
];

const first = (text: string): string => graphemes(text as Printable)[0] ?? '';
const last = (text: string): string => graphemes(text as Printable).at(-1) ?? '';

export const FIELD_KEYS: ReadonlySet<string> = new Set(EDITS.flatMap(([, keys]) => keys));

const FOOTERS: Readonly<Record<string, Printable>> = {
  clear: words`clear`,
  word: words`delete word`,
};

/** Editing keys for the focused text field, if any. */
export const fieldCommands = (
  prefix: string,
  field: () => TextField | undefined,
  cursor: FieldCursor,
): readonly Command[] =>
  EDITS.map(([id, keys, label, edit]) =>
    command(`${prefix}.${id}`, keys, label, {
      footer: () => (field()?.value ? FOOTERS[id] : undefined),
      run() {
        const open = field();
        if (!open) return;
        const [before, after] = edit(...aroundCursor(open.value, cursor.getState().behind));
        if (before + after !== open.value) open.changed(before + after);
        cursor.setState({ behind: after.length });
      },
    }),
  );

/** The input for a text field; undefined if the key is not for it. */
export const fieldInput = ({
  key,
  raw,
}: InputEvent & { readonly kind: 'key' }): string | undefined =>
  key === 'backspace' ? raw : typedText(key);
