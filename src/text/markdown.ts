import type { Printable } from './printable.ts';

/** Escapes foreign text for Markdown, including the extensions of trackers (`~~`, `$`, `:bug:`, `@name`). */
export const plainMarkdown = (text: Printable): Printable =>
  text.replace(/[\\`*_{}[\]<>|#!&~$@]|:(?=\w+:)/g, '\\$&') as Printable;
