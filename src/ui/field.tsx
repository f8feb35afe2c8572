import TextInput from 'ink-text-input';
import { useCallback } from 'react';
import type { Printable } from '../text/printable.ts';

/** What the field needs. */
export interface FieldProps {
  readonly value: string;
  readonly placeholder?: Printable | undefined;
  readonly changed: (value: string) => void;
}

/**
 * The one text field, on ink-text-input. That inserts whatever it is handed, line breaks and control
 * characters too, and deletes by code unit: what it reports is cleaned before anyone sees it. It gets
 * its keys from the shell's keyboard, one at a time, and Enter and Esc never reach it.
 */
export function Field({ value, placeholder, changed }: FieldProps) {
  const report = useCallback((typed: string) => changed(cleanTyped(typed)), [changed]);
  return <TextInput value={value} placeholder={placeholder ?? ''} onChange={report} />;
}

/** Half a surrogate pair: what is left of an astral character after deleting one code unit. */
const LONE_SURROGATE = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;
const LINE_BREAKS = /[\r\n\t\u2028\u2029]+/g;
const CONTROLS = /[\u0000-\u001f\u007f-\u009f]/g;

/** Typed or pasted text as one clean line: line breaks become spaces, controls and broken characters go. */
export function cleanTyped(text: string): string {
  return text.replace(LINE_BREAKS, ' ').replace(CONTROLS, '').replace(LONE_SURROGATE, '');
}

/** Ctrl-W: the text without its last word. */
export function withoutLastWord(text: string): string {
  return text.replace(/\S+\s*$/u, '');
}
