import { onTestFinished } from 'vitest';
import { PROGRAM } from './program.ts';
import { type PtyOptions, type PtyProgram, startInPty } from './pty.ts';
import { temporaryDirectory } from './temporary-directory.ts';

/** Starts a program in a pseudo-terminal, by default with an empty home. Both are removed after the test. */
export function startForTest(options: Partial<PtyOptions>): PtyProgram {
  const env = { HOME: temporaryDirectory(), ...options.env };
  const program = startInPty({ file: process.execPath, columns: 80, rows: 24, ...options, env });
  onTestFinished(() => program.close());
  return program;
}

/** Starts the shipped program the same way. */
export const startBundled = (
  args: readonly string[],
  options: Omit<Partial<PtyOptions>, 'file' | 'args'> = {},
): PtyProgram => startForTest({ ...options, args: [PROGRAM, ...args] });
