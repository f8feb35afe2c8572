import { shellWord } from '../../edges/shell-word.ts';
import type { Pane } from '../../panes/pane.ts';
import type { ConsoleState } from '../../state/console-state.ts';
import { ITEM_KINDS, itemKinds } from '../../state/item-kinds.ts';
import { printable } from '../../text/printable.ts';

/** Ids of a workspace without a name that a command has; more are a workspace to be configured. */
const MOST_ITEMS = 30;
/**
 * The command that shows the same elsewhere: service, workspace, pane, what is shown in it, filter, and minute. No
 * access key is ever in it; it is asked for, or configured, there.
 *
 * @param profiles those of the configuration
 */
export function viewCommand(
  { profile, workspace, viewing }: Pick<ConsoleState, 'profile' | 'workspace' | 'viewing'>,
  pane: Pane,
  profiles: readonly string[],
) {
  const words = ['warren'];
  const leftOut: string[] = [];
  const add = (option: string, value: string) => {
    if (printable(value) === value) words.push(`--${option}=${shellWord(value)}`);
    else leftOut.push(`--${option}`);
  };
  if (profile.demo) words.push('--demo');
  else if (profiles.includes(profile.name)) add('profile', profile.name);
  else add('base-url', profile.baseUrl);
  if (profile.readOnly) words.push('--read-only');
  if (workspace.name !== '') add('workspace', workspace.name);
  words.push(`--pane=${pane.id}`);
  const place = pane.place?.get();
  const shown = place?.shown ?? [];
  for (const { kind, id } of shown) add(ITEM_KINDS[kind].option, id);
  if (workspace.name === '') {
    const others = itemKinds.flatMap((kind) =>
      workspace[kind]
        .filter(({ id }) => !shown.some((each) => each.kind === kind && each.id === id))
        .map(({ id }) => ({ kind, id })),
    );
    for (const { kind, id } of others.slice(0, MOST_ITEMS)) add(ITEM_KINDS[kind].option, id);
  }
  if (place?.where) add('where', place.where);
  const at = place?.at ?? viewing;
  if (at !== null && at !== undefined) words.push(`--at=${new Date(at).toISOString()}`);
  return {
    /** One line, for a shell. */
    text: words.join(' '),
    /** What could not be said in it: characters that nobody sees would act on who pastes them. */
    leftOut,
  };
}
