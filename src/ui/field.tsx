import TextInput from 'ink-text-input';
import { useCallback } from 'react';
import type { Printable } from '../text/printable.ts';
import { cleanTyped } from './typed-text.ts';

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
