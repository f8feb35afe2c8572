import type { Command } from '../../commands/command.ts';
import { liveKeys } from '../../commands/table.ts';
import { keyName } from '../../text/key-names.ts';
import { type Printable, words } from '../../text/printable.ts';

const DELETE = words`:delete asks before it deletes an application.`;
const CHANGES = words`There is no undo. :changes lists what was sent.`;

/**
 * Keys that k9s, less, lnav, vim or lazygit have taught, and what does the same here: commands, of which the first that
 * is in force is named, or a sentence. Asked only where the key has no command.
 */
const FAMILIAR: Readonly<Record<string, readonly string[] | Printable>> = {
  l: ['show.events'],
  h: ['back'],
  left: ['back'],
  right: ['apps.enter', 'search.open', 'guardian.open'],
  backspace: ['back'],
  'ctrl-g': ['back'],
  'ctrl-o': ['pane.last'],
  Q: ['quit'],
  '<': ['list.first'],
  '>': ['list.last'],
  b: ['list.page-up'],
  space: ['list.page-down'],
  'ctrl-e': ['list.down'],
  'ctrl-n': ['list.down'],
  'ctrl-y': ['list.up'],
  n: ['list.filter'],
  '&': ['list.filter'],
  m: ['list.mark'],
  v: ['list.mark'],
  s: ['list.sort-next'],
  A: ['list.sort-next'],
  C: ['list.sort-next'],
  M: ['list.sort-next'],
  N: ['list.sort-next'],
  P: ['list.sort-next'],
  S: ['list.sort-next'],
  '0': ['apps.only-problems'],
  e: ['apps.only-problems'],
  E: ['apps.only-problems'],
  w: ['full-pane'],
  'ctrl-w': ['full-pane'],
  'ctrl-a': ['command'],
  'ctrl-r': ['refresh'],
  f5: ['refresh'],
  'ctrl-s': ['copy.menu'],
  Y: ['copy.menu'],
  '|': ['copy.view'],
  '[': ['pane.previous'],
  ']': ['pane.next'],
  a: words`:add adds to the workspace of this session.`,
  u: CHANGES,
  z: CHANGES,
  delete: DELETE,
  'ctrl-k': DELETE,
};

/** Words of theirs for `:`, likewise. */
const FAMILIAR_WORDS: typeof FAMILIAR = {
  'filter-in': ['events.filter', 'list.filter'],
  'filter-out': ['events.filter', 'list.filter'],
  // A line of vim's, less' and lnav's.
  '0': ['list.first'],
  '1': ['list.first'],
  $: ['list.last'],
  undo: CHANGES,
  rm: DELETE,
  kill: DELETE,
};

/** What `key`, which has no command in `table`, is known for elsewhere, and what does that here; undefined if nothing. */
export const familiarKey = (
  table: readonly Command[],
  key: string,
  readOnly: boolean,
): Printable | undefined => named(table, FAMILIAR[key], readOnly);

/** The same for a word that is none here: those of others first, then the command with the word in its label. */
export function familiarWord(
  table: readonly Command[],
  word: string,
  readOnly: boolean,
): Printable | undefined {
  const wanted = word.toLowerCase();
  const meant = Object.hasOwn(FAMILIAR_WORDS, wanted) ? FAMILIAR_WORDS[wanted] : undefined;
  if (meant !== undefined) return named(table, meant, readOnly);
  const labelled = table.filter(
    ({ id, label }) =>
      !id.startsWith('show.') &&
      label
        .toLowerCase()
        .split(/[^a-z]+/)
        .includes(wanted),
  );
  return named(table, wanted.length < SHORTEST ? [] : labelled.map(({ id }) => id), readOnly);
}

/** Shorter words of labels say nothing of what they do: `the`, `all`, `row`. */
const SHORTEST = 4;

function named(
  table: readonly Command[],
  meant: readonly string[] | Printable | undefined,
  readOnly: boolean,
): Printable | undefined {
  if (meant === DELETE && readOnly) return words`Read-only: nothing can be deleted here.`;
  if (typeof meant === 'string') {
    // The sentences say what to type at `:`.
    const colon = table.find(({ id }) => id === 'command');
    return colon && liveKeys(table, colon).length > 0 ? meant : undefined;
  }
  for (const id of meant ?? []) {
    const command = table.find((each) => each.id === id);
    const [live] = command ? liveKeys(table, command) : [];
    if (command && live !== undefined) return words`${keyName(live)}: ${command.label}.`;
  }
  return undefined;
}
