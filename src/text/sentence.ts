import { type Printable, words } from './printable.ts';

/** `text` as a sentence: what a service says of a failure ends with a full stop, or does not. */
export const asSentence = (text: Printable): Printable =>
  /[.!?…]$/.test(text) ? text : words`${text}.`;
