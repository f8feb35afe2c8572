import { describe, expect, it } from 'vitest';
import type { Command } from '../../src/commands/command.ts';
import { type DispatchContext, dispatch, runCommand } from '../../src/commands/dispatch.ts';
import { words } from '../../src/text/printable.ts';

function harness(commands: readonly Command[]) {
  const said: string[] = [];
  const failures: unknown[] = [];
  const tracked: Promise<unknown>[] = [];
  const context: DispatchContext = {
    table: () => commands,
    say: (sentence) => said.push(sentence),
    failed: (error) => failures.push(error),
    track(work) {
      tracked.push(work);
      return work;
    },
  };
  return { context, said, failures, tracked };
}

const command = (parts: Partial<Command>): Command => ({
  id: 'it',
  keys: ['x'],
  label: words`Do it`,
  group: 'Everywhere',
  run() {},
  ...parts,
});

describe('a key', () => {
  it('runs its command once and is told to have been taken', () => {
    let runs = 0;
    const { context } = harness([command({ run: () => void runs++ })]);
    expect(dispatch(context, 'x')).toBe(true);
    expect(runs).toBe(1);
  });

  it('of no command is left for whoever else wants it', () => {
    expect(dispatch(harness([]).context, 'x')).toBe(false);
  });

  it('of a command that cannot be run now says why and does not run it', () => {
    let runs = 0;
    const unavailable = () => words`Nothing is selected.`;
    const { context, said } = harness([command({ unavailable, run: () => void runs++ })]);
    expect(dispatch(context, 'x')).toBe(true);
    expect(said).toEqual(['Nothing is selected.']);
    expect(runs).toBe(0);
  });
});

describe('a command', () => {
  it('that takes its time is tracked', async () => {
    const { context, tracked } = harness([]);
    runCommand(context, command({ run: () => Promise.resolve() }));
    expect(tracked).toHaveLength(1);
    await tracked[0];
  });

  it('that throws is reported as a bug, at once or later', async () => {
    const { context, failures } = harness([]);
    runCommand(
      context,
      command({
        run() {
          throw new Error('now');
        },
      }),
    );
    runCommand(context, command({ run: () => Promise.reject(new Error('later')) }));
    await new Promise((resolve) => setImmediate(resolve));
    expect(failures).toEqual([new Error('now'), new Error('later')]);
  });
});
