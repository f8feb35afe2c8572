import type { Command } from './command.ts';

export interface KeyBinding {
  /** Of the command. Hostile text until a command of that name is found. */
  readonly id: string;
  /** Whether `keys` are all that it has, or taken from it. */
  readonly kind: 'these' | 'without';
  /** Canonical names; with `without`, none stands for all. */
  readonly keys: readonly string[];
  /** Of the configuration. */
  readonly line: number;
}

/** Cancels whatever is the matter, and always must. */
const CANCEL = 'ctrl-c';

/**
 * Keys that nothing which changes production may have: they move, confirm or are pressed by habit, and
 * `ctrl-y` sends in the dialogs that such a command opens.
 */
const HARMLESS = new Set(['enter', 'space', 'ctrl-y', 'ctrl-d', 'ctrl-k', 'd', 'x']);

/** Why the keys of a command cannot be had as `binding` wants them; undefined when they can. */
export type Refused = 'fixed' | 'cancels' | 'harmless';

/** Whether the keys of a command can be chosen: not where it confirms, cancels or edits text. */
export const isBindable = ({ id, group }: Command): boolean =>
  id !== 'interrupt' && group !== 'Dialogs' && group !== 'Typing';

export function refused(command: Command, { kind, keys }: KeyBinding): Refused | undefined {
  if (!isBindable(command)) return 'fixed';
  if (kind === 'without') return undefined;
  if (keys.includes(CANCEL)) return 'cancels';
  return command.danger && keys.some((key) => HARMLESS.has(key)) ? 'harmless' : undefined;
}

/** The keys that the operator gave to `command`; undefined when it has its own. */
function chosenKeys(
  command: Command,
  bindings: readonly KeyBinding[],
): readonly string[] | undefined {
  const own = bindings.find((each) => each.id === command.id && each.kind === 'these');
  return own && refused(command, own) === undefined ? own.keys : undefined;
}

function keysLeft(command: Command, bindings: readonly KeyBinding[]): readonly string[] {
  const chosen = chosenKeys(command, bindings) ?? command.keys;
  const without = bindings.find((each) => each.id === command.id && each.kind === 'without');
  if (!without || refused(command, without) !== undefined) return chosen;
  return without.keys.length === 0 ? [] : chosen.filter((key) => !without.keys.includes(key));
}

/**
 * The commands of one layer with the keys that the operator wants. Among neighbours a key that was chosen
 * goes before one that a command has by itself.
 */
export function withBindings(
  commands: readonly Command[],
  bindings: readonly KeyBinding[],
): readonly Command[] {
  const taken = new Set(commands.flatMap((command) => chosenKeys(command, bindings) ?? []));
  return commands.map((command) => {
    const keys = keysLeft(command, bindings);
    const left = chosenKeys(command, bindings) ? keys : keys.filter((key) => !taken.has(key));
    return left.length === command.keys.length && left.every((key, at) => key === command.keys[at])
      ? command
      : { ...command, keys: left };
  });
}

/** Two commands that want one key in one place. */
interface KeyConflict {
  readonly key: string;
  readonly wins: Command;
  readonly loses: Command;
}

/**
 * The keys that a choice of the operator makes two commands of a place want. What a near layer takes from
 * a far one without their doing is how the console is made, and no conflict.
 *
 * @param layers of the place with their own keys, nearest first
 */
export function keyConflicts(
  layers: readonly (readonly Command[])[],
  bindings: readonly KeyBinding[],
): readonly KeyConflict[] {
  const claims = layers.flatMap((layer) => {
    const bound = withBindings(layer, bindings);
    return (
      bound
        .map((command, at) => {
          const before = layer[at] ?? command;
          const chosen = chosenKeys(before, bindings) !== undefined;
          return { command, chosen, keys: keysLeft(before, bindings) };
        })
        // As dispatch finds them: what was chosen first, then what was there.
        .sort((a, b) => Number(b.chosen) - Number(a.chosen))
    );
  });
  const conflicts: KeyConflict[] = [];
  const owners = new Map<string, { command: Command; chosen: boolean }>();
  for (const { command, chosen, keys } of claims) {
    for (const key of new Set(keys)) {
      const owner = owners.get(key);
      if (!owner) owners.set(key, { command, chosen });
      else if (owner.chosen || chosen) conflicts.push({ key, wins: owner.command, loses: command });
    }
  }
  return conflicts;
}
