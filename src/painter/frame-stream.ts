import { Writable } from 'node:stream';
import type { GridSize } from './grid.ts';

/**
 * Writes of terminal modes alone: Ink shows the cursor when it unmounts and turns on bracketed paste for its
 * own hooks. The painter does both itself. A frame always holds more than such sequences.
 */
const MODES_ONLY = /^(?:\u001b\[\?\d+[hl])*$/;

/**
 * A stand-in for the terminal that turns what Ink writes into frames. In debug mode (`debug: true`,
 * `patchConsole: false`, no alternate screen) every write of Ink is one whole frame, which goes to
 * `onFrame`; anything else is dropped. Nothing of it reaches a terminal from here.
 */
export function createFrameStream(size: GridSize, onFrame: (frame: string) => void) {
  const sink = new Writable({
    decodeStrings: false,
    write: (chunk: string | Uint8Array, _encoding, done) => {
      const frame = typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString();
      if (!MODES_ONLY.test(frame)) onFrame(frame);
      done();
    },
  });
  const { columns, rows } = size;
  const stdout = Object.assign(sink, {
    isTTY: true,
    columns,
    rows,
  }) as unknown as NodeJS.WriteStream;
  return {
    stdout,
    /** Tells Ink of another size; it answers with a frame before this returns. */
    resize({ columns, rows }: GridSize) {
      stdout.columns = columns;
      stdout.rows = rows;
      stdout.emit('resize');
    },
  };
}
