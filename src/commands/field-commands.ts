import type { InputEvent } from '../input/input-event.ts';
import { typedText } from '../input/input-event.ts';
import { words } from '../text/printable.ts';
import { type Command, command } from './command.ts';

/** A text field that has the keys. */
export interface TextField {
  readonly value: string;
  /** Its text may be any, also one that begins with `?`: no key that types something does anything else. */
  readonly takesAny?: true;
  changed(value: string): void;
}

/** The editing keys that a text field has no key of its own for; `field` is the one that has the keys, if any. */
export function fieldCommands(
  prefix: string,
  field: () => TextField | undefined,
): readonly Command[] {
  return [
    command(`${prefix}.clear`, 'ctrl-u', words`Clear the line`, {
      footer: () => (field()?.value ? words`clear` : undefined),
      run: () => field()?.changed(''),
    }),
    command(`${prefix}.word`, ['ctrl-w', 'alt-backspace'], words`Delete the last word`, {
      footer: () => (field()?.value ? words`delete word` : undefined),
      run() {
        const open = field();
        open?.changed(open.value.replace(LAST_WORD, ''));
      },
    }),
  ];
}

const LAST_WORD = /\S+\s*$/u;

/** The keys that a text field reads for itself, beside text. */
const EDITING: ReadonlySet<string> = new Set(['backspace', 'delete', 'left', 'right']);

/** What a text field is fed for a key: what the terminal sent, or the text; undefined for what is not for it. */
export const fieldInput = ({
  key,
  raw,
}: InputEvent & { readonly kind: 'key' }): string | undefined =>
  EDITING.has(key) ? raw : typedText(key);
