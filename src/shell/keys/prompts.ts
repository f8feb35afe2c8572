import type { StoreApi } from 'zustand/vanilla';
import type { Command } from '../../commands/command.ts';
import { fieldCommands, type TextField } from '../../commands/field-commands.ts';
import type { ConsoleState, Prompt } from '../../state/console-state.ts';

import { words } from '../../text/printable.ts';

/** Opens `prompt`; one that was open is cancelled first. */
export function openPrompt(store: StoreApi<ConsoleState>, prompt: Prompt): void {
  store.getState().prompt?.cancelled();
  store.setState({ prompt });
}

/** What was typed has changed. */
export function typed(store: StoreApi<ConsoleState>, value: string): void {
  const { prompt } = store.getState();
  if (!prompt || prompt.value === value) return;
  store.setState({ prompt: { ...prompt, value } });
  prompt.changed(value);
}

/** The field of the prompt that is open. */
export function promptField(store: StoreApi<ConsoleState>): TextField | undefined {
  const { prompt } = store.getState();
  return prompt ? { value: prompt.value, changed: (value) => typed(store, value) } : undefined;
}

/** The commands while something is being typed: everything else that is printable is text. */
export function promptCommands(store: StoreApi<ConsoleState>): readonly Command[] {
  const group = 'Typing' as const;
  const close = (): Prompt | null => {
    const { prompt } = store.getState();
    store.setState({ prompt: null });
    return prompt;
  };
  const cancel = () => close()?.cancelled();
  return [
    {
      id: 'prompt.accept',
      keys: ['enter'],
      label: words`Apply`,
      footer: words`apply`,
      group,
      run: () => {
        const prompt = close();
        return prompt?.accepted(prompt.value);
      },
    },
    {
      id: 'prompt.cancel',
      keys: ['esc'],
      label: words`Cancel`,
      footer: words`leave`,
      group,
      run: cancel,
    },
    { id: 'prompt.interrupt', keys: ['ctrl-c'], label: words`Leave`, group, run: cancel },
    ...fieldCommands('prompt', group, () => promptField(store)),
  ];
}
