import { Writable } from 'node:stream';
import { stripVTControlCharacters } from 'node:util';
import { render } from 'ink';
import { createFieldInput } from '../../src/shell/keys/keyboard.ts';

/** What Ink draws of `element` on a screen so wide, as lines without styles or blanks at their ends. */
export function drawn(element: Parameters<typeof render>[0], columns: number): readonly string[] {
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
    // A text field asks for keys; none come.
    stdin: createFieldInput().stream,
    debug: true,
    patchConsole: false,
    exitOnCtrlC: false,
  });
  const lines = stripVTControlCharacters(frame).split('\n');
  ink.unmount();
  return lines.map((line) => line.trimEnd());
}
