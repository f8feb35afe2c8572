import type { Command } from './command.ts';

export interface KeyBinding {
  /** The command. Hostile text until it is matched with a real one. */
  readonly id: string;
  /** `these` replaces all keys of the command; `without` removes some. */
  readonly kind: 'these' | 'without';
  /** Canonical names. An empty list with `without` means all keys. */
  readonly keys: readonly string[];
  /** The line in the configuration. */
  readonly line: number;
}

/** Must always cancel. */
const CANCEL = 'ctrl-c';

/**
 * Keys that must not trigger a dangerous command: they move, confirm, or are pressed out of habit, and `ctrl-y` sends
 * in the dialogs of such commands.
 */
const HARMLESS = new Set(['enter', 'space', 'ctrl-y', 'ctrl-d', 'ctrl-k', 'd', 'x']);

/** Why a binding is not allowed; undefined if it is. */
export type Refused = 'fixed' | 'cancels' | 'harmless';

/** Whether a command can be rebound. Keys that confirm, cancel or edit text cannot. */
export const isBindable = ({ id, group }: Command): boolean =>
  id !== 'interrupt' && group !== 'Dialogs' && group !== 'Typing';

export function refused(command: Command, { kind, keys }: KeyBinding): Refused | undefined {
  if (!isBindable(command)) return 'fixed';
  if (kind === 'without') return undefined;
  if (keys.includes(CANCEL)) return 'cancels';
  return command.danger && keys.some((key) => HARMLESS.has(key)) ? 'harmless' : undefined;
}

/** The configured keys of `command`; undefined if it has its defaults. */
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
 * Applies key bindings to the commands of one layer. Within it, a configured key takes precedence over a default one.
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

/** Two commands with the same key in the same place. */
interface KeyConflict {
  readonly key: string;
  readonly wins: Command;
  readonly loses: Command;
}

/**
 * Conflicts caused by configured keys. A default key that hides one of an outer layer is intended, and not a
 * conflict.
 *
 * @param layers of one place with their default keys, innermost first
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
        // In the order of dispatch: configured keys first.
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
