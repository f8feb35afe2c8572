import type { PasteEvent } from '../../input/input-event.ts';
import { stepped } from '../../text/list-window.ts';
import { cleanLines, cleanTyped, type Printable, printable, words } from '../../text/printable.ts';

/** The fields, in the order they are gone through. */
const FIELDS = ['name', 'required', 'value'] as const;

export type FieldName = (typeof FIELDS)[number];

/** A variable that is being put together. */
export interface VariableForm {
  readonly script: { readonly id: string; readonly name: string };
  readonly focus: FieldName;
  readonly name: string;
  readonly required: boolean;
  /** Empty: the request has none. */
  readonly value: Secret;
  /** How often a whole value was read from elsewhere: the cursor stands at the end of each. */
  readonly loads: number;
  /** Whether the value is on screen. */
  readonly shown: boolean;
  readonly note: { readonly tone: 'info' | 'warn' | 'bad'; readonly text: Printable } | null;
  /** When the last input was, monotonic milliseconds. */
  readonly inputAt: number;
  /** The change that is under way; keys wait for its outcome. */
  readonly attempt: string | null;
  /** A request of this form was sent and refused. */
  readonly refused: boolean;
  /** The file the value is being read from; nothing is sent before it is there. */
  readonly reading: Printable | null;
  /** The unusual name that was warned of: the next press of the key that sends takes it as it is. */
  readonly warnedOf: string | null;
  /** The key that leaves was the last one, and asked first, for what was typed would be lost. */
  readonly leaving: boolean;
}

/** What happens to the form. `at`: monotonic milliseconds. */
export type FormEvent =
  /** A key, whatever becomes of it. */
  | { readonly kind: 'key'; readonly at: number }
  /** What stands in the field now. */
  | { readonly kind: 'changed'; readonly text: string; readonly at: number }
  /** The choice is made the other way. */
  | { readonly kind: 'toggled'; readonly at: number }
  | { readonly kind: 'moved'; readonly by: 1 | -1; readonly at: number }
  | { readonly kind: 'revealed'; readonly at: number }
  /** A whole value, from a file or an editor. */
  | {
      readonly kind: 'loaded';
      readonly text: string;
      readonly from: Printable;
      readonly at: number;
    }
  /** A file is being read for the value; null: no more. */
  | { readonly kind: 'reading'; readonly path: Printable | null }
  | { readonly kind: 'noted'; readonly text: Printable }
  /** The key that sends was pressed for a name that is unusual. */
  | { readonly kind: 'warned'; readonly text: Printable }
  /** The key that leaves was pressed with something typed. */
  | { readonly kind: 'leaving' }
  | { readonly kind: 'sending'; readonly attempt: string }
  /** The request was refused, or not even sent, and can be put right. */
  | {
      readonly kind: 'answered';
      readonly outcome: 'refused' | 'not sent';
      readonly text: Printable;
    };

export const variableForm = (script: VariableForm['script'], at: number): VariableForm => ({
  script,
  focus: 'name',
  name: '',
  required: false,
  value: NO_SECRET,
  loads: 0,
  shown: false,
  note: null,
  inputAt: at,
  attempt: null,
  refused: false,
  reading: null,
  warnedOf: null,
  leaving: false,
});

/** Whether leaving the form would lose anything. */
export const hasText = ({ name, value }: VariableForm): boolean =>
  name !== '' || value.reveal() !== '';

/** Known limits (wire-facts 2), in UTF-16 units but for the last. */
export const LONGEST_NAME = 256;
const LONGEST_VALUE = 4096;
/** Bytes: the product's page says 2 KB where its specification says 4096 characters. */
export const DOUBTFUL_VALUE = 2048;
/** Before the key that sends the keyboard must have been quiet for so long, milliseconds. */
const QUIET = 150;

export function formAfter(form: VariableForm, event: FormEvent): VariableForm {
  if (event.kind === 'noted') {
    const note = { tone: 'warn', text: event.text } as const;
    return { ...form, note, leaving: false };
  }
  if (event.kind === 'reading') return { ...form, reading: event.path };
  if (event.kind === 'warned') {
    const note = { tone: 'warn', text: event.text } as const;
    return { ...form, warnedOf: form.name, note, leaving: false };
  }
  if (event.kind === 'sending')
    return { ...form, attempt: event.attempt, shown: false, note: null, leaving: false };
  if (event.kind === 'answered') {
    const refused = form.refused || event.outcome === 'refused';
    const note = { tone: 'bad', text: event.text } as const;
    return { ...form, attempt: null, refused, note, leaving: false };
  }
  if (form.attempt !== null) return form;
  if (event.kind === 'leaving') return { ...form, leaving: true, note: LEAVING };
  const touched: VariableForm = { ...form, inputAt: event.at, note: null, leaving: false };
  switch (event.kind) {
    case 'key':
      return touched;
    case 'changed':
      return changed(touched, event.text);
    case 'toggled':
      return toggled(touched);
    case 'moved':
      return { ...touched, focus: stepped(FIELDS, form.focus, event.by) };
    case 'revealed':
      return { ...touched, shown: !form.shown };
    case 'loaded':
      return loaded(touched, event.text, event.from);
  }
}

