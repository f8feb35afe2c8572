import { type Printable, words } from '../../text/printable.ts';

import { cleanTyped, withoutLastWord } from '../../ui/typed-text.ts';

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
  /** Whether the value is on screen. */
  readonly shown: boolean;
  readonly note: { readonly tone: 'info' | 'warn' | 'bad'; readonly text: Printable } | null;
  /** When the last input was, monotonic milliseconds. */
  readonly inputAt: number;
  /** The change that is under way; keys wait for its outcome. */
  readonly attempt: string | null;
}

/** What happens to the form. `at`: monotonic milliseconds. */
export type FormEvent =
  | { readonly kind: 'typed'; readonly text: string; readonly at: number }
  | { readonly kind: 'pasted'; readonly text: string; readonly cut: boolean; readonly at: number }
  | { readonly kind: 'erased'; readonly what: 'last' | 'word' | 'all'; readonly at: number }
  | { readonly kind: 'moved'; readonly by: 1 | -1; readonly at: number }
  | { readonly kind: 'revealed'; readonly at: number }
  /** A whole value, from a file or an editor. */
  | {
      readonly kind: 'loaded';
      readonly text: string;
      readonly from: Printable;
      readonly at: number;
    }
  | { readonly kind: 'noted'; readonly text: Printable; readonly tone: 'warn' | 'bad' }
  | { readonly kind: 'sending'; readonly attempt: string };

export const variableForm = (script: VariableForm['script'], at: number): VariableForm => ({
  script,
  focus: 'name',
  name: '',
  required: false,
  value: NO_SECRET,
  shown: false,
  note: null,
  inputAt: at,
  attempt: null,
});

/** Known limits (wire-facts 2), in UTF-16 units but for the last. */
export const LONGEST_NAME = 256;
const LONGEST_VALUE = 4096;
/** Bytes: the product's page says 2 KB where its specification says 4096 characters. */
export const DOUBTFUL_VALUE = 2048;
/** Before the key that sends the keyboard must have been quiet for so long, milliseconds. */
const QUIET = 150;

/** The form after an event. */
export function formAfter(form: VariableForm, event: FormEvent): VariableForm {
  if (event.kind === 'noted') {
    return { ...form, attempt: null, note: { tone: event.tone, text: event.text } };
  }
  if (event.kind === 'sending')
    return { ...form, attempt: event.attempt, shown: false, note: null };
  if (form.attempt !== null) return form;
  const touched: VariableForm = { ...form, inputAt: event.at, note: null };
  switch (event.kind) {
    case 'typed':
      if (form.focus === 'required') {
        return event.text === ' ' ? { ...touched, required: !form.required } : touched;
      }
      return edited(touched, (text) => text + event.text);
    case 'pasted':
      return pasted(touched, event);
    case 'erased':
      return edited(touched, (text) => {
        if (event.what === 'all') return '';
        if (event.what === 'word') return withoutLastWord(text);
        return Array.from(text).slice(0, -1).join('');
      });
    case 'moved': {
      const at = FIELDS.indexOf(form.focus) + event.by + FIELDS.length;
      return { ...touched, focus: FIELDS[at % FIELDS.length] ?? 'name' };
    }
    case 'revealed':
      return { ...touched, shown: !form.shown };
    case 'loaded':
      return loaded(touched, event.text, event.from);
  }
}

/** The form with the text of its field changed. */
function edited(form: VariableForm, change: (text: string) => string): VariableForm {
  switch (form.focus) {
    case 'name':
      return { ...form, name: change(form.name) };
    case 'value':
      return { ...form, value: secret(change(form.value.reveal())) };
    case 'required':
      return form;
  }
}

const LAST_BREAK = /\r?\n$/;

/** Terminals paste line breaks as carriage returns. */
const withPlainBreaks = (text: string): string => text.replace(/\r\n?/g, '\n');

function pasted(
  form: VariableForm,
  { text, cut }: Extract<FormEvent, { kind: 'pasted' }>,
): VariableForm {
  const warn = (sentence: Printable): VariableForm => ({
    ...form,
    note: { tone: 'warn', text: sentence },
  });
  if (cut) return warn(words`The pasted text was too long and is not taken. Use a file: Ctrl-O.`);
  if (form.focus === 'required') return form;
  if (form.focus === 'name') return edited(form, (name) => name + cleanTyped(text).trim());
  const plain = withPlainBreaks(text);
  // Anything but text and line breaks would be a value nobody sees.
  if (/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/.test(plain)) {
    return warn(words`The pasted text holds control characters and is not taken.`);
  }
  return edited(form, (value) => value + plain);
}

function loaded(form: VariableForm, text: string, from: Printable): VariableForm {
  const value = text.replace(LAST_BREAK, '');
  const left = value === text ? words`` : words` The line break at its end is left out.`;
  return {
    ...form,
    focus: 'value',
    value: secret(value),
    note: { tone: 'info', text: words`The value is from ${from}.${left}` },
  };
}

/** Why the form cannot be sent at `at`, as a sentence; undefined when it can. */
export function whyNotSend(form: VariableForm, at: number): Printable | undefined {
  if (form.attempt !== null) return words`It is being sent.`;
  if (form.name === '') return words`The variable needs a name.`;
  if (form.name.length > LONGEST_NAME) {
    return words`The name has ${form.name.length} characters; ${LONGEST_NAME} are taken.`;
  }
  const { length } = form.value.reveal();
  if (length > LONGEST_VALUE) {
    return words`The value has ${length} characters; ${LONGEST_VALUE} are taken.`;
  }
  if (at - form.inputAt < QUIET) return words`That was one key of many. Press it by itself.`;
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
