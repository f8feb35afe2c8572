import { PassThrough } from 'node:stream';
import type { Edges } from '../../src/session/edges.ts';
import { fakeClock } from './fake-clock.ts';

/** Edges without a terminal, and with only the given environment. */
export const testEdges = (env: Edges['env'], others: Partial<Edges> = {}): Edges => ({
  env,
  stdin: new PassThrough(),
  stdout: new PassThrough(),
  stderr: new PassThrough(),
  clock: fakeClock(),
  interrupted: new AbortController().signal,
  uid: process.getuid?.(),
  random: () => 0.5,
  version: '1',
  runtime: '',
  ...others,
});

/** Answers every prompt for a secret with `typed`. */
export const testPrompter = {
  secret: async () => 'typed',
  withTerminal: <T>(work: () => Promise<T>) => work(),
};
