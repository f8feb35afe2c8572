import { describe, expect, it } from 'vitest';
import type { Command } from '../../src/commands/command.ts';
import {
  commandFor,
  commandTable,
  type DispatchContext,
  dispatch,
  liveKeys,
  runCommand,
  whileTyping,
} from '../../src/commands/table.ts';
import { words } from '../../src/text/printable.ts';

const command = (id: string, keys: readonly string[], danger?: true): Command => ({
  id,
  keys,
  label: words`Do it`,
  group: 'Everywhere',
  ...(danger && { danger }),
  run() {},
});

const near = command('near', ['d', 'enter']);
const far = command('far', ['d', 'x']);
const deadly = command('deadly', ['K'], true);

it('a key belongs to the innermost command that claims it', () => {
  const table = commandTable([[near], [far]], { readOnly: false });
  expect(table.map(({ id }) => id)).toEqual(['near', 'far']);
  expect(commandFor(table, 'd')?.id).toBe('near');
  expect(commandFor(table, 'x')?.id).toBe('far');
  expect(commandFor(table, 'y')).toBeUndefined();
});

it('the live keys of a command are those that no inner command has', () => {
  const table = commandTable([[near], [far]], { readOnly: false });
  expect(liveKeys(table, near)).toEqual(['d', 'enter']);
  expect(liveKeys(table, far)).toEqual(['x']);
});

it('read-only mode removes dangerous commands and nothing else', () => {
  const layers = [[near], [far, deadly]];
  expect(commandTable(layers, { readOnly: false })).toContain(deadly);
  expect(commandTable(layers, { readOnly: true })).toEqual([near, far]);
});

const typedOver = (id: string, ...keys: string[]) => ({
  id,
  keys,
  label: words`Do it`,
  group: 'Lists' as const,
  run() {},
});

it('only keys that neither type nor edit text work while typing', () => {
  const kept = whileTyping([
    typedOver('down', 'j', 'down'),
    typedOver('mark', 'space'),
    typedOver('half-up', 'ctrl-u'),
    typedOver('word', 'ctrl-w'),
    typedOver('half-down', 'ctrl-d'),
    typedOver('go', 'enter'),
  ]);
  expect(kept.map(({ id, keys }) => [id, ...keys])).toEqual([
    ['down', 'down'],
    ['half-down', 'ctrl-d'],
    ['go', 'enter'],
  ]);
});

function harness(commands: readonly Command[]) {
  const said: string[] = [];
  const failures: unknown[] = [];
  const tracked: Promise<unknown>[] = [];
  const context: DispatchContext = {
    table: () => commands,
    say: (sentence) => said.push(sentence),
    unchangeable: () => undefined,
    failed: (error) => failures.push(error),
    track(work) {
      tracked.push(work);
      return work;
    },
  };
  return { context, said, failures, tracked };
}

const commandWith = (parts: Partial<Command>): Command => ({
  id: 'it',
  keys: ['x'],
  label: words`Do it`,
  group: 'Everywhere',
  run() {},
  ...parts,
});

describe('a key', () => {
  it('runs its command once and is reported as handled', () => {
    let runs = 0;
    const { context } = harness([commandWith({ run: () => void runs++ })]);
    expect(dispatch(context, 'x')).toBe(true);
    expect(runs).toBe(1);
  });

  it('without a command is reported as not handled', () => {
    expect(dispatch(harness([]).context, 'x')).toBe(false);
  });

  it('of an unavailable command reports why, without running it', () => {
    let runs = 0;
    const unavailable = () => words`Nothing is selected.`;
    const { context, said } = harness([commandWith({ unavailable, run: () => void runs++ })]);
    expect(dispatch(context, 'x')).toBe(true);
    expect(said).toEqual(['Nothing is selected.']);
    expect(runs).toBe(0);
  });
});

describe('a command', () => {
  it('that runs for a while is tracked', async () => {
    const { context, tracked } = harness([]);
    runCommand(context, commandWith({ run: () => Promise.resolve() }));
    expect(tracked).toHaveLength(1);
    await tracked[0];
  });

  it('that throws is reported as a bug, whether at once or later', async () => {
    const { context, failures } = harness([]);
    runCommand(
      context,
      commandWith({
        run() {
          throw new Error('now');
        },
      }),
    );
    runCommand(context, commandWith({ run: () => Promise.reject(new Error('later')) }));
    await new Promise((resolve) => setImmediate(resolve));
    expect(failures).toEqual([new Error('now'), new Error('later')]);
  });
});
