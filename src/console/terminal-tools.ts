import { clipboardDoubt, type DoctorFacts } from '../doctor/terminal-checks.ts';
import type { Machine } from '../edges/machine.ts';
import { hasFewCharacters, type Terminal } from '../edges/terminal.ts';
import type { Painter } from '../painter/painter.ts';
import { MAX_COPIED } from '../painter/sequences.ts';
import type { PaneContext } from '../panes/pane.ts';
import { bytes } from '../text/numbers.ts';
import { type Printable, printable, words } from '../text/printable.ts';
import type { CompositionOptions } from './composition-options.ts';
import type { Lifecycle } from './lifecycle.ts';
import type { Preferences } from './preferences.ts';

interface TerminalParts
  extends Pick<Lifecycle, 'lend'>,
    Pick<CompositionOptions['terminal'], 'setTheme' | 'suspend'> {
  readonly terminal: Pick<Terminal, 'onInput'>;
  readonly painter: Painter;
  readonly preferences: Preferences;
  readonly editor: Machine['editor'];
}

/** What panes, overlays and commands do with the terminal. */
export const terminalTools = ({
  terminal,
  painter,
  preferences,
  editor,
  lend,
  setTheme,
  suspend,
}: TerminalParts): CompositionOptions['terminal'] => ({
  queryFeatures: painter.queryFeatures,
  onInput: terminal.onInput,
  redraw: painter.invalidate,
  choose: preferences.choose,
  ring: preferences.ring,
  notify: preferences.notify,
  setTheme,
  suspend,
  async edit(text) {
    if (editor) return lend(() => editor(text));
    return { kind: 'not saved', reason: 'There is no directory for the editor’s file.' };
  },
});

/**
 * Copies text to the terminal's clipboard, or reports why not. Pasted text must not act: a line feed could run a
 * command, and invisible characters go unnoticed.
 */
export function copyBy(
  { painter, env, say }: Pick<PaneContext, 'say'> & Pick<DoctorFacts, 'env'> & { painter: Painter },
  copied: string | readonly string[],
  what = words`text`,
): void {
  const lines = typeof copied === 'string' ? [copied] : copied;
  const notCopied = (length: number) =>
    say(
      words`Not copied: ${what} is ${bytes(length)}, more than terminals take. Copy a part of it.`,
      'warn',
    );
  const isShown = painter.kind === 'plain' || hasFewCharacters(env);
  // Checked first: making a large text printable is slow.
  const length = lines.reduce((sum, line) => sum + Buffer.byteLength(line) + 1, -1);
  if (!isShown && length > MAX_COPIED) {
    notCopied(length);
    return;
  }
  const text = lines.map(printable).join('\n') as Printable;
  const escaped =
    text === lines.join('\n') ? words`` : words`, invisible characters written as <U+…>`;
  const size = bytes(Buffer.byteLength(text));
  const doubt = clipboardDoubt(env);
  if (isShown) say(words`This terminal has no clipboard. What would be copied: ${printable(text)}`);
  else if (painter.copy(text))
    say(
      words`Sent ${what}, ${size}, to the clipboard (OSC 52)${escaped}${doubt === undefined ? words`` : words`; ${doubt}`}.`,
    );
  else notCopied(Buffer.byteLength(text));
}
