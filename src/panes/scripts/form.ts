import type { PasteEvent } from '../../input/input-event.ts';
import { stepped } from '../../text/list-window.ts';
import { cleanLines, cleanTyped, type Printable, words } from '../../text/printable.ts';

const FIELDS = ['name', 'required', 'value'] as const;

export type FieldName = (typeof FIELDS)[number];

export interface VariableForm {
  readonly script: { readonly id: string; readonly name: string };
  readonly focus: FieldName;
  readonly name: string;
  readonly required: boolean;
  /** If empty, the request has no value. */
  readonly value: Secret;
  /** How often a whole value was loaded: each time the cursor goes to its end. */
  readonly loads: number;
  readonly shown: boolean;
  readonly note: { readonly tone: 'info' | 'warn' | 'bad'; readonly text: Printable } | null;
  /** Time of the last input, monotonic milliseconds. */
  readonly inputAt: number;
  /** The change under way; the form is locked until its outcome is known. */
  readonly attempt: string | null;
  readonly refused: boolean;
  /** The file being read; nothing is sent meanwhile. */
  readonly reading: Printable | null;
  /** The name and what it was warned of: sending again accepts both. */
  readonly warnedOf: string | null;
  /** Whether the last key was Esc and asked for confirmation, because text would be lost. Another key only ends this. */
  readonly leaving: boolean;
}

/** Events of the form. `at`: monotonic milliseconds. */
export type FormEvent =
  | { readonly kind: 'key'; readonly at: number }
  | { readonly kind: 'changed'; readonly text: string; readonly at: number }
  | { readonly kind: 'toggled'; readonly at: number }
  | { readonly kind: 'moved'; readonly by: 1 | -1; readonly at: number }
  | { readonly kind: 'revealed'; readonly at: number }
  | {
      readonly kind: 'loaded';
      readonly text: string;
      readonly from: Printable;
      readonly at: number;
    }
  | { readonly kind: 'reading'; readonly path: Printable | null }
  | { readonly kind: 'noted'; readonly text: Printable }
  /** Sending an unusual name, or while the connection is down, needs a confirmation. */
  | { readonly kind: 'warned'; readonly of: string; readonly text: Printable; readonly at: number }
  /** Leaving would lose text. */
  | { readonly kind: 'leaving' }
  | { readonly kind: 'sending'; readonly attempt: string }
  /** The request was refused or not sent, and can be corrected. */
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

export const hasText = ({ name, value }: VariableForm): boolean =>
  name !== '' || value.reveal() !== '';

/** Known limits (wire-facts 2), in UTF-16 units except the last. */
export const MAX_NAME_LENGTH = 256;
const MAX_VALUE_LENGTH = 4096;
/** Bytes: the product's page says 2 KB where its specification says 4096 characters. */
export const DOUBTFUL_VALUE_BYTES = 2048;
/** Minimum pause before the send key, in milliseconds. */
const MIN_PAUSE_MS = 150;
/** Minimum pause between a warning and the key that accepts it: longer than a held key needs to repeat. */
const MIN_READING_MS = 800;

/** Whether the form was warned of `what` just now. */
export const isBeingWarned = (form: VariableForm, what: string, at: number): boolean =>
  form.warnedOf === what && at - form.inputAt < MIN_READING_MS;

export function formAfter(form: VariableForm, event: FormEvent): VariableForm {
  if (event.kind === 'noted') {
    const note = { tone: 'warn', text: event.text } as const;
    return { ...form, note, leaving: false };
  }
  if (event.kind === 'reading') return { ...form, reading: event.path };
  if (event.kind === 'warned') {
    const note = { tone: 'warn', text: event.text } as const;
    return { ...form, warnedOf: event.of, inputAt: event.at, note, leaving: false };
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
    case 'toggled': {
      const required = !form.required;
      const text = words`“Required” is ${required ? words`yes` : words`no`} now.`;
      return { ...touched, required, note: { tone: 'info', text } };
    }
    case 'moved':
      return { ...touched, focus: stepped(FIELDS, form.focus, event.by) };
    case 'revealed':
      return { ...touched, shown: !form.shown };
    case 'loaded':
      return loaded(touched, event.text, event.from);
  }
}

const LEAVING: VariableForm['note'] = {
  tone: 'warn',
  text: words`Esc again leaves, and what was typed is lost. Any other key goes back to the form.`,
};

export function typedOf({ focus, name, value }: VariableForm): string | undefined {
  if (focus === 'required') return undefined;
  return focus === 'name' ? name : value.reveal();
}

function changed(form: VariableForm, text: string): VariableForm {
  if (form.focus === 'required') return form;
  return form.focus === 'name' ? { ...form, name: text } : { ...form, value: secret(text) };
}

const LAST_BREAK = /\r?\n$/;

/** The part of a paste that goes into the field, or why it is ignored. */
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
  // Control characters in a value would be invisible.
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

/** Shown when text is typed on the choice. */
export const NO_TEXT = words`Nothing was typed: Space changes “Required”, Tab goes to the value.`;
const TEXT_GOES_ON = words`Nothing was changed: Space came with text. Press it again after a moment.`;
/** Keys within this many milliseconds belong to the same typed text. */
const TYPING_MS = 1000;

/** Why a space does not toggle the choice: it is part of refused text. */
export function whyNotToggle({ note, inputAt }: VariableForm, at: number): Printable | undefined {
  const wasRefused = note?.text === NO_TEXT || note?.text === TEXT_GOES_ON;
  return wasRefused && at - inputAt < TYPING_MS ? TEXT_GOES_ON : undefined;
}

export function whyNotSend(form: VariableForm, at: number): Printable | undefined {
  if (form.attempt !== null) return words`It is being sent: wait for its outcome.`;
  if (form.reading !== null)
    return words`${form.reading} is being read: nothing was sent. Wait for its value.`;
  if (form.name === '') return words`The variable needs a name: go to Name with Tab and type it.`;
  if (form.name.length > MAX_NAME_LENGTH) {
    return words`The name has ${form.name.length} characters; at most ${MAX_NAME_LENGTH} are taken. Shorten it.`;
  }
  const { length } = form.value.reveal();
  if (length > MAX_VALUE_LENGTH) {
    return words`The value has ${length} characters; at most ${MAX_VALUE_LENGTH} are taken. Shorten it.`;
  }
  if (at - form.inputAt < MIN_PAUSE_MS)
    return words`Too soon after the last key: nothing was run. Press it again.`;
  return undefined;
}

/** A text that no serialisation, inspection or comparison reveals; only `reveal` returns it. */
interface Secret {
  reveal(): string;
}

export const secret = (text: string): Secret => ({ reveal: () => text });

export const NO_SECRET: Secret = secret('');