function toggled(form: VariableForm): VariableForm {
  const required = !form.required;
  const text = words`“Required” is ${required ? words`yes` : words`no`} now.`;
  return { ...form, required, note: { tone: 'info', text } };
}

const LEAVING: VariableForm['note'] = {
  tone: 'warn',
  text: words`Esc again leaves, and what was typed is lost. Any other key keeps it.`,
};

/** The text of the field that is typed into; undefined where that is a choice. */
export function typedOf({ focus, name, value }: VariableForm): string | undefined {
  if (focus === 'required') return undefined;
  return focus === 'name' ? name : value.reveal();
}

function changed(form: VariableForm, text: string): VariableForm {
  if (form.focus === 'required') return form;
  return form.focus === 'name' ? { ...form, name: text } : { ...form, value: secret(text) };
}

const LAST_BREAK = /\r?\n$/;

/** What of a pasted text goes into the field, or why nothing does. */
export function pastedInto(
  { focus }: VariableForm,
  { text, cut }: PasteEvent,
): { readonly text: string } | { readonly refused: Printable } {
  if (cut) {
    return { refused: words`Pasted text ignored: too long. Use a file: Ctrl-O.` };
  }
  if (focus === 'name') return { text: cleanTyped(text).trim() };
  // Terminals paste line breaks as carriage returns.
  const plain = text.replace(/\r\n?/g, '\n');
  // Anything but text and line breaks would be a value nobody sees.
  return cleanLines(plain) === plain
    ? { text: plain }
    : { refused: words`Pasted text ignored: it has control characters.` };
}

function loaded(form: VariableForm, text: string, from: Printable): VariableForm {
  const value = text.replace(LAST_BREAK, '');
  const left = value === text ? words`` : words` The line break at its end is left out.`;
  return {
    ...form,
    focus: 'value',
    value: secret(value),
    loads: form.loads + 1,
    note: { tone: 'info', text: words`The value is from ${from}.${left}` },
  };
}

/** What is said of text where a choice is made. */
export const NO_TEXT = words`Nothing was typed: Space changes “Required”, Tab goes to the value.`;
const TEXT_GOES_ON = words`Nothing was changed: Space came with text. Press it again after a moment.`;
/** Text that was refused goes on with keys that are no further apart than this, milliseconds. */
const TYPING = 1000;

/** Why a space does not change the choice: it is a part of text that is being refused. */
export function whyNotToggle({ note, inputAt }: VariableForm, at: number): Printable | undefined {
  const wasRefused = note?.text === NO_TEXT || note?.text === TEXT_GOES_ON;
  return wasRefused && at - inputAt < TYPING ? TEXT_GOES_ON : undefined;
}

const USUAL = /^[A-Za-z_][A-Za-z0-9_]*$/;

/**
 * What is unusual about a name, as a sentence; undefined of one that is not. Neither the contract nor the vendor states
 * more than how long it may be: it is the code of scripts that reads names of letters, digits and `_`.
 */
export function unusualName({ name }: Pick<VariableForm, 'name'>): Printable | undefined {
  if (name === '' || USUAL.test(name)) return undefined;
  if (/^\d/.test(name))
    return words`The name begins with a digit: code reads names of letters, digits and _.`;
  const odd = [...new Set(name.replace(/[A-Za-z0-9_]/g, ''))];
  const told = odd
    .slice(0, MOST_ODD)
    .map((sign) => (sign === ' ' ? words`a blank` : words`“${printable(sign)}”`));
  return words`The name has ${told.join(', ') as Printable}: code reads names of letters, digits and _.`;
}

/** So many signs of a name are told. */
const MOST_ODD = 6;

export function whyNotSend(form: VariableForm, at: number): Printable | undefined {
  if (form.attempt !== null) return words`It is being sent: wait for its outcome.`;
  if (form.reading !== null)
    return words`${form.reading} is being read: nothing was sent. Wait for its value.`;
  if (form.name === '') return words`The variable needs a name: go to Name with Tab and type it.`;
  if (form.name.length > LONGEST_NAME) {
    return words`The name has ${form.name.length} characters; at most ${LONGEST_NAME} are taken. Shorten it.`;
  }
  const { length } = form.value.reveal();
  if (length > LONGEST_VALUE) {
    return words`The value has ${length} characters; at most ${LONGEST_VALUE} are taken. Shorten it.`;
  }
  if (at - form.inputAt < QUIET)
    return words`Too soon after the last key: nothing was run. Press it again.`;
  return undefined;
}

/**
 * A text that is kept where nothing reads it by accident: no serialisation, inspection or comparison of what
 * holds it shows it. Only whoever calls `reveal` sees it.
 */
interface Secret {
  reveal(): string;
}

export const secret = (text: string): Secret => ({ reveal: () => text });

export const NO_SECRET: Secret = secret('');
