import { expect, it } from 'vitest';
import { fieldCommands, fieldInput } from '../../src/commands/field-commands.ts';

/** What stands in a field of `value` after the command on `key`. */
function after(key: string, value: string): string {
  let text = value;
  const field = () => ({
    value: text,
    changed(next: string) {
      text = next;
    },
  });
  const command = fieldCommands('prompt', field).find(({ keys }) => keys.includes(key));
  void command?.run();
  return text;
}

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

it('a line is cleared', () => {
  expect(after('ctrl-u', 'two words')).toBe('');
});

it('without a field nothing happens', () => {
  for (const { run } of fieldCommands('prompt', () => undefined)) {
    expect(run).not.toThrow();
  }
});

it('a field is fed text, and what the terminal sent for a key that edits', () => {
  const fed = (key: string, raw?: string) =>
    fieldInput({ kind: 'key', key, ...(raw !== undefined && { raw }) });
  expect(fed('é')).toBe('é');
  expect(fed('space')).toBe(' ');
  expect(fed('backspace', '\b')).toBe('\b');
  expect(fed('left', '\u001bOD')).toBe('\u001bOD');
  expect(fed('f5', '\u001b[15~')).toBeUndefined();
});
