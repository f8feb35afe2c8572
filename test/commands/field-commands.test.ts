import { expect, it } from 'vitest';
import { fieldCommands, fieldInput } from '../../src/commands/field-commands.ts';

/** What stands in a field after the command on `key`; the cursor is at `|`, else at the end. */
function after(key: string, value: string): string {
  let text = value.replace('|', '');
  let behind = value.includes('|') ? text.length - value.indexOf('|') : 0;
  const field = () => ({
    value: text,
    changed(next: string) {
      text = next;
    },
  });
  const cursor = {
    getState: () => ({ behind }),
    setState(to: { readonly behind: number }) {
      ({ behind } = to);
    },
  };
  const command = fieldCommands('prompt', field, cursor).find(({ keys }) => keys.includes(key));
  void command?.run();
  const at = text.length - behind;
  return value.includes('|') ? `${text.slice(0, at)}|${text.slice(at)}` : text;
}

it.each([
  ['home', 'one t|wo', '|one two'],
  ['ctrl-a', 'one t|wo', '|one two'],
  ['end', 'one t|wo', 'one two|'],
  ['ctrl-e', 'one t|wo', 'one two|'],
  ['left', 'one |two', 'one| two'],
  ['left', '|one', '|one'],
  ['left', 'e\u0301|x', '|e\u0301x'],
  ['right', 'one| two', 'one |two'],
  ['right', 'one|', 'one|'],
  ['alt-b', 'one two|', 'one |two'],
  ['alt-f', 'one| two three', 'one two| three'],
  ['ctrl-k', 'one| two', 'one|'],
  ['ctrl-u', 'one| two', '| two'],
  ['ctrl-w', 'one two| three', 'one | three'],
  ['alt-d', 'one| two three', 'one| three'],
  ['alt-d', 'one |two', 'one |'],
  ['alt-d', 'one|', 'one|'],
  ['delete', 'one| two', 'one|two'],
  ['delete', 'one|', 'one|'],
])('as in readline, %s makes %j %j', (key, value, made) => {
  expect(after(key, value)).toBe(made);
});

it.each([
  ['two words', 'two '],
  ['two words  ', 'two '],
  ['one', ''],
  ['', ''],
  ['日本 語', '日本 '],
])('without its last word %j is %j', (text, rest) => {
  expect(after('ctrl-w', text)).toBe(rest);
  expect(after('alt-backspace', text)).toBe(rest);
});

it('clears a line', () => {
  expect(after('ctrl-u', 'two words')).toBe('');
});

it('does nothing without a focused field', () => {
  const cursor = { getState: () => ({ behind: 0 }), setState: () => expect.fail() };
  for (const { run } of fieldCommands('prompt', () => undefined, cursor)) {
    expect(run).not.toThrow();
  }
});

it('a field receives text, and the raw input of editing keys', () => {
  const fed = (key: string, raw?: string) =>
    fieldInput({ kind: 'key', key, ...(raw !== undefined && { raw }) });
  expect(fed('é')).toBe('é');
  expect(fed('space')).toBe(' ');
  expect(fed('backspace', '\b')).toBe('\b');
  expect(fed('left', '\u001bOD')).toBeUndefined();
  expect(fed('f5', '\u001b[15~')).toBeUndefined();
});
