import { Writable } from 'node:stream';
import type { GridSize } from './grid.ts';

/**
 * Matches writes of only terminal modes: Ink shows the cursor when it unmounts, and turns on bracketed paste for its
 * hooks. The painter does both itself. Frames always contain more.
 */
const MODES_ONLY = /^(?:\u001b\[\?\d+[hl])*$/;

/**
 * Replaces the terminal for Ink and turns its writes into frames. In debug mode (`debug: true`, `patchConsole:
 * false`, no alternate screen) every write is one whole frame for `onFrame`; everything else is dropped.
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
    /** Passes a new size to Ink, which writes a frame synchronously. */
    resize({ columns, rows }: GridSize) {
      stdout.columns = columns;
      stdout.rows = rows;
      stdout.emit('resize');
    },
  };
}
