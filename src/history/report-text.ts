import { type Printable, plainMarkdown, printable } from '../text/printable.ts';
import { isoSeconds } from '../text/time.ts';

/* Parts of a report in Markdown. */

/** Hostile text that formats nothing. */
export const cell = (text: string): Printable => plainMarkdown(printable(text));

/** `2026-11-22T12:00:05Z`. */
export const time = (at: number): Printable => isoSeconds(at) as Printable;
