import type { InputEvent } from '../input/input-event.ts';
import { typedText } from '../input/input-event.ts';
import { type Printable, words } from '../text/printable.ts';
import { aroundCursor, graphemes } from '../text/width.ts';
import { type Command, command } from './command.ts';

export interface TextField {
  readonly value: string;
  /** Its text may be any, also one that begins with `?`: no key that types something does anything else. */
  readonly takesAny?: true;
  changed(value: string): void;
}

/** Where the cursor of the field that has the keys is: before so many characters of its end. */
export interface FieldCursor {
  getState(): { readonly behind: number };
  setState(change: { readonly behind: number }): void;
}

/** What a key makes of the text before the cursor and behind it. */
type Edit = (before: string, after: string) => readonly [before: string, after: string];

const LAST_WORD = /\S+\s*$/u;
const FIRST_WORD = /^\s*\S+/u;

/** As readline has them. */
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

/** The editing keys of a text field; `field` is the one that has the keys, if any. */
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

/** What a text field is fed for a key: what the terminal sent, or the text; undefined for what is not for it. */
export const fieldInput = ({
  key,
  raw,
}: InputEvent & { readonly kind: 'key' }): string | undefined =>
  key === 'backspace' ? raw : typedText(key);
