import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { completed, suggestionsFor } from '../../../src/shell/keys/line-completion.ts';
import { printable, words } from '../../../src/text/printable.ts';

const word = (name: string, values?: readonly string[]) => ({
  name,
  usage: values ? words`${printable(name)} NAME` : printable(name),
  help: words`Does it`,
  ...(values && { values: () => values }),
});

const all = [
  word('apps'),
  word('audit'),
  word('theme', ['dark', 'light', 'dark-16']),
  word('add', ['app ', 'dns ']),
];
const offered = (typed: string) => suggestionsFor(all, typed).map(({ value }) => value);
const tab = (typed: string) => completed(suggestionsFor(all, typed), typed);

describe('completing a command', () => {
  it('offers the words that begin with what is typed, then those that hold it', () => {
    expect(offered('a')).toEqual(['apps', 'audit', 'add ']);
    expect(offered('d')).toEqual(['audit', 'add ']);
    expect(offered('zzz')).toEqual([]);
  });

  it('offers what can follow a word, and says how it is used where nothing is known', () => {
    expect(offered('theme ')).toEqual(['theme dark', 'theme light', 'theme dark-16']);
    expect(offered('theme LI')).toEqual(['theme light']);
    expect(suggestionsFor(all, 'apps now')).toEqual([
      { value: 'apps now', label: 'apps', help: 'apps: Does it' },
    ]);
    expect(offered('nothing at')).toEqual([]);
  });

  it('takes with Tab what all have in common, then the first', () => {
    expect(tab('au')).toBe('audit');
    expect(tab('ad')).toBe('add ');
    expect(tab('theme d')).toBe('theme dark');
    expect(tab('theme dark')).toBe('theme dark');
    expect(tab('a')).toBe('apps');
    expect(tab('add ')).toBe('add app ');
    expect(tab('zzz')).toBeUndefined();
  });

  it('goes on to something that begins with the same text, or stays', () => {
    const letters = fc.string({ unit: fc.constantFrom('a', 'b', ' ') });
    fc.assert(
      fc.property(fc.array(letters, { maxLength: 8 }), letters, (values, typed) => {
        const line = `w ${typed}`;
        const next = completed(suggestionsFor([word('w', values)], line), line);
        return (
          next === undefined ||
          [...values.map((each) => `w ${each}`), line].some((each) => each.startsWith(next))
        );
      }),
    );
  });
});
