import type { Command } from '../../commands/command.ts';
import { liveKeys } from '../../commands/table.ts';
import { keyName } from '../../text/key-names.ts';
import { type Printable, words } from '../../text/printable.ts';

const DELETE = words`:delete asks before it deletes an application.`;
const CHANGES = words`There is no undo. :changes lists what was sent.`;

/**
 * Keys of k9s, less, lnav, vim or lazygit, and the commands that do the same here (the first available one is named) or
 * a sentence. Used only for keys without a command.
 */
const FAMILIAR_KEYS = byWord([
  ['l', ['show.events']],
  ['h left backspace ctrl-g', ['back']],
  ['right', ['apps.enter', 'search.open']],
  ['ctrl-o', ['pane.last']],
  ['Q', ['quit']],
  ['<', ['list.first']],
  ['>', ['list.last']],
  ['b', ['list.page-up']],
  ['space', ['list.page-down']],
  ['ctrl-e ctrl-n', ['list.down']],
  ['n &', ['list.filter']],
  ['m v', ['list.mark']],
  ['s A C M N P S', ['list.sort-next']],
  ['0 e E', ['apps.only-problems']],
  ['w ctrl-w', ['full-pane']],
  ['ctrl-a', ['command']],
  ['ctrl-r f5', ['refresh']],
  ['Y', ['copy.menu']],
  ['|', ['copy.view']],
  ['[', ['pane.previous']],
  [']', ['pane.next']],
  ['a', words`:add adds to the workspace of this session.`],
  ['u z', CHANGES],
  ['delete ctrl-k', DELETE],
]);

/** Words that no typed command stands for. Names of the same are aliases, in `commands/typed-commands`. */
const FAMILIAR_WORDS = byWord([
  ['filter-in filter-out', ['events.filter', 'list.filter']],
  // A line of vim's, less' and lnav's.
  ['0 1', ['list.first']],
  ['$', ['list.last']],
  ['undo', CHANGES],
  ['rm kill', DELETE],
  ['handover hand-over handoff', words`:report copies or writes what changed.`],
]);

type Meant = readonly string[] | Printable;

function byWord(groups: readonly (readonly [words: string, meant: Meant])[]) {
  return new Map(
    groups.flatMap(([all, meant]) => all.split(' ').map((word) => [word, meant] as const)),
  );
}

/** The equivalent here of a key from other programs; undefined if there is none. */
export const familiarKey = (
  table: readonly Command[],
  key: string,
  readOnly: boolean,
): Printable | undefined => named(table, FAMILIAR_KEYS.get(key), readOnly);

/** The same for an unknown word: a word of other programs, or a command with the word in its label. */
export function familiarWord(
  table: readonly Command[],
  word: string,
  readOnly: boolean,
): Printable | undefined {
  const wanted = word.toLowerCase();
  const meant = FAMILIAR_WORDS.get(wanted);
  if (meant !== undefined) return named(table, meant, readOnly);
  const labelled = table.filter(
    ({ id, label }) =>
      !id.startsWith('show.') &&
      label
        .toLowerCase()
        .split(/[^a-z]+/)
        .includes(wanted),
  );
  return named(
    table,
    wanted.length < MIN_WORD_LENGTH ? [] : labelled.map(({ id }) => id),
    readOnly,
  );
}

/** Shorter words of labels are not specific: `the`, `all`, `row`. */
const MIN_WORD_LENGTH = 4;

function named(
  table: readonly Command[],
  meant: Meant | undefined,
  readOnly: boolean,
): Printable | undefined {
  if (meant === DELETE && readOnly) return words`Read-only: nothing can be deleted here.`;
  if (typeof meant === 'string') {
    // The sentences refer to the `:` line.
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
