import { type KeyNames, keyFor } from '../state/key-names.ts';
import { words } from '../text/printable.ts';
import { compose, type Line, type Styled, span } from '../ui/line.ts';
import { theme } from '../ui/theme.ts';

const linesOf = (keyNames: KeyNames): readonly Line[] => [
  [
    span(words` This is a demo`, theme.strong),
    span(words`: an embedded platform, an invented world.`),
  ],
  [
    span(words` warren init`, theme.key),
    span(words`, at the prompt, sets up a service of your own.`),
  ],
  [
    span(words` ${keyFor(keyNames, 'help', words`?`)}`, theme.key),
    span(words` shows the keys, `),
    span(keyFor(keyNames, 'quit', words`q`), theme.key),
    span(words` leaves. Any key takes these lines away.`),
  ],
];

/** What a newcomer needs, until the first key: that this is a demo, how to leave it, where help is. */
export const hintLines = (keyNames: KeyNames, columns: number): readonly Styled[] =>
  linesOf(keyNames).map((line) => compose(line, columns));
