import type { Terminal } from '../../src/edges/terminal.ts';
import { createEmulator, type Emulator } from './emulator.ts';

/** A terminal in memory. Output goes to an emulator, and input comes from the test. */
export interface FakeTerminal extends Terminal {
  readonly emulator: Emulator;
  /** Everything written so far. */
  written(): string;
  /** Sends bytes from the keyboard as one chunk. */
  type(bytes: string): void;
  resizeTo(columns: number, rows: number): void;
  /** Closes the connection. */
  hangUp(): void;
  /** The lines of the screen, after the emulator has processed all output. */
  lines(): Promise<readonly string[]>;
  readonly raw: boolean;
}

/** @param keeps `shown` keeps only the screen, because the output of a long run takes gigabytes */
export function fakeTerminal(
  columns = 80,
  rows = 24,
  keeps: 'written' | 'shown' = 'written',
): FakeTerminal {
  const emulator = createEmulator(columns, rows);
  const input = new Set<(chunk: Uint8Array) => void>();
  const resize = new Set<() => void>();
  const gone = new Set<() => void>();
  let size = { columns, rows };
  let written = '';
  let raw = false;
  let caughtUp: Promise<void> = Promise.resolve();

  const subscribe =
    <Listener>(listeners: Set<Listener>) =>
    (listener: Listener) => {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    };

  return {
    emulator,
    size: () => size,
    write(bytes) {
      if (keeps === 'written') written += bytes;
      caughtUp = emulator.write(bytes);
      return true;
    },
    drained: () => Promise.resolve(),
    setRaw(next) {
      raw = next;
    },
    onInput: subscribe(input),
    onResize: subscribe(resize),
    onGone: subscribe(gone),
    written: () => written,
    type(bytes) {
      const chunk = new TextEncoder().encode(bytes);
      for (const listener of input) listener(chunk);
    },
    resizeTo(nextColumns, nextRows) {
      size = { columns: nextColumns, rows: nextRows };
      emulator.resize(nextColumns, nextRows);
      for (const listener of resize) listener();
    },
    hangUp() {
      for (const listener of gone) listener();
    },
    async lines() {
      await caughtUp;
      return emulator.lines();
    },
    get raw() {
      return raw;
    },
  };
}
