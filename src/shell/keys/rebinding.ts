import type { Command } from '../../commands/command.ts';
import {
  isBindable,
  type KeyBinding,
  keyConflicts,
  type Refused,
  refused,
  withBindings,
} from '../../commands/key-binding.ts';
import { keyName, NO_KEY, NO_KEY_NAMES } from '../../text/key-names.ts';
import { nearest } from '../../text/nearest.ts';
import { type Printable, printable, words } from '../../text/printable.ts';
import type { Room } from '../../text/spoken.ts';
import type { Overlay } from '../overlay.tsx';
import type { CommandLayers } from './command-layers.ts';

type BoundLayers = Pick<CommandLayers, 'panes' | 'overlays' | 'global' | 'replay'>;

/** A place and its commands; the first `own` of them apply only there. */
interface Scope {
  readonly title: Printable;
  readonly commands: readonly Command[];
  readonly own: number;
}

function scopesOf({ panes, overlays, replay, global }: BoundLayers): readonly Scope[] {
  const scope = (title: Printable, own: readonly Command[], others: readonly Command[] = []) => ({
    title,
    commands: [...own, ...others],
    own: own.length,
  });
  return [
    ...panes.flatMap(({ title, commands, parts = [] }) => {
      const ofParts = new Set(parts.flatMap((part) => part.commands));
      const own = commands.filter((each) => !ofParts.has(each));
      return [
        scope(title, own),
        ...parts.map((part) => {
          // If both have a list, its keys move the part's.
          const ids = new Set(part.commands.map(({ id }) => id));
          const beside = (part.beside ?? own).filter(({ id }) => !ids.has(id));
          return scope(words`${title}: ${part.title}`, part.commands, beside);
        }),
      ];
    }),
    ...overlays.filter(isList).map(({ id, commands }) => scope(printable(id), commands)),
    scope(words`Replay`, replay),
    scope(words`Everywhere`, global),
  ];
}

export function createRebinding(bindings: readonly KeyBinding[]) {
  const bound = new WeakMap<readonly Command[], readonly Command[]>();
  const layer = (commands: readonly Command[]): readonly Command[] => {
    if (bindings.length === 0) return commands;
    const known = bound.get(commands) ?? withBindings(commands, bindings);
    bound.set(commands, known);
    return known;
  };
  return {
    layer,
    /** First key of each rebound command. */
    names(layers: BoundLayers, room: Room) {
      if (bindings.length === 0) return NO_KEY_NAMES;
      const names = new Map<string, Printable>();
      for (const { commands, own } of scopesOf(layers)) {
        for (const [at, command] of layer(commands).slice(0, own).entries()) {
          const [key] = command.keys;
          if (command === commands[at]) continue;
          names.set(command.id, key === undefined ? NO_KEY : keyName(key, room));
        }
      }
      return names;
    },
    commands(layers: BoundLayers) {
      const found = new Map<string, Command>();
      for (const { commands, own } of scopesOf(layers)) {
        for (const command of layer(commands).slice(0, own)) {
          if (isBindable(command) && !found.has(command.id)) found.set(command.id, command);
        }
      }
      return [...found.values()];
    },
    /** Problems of the bindings, as sentences. */
    problems(layers: BoundLayers) {
      if (bindings.length === 0) return [];
      const { panes, overlays, global } = layers;
      const scopes = scopesOf(layers);
      const fixed = [
        ...panes.flatMap(({ form, typing }) => [...(form?.commands ?? []), ...(typing ?? [])]),
        ...overlays.filter((overlay) => !isList(overlay)).flatMap(({ commands }) => commands),
      ];
      const places = scopes.slice(0, -1).map(({ title, commands }) => ({
        title,
        layers: [commands, global],
      }));
      return [
        ...lost(bindings, { bindable: scopes.flatMap(({ commands }) => commands), fixed }),
        ...claimedTwice(bindings, places),
      ];
    },
  };
}

/** Prompts and dialogs have fixed keys. */
const isList = ({ id, handleInput: take }: Overlay): boolean =>
  !take && id !== 'help' && id !== 'palette';

/** Bindings of unknown commands, or of commands with fixed keys. */
function lost(
  bindings: readonly KeyBinding[],
  { bindable, fixed }: Readonly<Record<'bindable' | 'fixed', readonly Command[]>>,
): readonly Printable[] {
  const names = [...new Set(bindable.map(({ id }) => id))];
  return bindings.flatMap((binding) => {
    const { id, line } = binding;
    const where = words`Line ${line}: `;
    const found = bindable.filter((each) => each.id === id);
    if (found.length === 0 && !fixed.some((each) => each.id === id)) {
      const meant = nearest(id, names);
      const guess = meant === undefined ? words`` : words` Did you mean ${printable(meant)}?`;
      return [words`${where}there is no command ${printable(id)}.${guess}`];
    }
    const [reason] =
      found.length === 0
        ? (['fixed'] as const)
        : found.flatMap((command) => refused(command, binding) ?? []);
    if (reason === undefined) return [];
    return [words`${where}${printable(id)} keeps its keys: ${REASONS[reason]}`];
  });
}

const REASONS: Readonly<Record<Refused, Printable>> = {
  fixed: words`it confirms, cancels or edits text.`,
  cancels: words`Ctrl-C always cancels.`,
  harmless: words`it changes production, and one of these keys is pressed too easily.`,
};

function claimedTwice(
  bindings: readonly KeyBinding[],
  places: readonly {
    readonly title: Printable;
    readonly layers: readonly (readonly Command[])[];
  }[],
): readonly Printable[] {
  const found = new Map<string, { readonly sentence: Printable; readonly titles: Printable[] }>();
  for (const { title, layers } of places) {
    for (const { key, wins, loses } of keyConflicts(layers, bindings)) {
      const pair = `${key} ${wins.id} ${loses.id}`;
      const sentence = words`${keyName(key)} runs ${printable(wins.id)}, not ${printable(loses.id)}`;
      const known = found.get(pair) ?? { sentence, titles: [] };
      known.titles.push(title);
      found.set(pair, known);
    }
  }
  return [...found.values()].map(({ sentence, titles }) => {
    if (titles.length === places.length) return words`${sentence}.`;
    const left = titles.length - NAMED_PLACES;
    const named = titles.slice(0, NAMED_PLACES).join(', ') as Printable;
    return words`${sentence}: in ${named}${left > 0 ? words` and ${left} more` : words``}.`;
  });
}

const NAMED_PLACES = 2;
