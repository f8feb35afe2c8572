import { Writable } from 'node:stream';
import { stripVTControlCharacters } from 'node:util';
import { render } from 'ink';
import { createFieldInput } from '../../src/shell/keys/keyboard.ts';

type Element = Parameters<typeof render>[0];

/**
 * The lines that Ink draws of `element`, or of the last of the elements that replace it, on a screen of the given width,
 * without styles and trailing blanks.
 */
export function drawn(
  element: Element,
  columns: number,
  ...next: readonly Element[]
): readonly string[] {
  let frame = '';
  const sink = new Writable({
    write(chunk, _encoding, done) {
      frame = String(chunk);
      done();
    },
  });
  const stdout = Object.assign(sink, { columns, rows: 50 }) as unknown as NodeJS.WriteStream;
  const ink = render(element, {
    stdout,
    // A text field needs an input stream, even without keys.
    stdin: createFieldInput().stream,
    debug: true,
    patchConsole: false,
    exitOnCtrlC: false,
  });
  for (const each of next) ink.rerender(each);
  const lines = stripVTControlCharacters(frame).split('\n');
  ink.unmount();
  return lines.map((line) => line.trimEnd());
}
