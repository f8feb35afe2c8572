import { describe, expect, it } from 'vitest';
import { commandFor } from '../../../src/commands/table.ts';
import {
  keepProposal,
  openPrompt,
  promptCommands,
  typed,
} from '../../../src/shell/keys/prompts.ts';
import { words } from '../../../src/text/printable.ts';
import { consoleStore } from '../../support/console-store.ts';

/** A store with an open prompt, and its effects. */
function prompting() {
  const store = consoleStore();
  const heard: string[] = [];
  const prompt = (id: string, value: string) => ({
    id,
    label: words`/`,
    value,
    changed: (text: string) => void heard.push(`${id} changed ${text}`),
    accepted: (text: string) => void heard.push(`${id} accepted ${text}`),
    cancelled: () => void heard.push(`${id} cancelled`),
  });
  openPrompt(store, prompt('filter', 'two words'));
  const press = (key: string) =>
    void commandFor(
      promptCommands(store, () => {}),
      key,
    )?.run();
  return { store, heard, prompt, press };
}

describe('a prompt', () => {
  it('reports every change once', () => {
    const { store, heard } = prompting();
    typed(store, 'two');
    typed(store, 'two');
    expect(heard).toEqual(['filter changed two']);
    expect(store.getState().prompt?.value).toBe('two');
  });

  it.each([
    ['what is typed at its end replaces it', ['words.csv!'], '!'],
    ['and is itself edited like any other', ['words.csv!', '!a', '!ab'], '!ab'],
    ['what shortens it keeps the rest', ['words.cs', 'words.csv'], 'words.csv'],
    ['what is put into it keeps the rest', ['two words.csv'], 'two words.csv'],
  ])('has a proposal: %s', (_, texts, left) => {
    const { store, prompt } = prompting();
    openPrompt(store, { ...prompt('export', 'words.csv'), isProposal: true });
    for (const text of texts) typed(store, text);
    expect(store.getState().prompt?.value).toBe(left);
  });

  it('keeps its proposal for editing at its end once the cursor has moved', () => {
    const { store, prompt } = prompting();
    openPrompt(store, { ...prompt('export', 'words.csv'), isProposal: true });
    keepProposal(store);
    typed(store, 'words.csv.old');
    expect(store.getState().prompt?.value).toBe('words.csv.old');
  });

  it('is closed before it is accepted, so that its effect may open another one', () => {
    const { store, heard, press } = prompting();
    press('enter');
    expect(heard).toEqual(['filter accepted two words']);
    expect(store.getState().prompt).toBeNull();
  });

  it.each(['esc', 'ctrl-c'])('is closed by %s', (key) => {
    const { store, heard, press } = prompting();
    press(key);
    expect(heard).toEqual(['filter cancelled']);
    expect(store.getState().prompt).toBeNull();
  });

  it('is cleared by Ctrl-U, and Ctrl-W deletes its last word', () => {
    const { heard, press } = prompting();
    press('ctrl-w');
    press('ctrl-u');
    expect(heard).toEqual(['filter changed two ', 'filter changed ']);
  });

  it('is cancelled when another one is opened', () => {
    const { store, heard, prompt } = prompting();
    openPrompt(store, prompt('palette', ''));
    expect(heard).toEqual(['filter cancelled']);
    expect(store.getState().prompt?.id).toBe('palette');
  });
});

it('without a prompt, typing changes nothing', () => {
  const store = consoleStore();
  typed(store, 'text');
  expect(store.getState().prompt).toBeNull();
});
