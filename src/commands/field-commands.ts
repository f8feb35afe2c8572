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

/** Changes the text before and after the cursor. */
type Edit = (before: string, after: string) => readonly [before: string, after: string];

const LAST_WORD = /\S+\s*$/u;
const FIRST_WORD = /^\s*\S+/u;

/** As in readline. */
const EDITS: readonly (readonly [id: string, keys: readonly string[], label: Printable, Edit])[] = [
  ['clear', ['ctrl-u'], words`Delete all before the cursor`, (_, after) => ['', after]],
  [
    'word',
    ['ctrl-w', 'alt-backspace'],
    words`Delete the word before the cursor`,
    (before, after) => [before.replace(LAST_WORD, ''), after],
  ],
  [
    'word-on-delete',
    ['alt-d'],
    words`Delete the word behind the cursor`,
    (before, after) => [before, after.replace(FIRST_WORD, '')],
  ],
  ['rest', ['ctrl-k'], words`Delete all behind the cursor`, (before) => [before, '']],
  [
    'delete',
    ['delete'],
    words`Delete the character under the cursor`,
    (before, after) => [before, after.slice(first(after).length)],
  ],
  [
    'start',
    ['home', 'ctrl-a'],
    words`To the start of the line`,
    (before, after) => ['', before + after],
  ],
  [
    'end',
    ['end', 'ctrl-e'],
    words`To the end of the line`,
    (before, after) => [before + after, ''],
  ],
  [
    'back',
    ['left'],
    words`One character back`,
    (before, after) => {
      const { length } = last(before);
      const at = before.length - length;
      return [before.slice(0, at), before.slice(at) + after];
    },
  ],
  [
    'on',
    ['right'],
    words`One character on`,
    (before, after) => {
      const { length } = first(after);
      return [before + after.slice(0, length), after.slice(length)];
    },
  ],
  [
    'word-back',
    ['alt-b'],
    words`One word back`,
    (before, after) => {
      const rest = before.replace(LAST_WORD, '');
      return [rest, before.slice(rest.length) + after];
    },
  ],
  [
    'word-on',
    ['alt-f'],
    words`One word on`,
    (before, after) => {
      const [word = ''] = FIRST_WORD.exec(after) ?? [];
      return [before + word, after.slice(word.length)];
    },
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
