import type { Printable } from './printable.ts';

/** Text of others in Markdown: nothing of it is markup, nor what trackers add to that (`~~`, `$`, `:bug:`, `@name`). */
export const plainMarkdown = (text: Printable): Printable =>
  text.replace(/[\\`*_{}[\]<>|#!&~$@]|:(?=\w+:)/g, '\\$&') as Printable;
