import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { keyFor, keyName, NO_KEY_NAMES } from '../../src/text/key-names.ts';
import { words } from '../../src/text/printable.ts';
import { consoleUnderTest } from '../support/console.ts';
import { keySectionsOf } from '../support/key-sections.ts';

const SOURCE = join(import.meta.dirname, '../../src');
const NAMED = /keyFor\(\s*[\w.()]+,\s*'([^']+)',\s*words`([^`]+)`/g;

describe('a key in a sentence', () => {
  it('is the usual one, unless another was chosen', () => {
    expect(keyFor(NO_KEY_NAMES, 'refresh', words`r`)).toBe('r');
    expect(keyFor(new Map([['refresh', words`F5`]]), 'refresh', words`r`)).toBe('F5');
  });

  it('is one that its command really has', async () => {
    const { console } = await consoleUnderTest();
    const commands = keySectionsOf(console.layers, console.state()).flatMap(
      (section) => section.commands,
    );
    const said = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.tsx?$/.test(name))
      .flatMap((name) => [...readFileSync(join(SOURCE, name), 'utf8').matchAll(NAMED)]);
    expect(said.length).toBeGreaterThan(20);
    for (const [, id, key = ''] of said) {
      const keys = commands.filter((command) => command.id === id).flatMap((each) => each.keys);
      expect(
        keys.map(String).map((key) => keyName(key)),
        `the keys of ${id}`,
      ).toContain(key);
    }
  });
});
it.each([
  ['j', 'j'],
  ['G', 'G'],
  ['?', '?'],
  ['-', '-'],
  ['up', '↑'],
  ['enter', 'Enter'],
  ['space', 'Space'],
  ['pagedown', 'PgDn'],
  ['f1', 'F1'],
  ['ctrl-d', 'Ctrl-D'],
  ['shift-left', 'Shift-←'],
  ['shift-tab', 'Shift-Tab'],
  ['alt-backspace', 'Alt-Backspace'],
  ['alt-ctrl-x', 'Alt-Ctrl-X'],
])('%s is written %s', (key, written) => {
  expect(keyName(key)).toBe(written);
});
