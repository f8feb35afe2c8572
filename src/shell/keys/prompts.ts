import { type Command, command, inGroup } from '../../commands/command.ts';
import { fieldCommands, type TextField } from '../../commands/field-commands.ts';
import type { ConsoleStore, Prompt } from '../../state/console-state.ts';
import { keyFor } from '../../text/key-names.ts';
import { words } from '../../text/printable.ts';
import { completed } from './command-line.ts';

/** Opens a prompt; an open one is cancelled first. */
export function openPrompt(store: ConsoleStore, prompt: Prompt): void {
  store.getState().prompt?.cancelled?.();
  store.setState({ prompt, behind: 0 });
}

/** Cancels the open prompt, as Esc does. */
export function cancelPrompt(store: ConsoleStore): void {
  closed(store)?.cancelled?.();
}

function closed(store: ConsoleStore): Prompt | null {
  const { prompt } = store.getState();
  store.setState({ prompt: null });
  return prompt;
}

export function typed(store: ConsoleStore, value: string): void {
  const { prompt } = store.getState();
  if (!prompt || prompt.value === value) return;
  const isReplaced = prompt.isProposal === true && value.startsWith(prompt.value);
  const text = isReplaced ? value.slice(prompt.value.length) : value;
  store.setState({ prompt: { ...prompt, value: text, isProposal: false } });
  prompt.changed?.(text);
}

export function keepProposal(store: ConsoleStore): void {
  const { prompt } = store.getState();
  if (prompt?.isProposal) store.setState({ prompt: { ...prompt, isProposal: false } });
}

export function promptField(store: ConsoleStore): TextField | undefined {
  const { prompt } = store.getState();
  return prompt ? { value: prompt.value, changed: (value) => typed(store, value) } : undefined;
}

/** Replaces the typed text; a new `accepted` restarts the field with its cursor at the end. */
function replaceTyped(store: ConsoleStore, value: string | undefined): void {
  const { prompt } = store.getState();
  if (!prompt || value === undefined || value === prompt.value) return;
  store.setState({ prompt: { ...prompt, value, accepted: (line) => prompt.accepted(line) } });
  prompt.changed?.(value);
}

/**
 * Commands while a prompt is open; other printable keys are text. `copy`: copies the first text of the cursor's row.
 */
export function promptCommands(store: ConsoleStore, copy: () => void): readonly Command[] {
  const cancel = () => cancelPrompt(store);
  const recall = (direction: 'older' | 'newer') => () => {
    const { prompt } = store.getState();
    if (prompt) replaceTyped(store, prompt.recall?.(direction, prompt.value));
  };
  return inGroup('Typing', [
    command('prompt.accept', 'enter', words`Apply`, {
      footer: () => store.getState().prompt?.enter ?? words`apply`,
      run: () => {
        const prompt = closed(store);
        return prompt?.accepted(prompt.value);
      },
    }),
    command('prompt.cancel', 'esc', words`Cancel`, { footer: words`cancel`, run: cancel }),
    command('prompt.complete', 'tab', words`Complete the command`, {
      footer: () => (store.getState().prompt?.suggestions ? words`complete` : undefined),
      run() {
        const { prompt } = store.getState();
        if (!prompt) return;
        replaceTyped(store, completed(prompt.suggestions?.(prompt.value) ?? [], prompt.value));
      },
    }),
    command('prompt.copy', 'alt-c', words`Apply the filter, and copy from the row`, {
      unavailable: () => {
        const { prompt, overlays, keyNames } = store.getState();
        return prompt?.id === 'filter' && overlays.length === 0
          ? undefined
          : words`This copies while a list is filtered: ${keyFor(keyNames, 'list.filter', words`/`)} begins.`;
      },
      run() {
        const prompt = closed(store);
        void prompt?.accepted(prompt.value);
        if (store.getState().prompt === null) copy();
      },
    }),
    command('prompt.older', 'up', words`Previous command`, recall('older')),
    command('prompt.newer', 'down', words`Next command`, recall('newer')),
    command('prompt.interrupt', 'ctrl-c', words`Leave`, cancel),
    ...fieldCommands('prompt', () => promptField(store), store),
  ]);
}
