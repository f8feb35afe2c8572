import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { DirectoryEntry } from '../../../src/edges/machine.ts';
import {
  completed,
  completionLines,
  isTypable,
  pathMatches,
  splitPath,
} from '../../../src/panes/guardian/path-completion.ts';
import { styledText } from '../../support/line-text.ts';

const file = (name: string): DirectoryEntry => ({ name, kind: 'file' });
const directory = (name: string): DirectoryEntry => ({ name, kind: 'directory' });

const NAMES: readonly DirectoryEntry[] = [
  file('README.md'),
  directory('specs'),
  file('shop-old.yaml'),
  file('shop.yaml'),
  file('Petstore.JSON'),
  file('.secret.yaml'),
  { name: 'shop.sock', kind: 'other' },
];

const names = (typed: string) => pathMatches(NAMES, typed).map(({ entry }) => entry.name);

describe('what a typed path may mean', () => {
  it('without a name everything is offered, specifications first', () => {
    expect(names('')).toEqual([
      'Petstore.JSON',
      'shop-old.yaml',
      'shop.yaml',
      'specs',
      'README.md',
    ]);
  });

  it('the name itself comes before names that go on from it', () => {
    expect(names('shop.yaml')[0]).toBe('shop.yaml');
    expect(names('pet')).toEqual(['Petstore.JSON']);
  });

  it('all that match are offered, however many', () => {
    const many = Array.from({ length: 600 }, (_, at) => file(`spec-${at}.yaml`));
    expect(pathMatches(many, 'spec')).toHaveLength(600);
    expect(pathMatches(many, '')).toHaveLength(600);
  });

  it('a letter may be left out', () => {
    expect(names('petstre')).toEqual(['Petstore.JSON']);
  });

  it('what is hidden is offered when a dot is typed', () => {
    expect(names('secret')).toEqual([]);
    expect(names('.sec')[0]).toBe('.secret.yaml');
  });

  it('pipes, sockets and devices are never offered', () => {
    expect(names('shop.sock')).not.toContain('shop.sock');
  });
});

it.each([
  ['', '', ''],
  ['shop', '', 'shop'],
  ['~', '~/', ''],
  ['~/api/sh', '~/api/', 'sh'],
  ['/', '/', ''],
  ['../x/', '../x/', ''],
])('%j is the directory %j and the beginning %j', (typed, inDirectory, name) => {
  expect(splitPath(typed)).toEqual({ directory: inDirectory, name });
});

it('a completed directory ends in a slash, so that its own names come next', () => {
  const completion = { typed: '~/s', directory: '~/', matches: [], cutAt: null, chosen: 0 };
  expect(completed(completion, { entry: directory('specs'), ranges: [] })).toBe('~/specs/');
  expect(completed(completion, { entry: file('shop.yaml'), ranges: [] })).toBe('~/shop.yaml');
});

it('a name that the field would not keep, or not show as it is, is not put into it', () => {
  expect(isTypable('shop.yaml')).toBe(true);
  expect(isTypable('a\u001b[2Jb')).toBe(false);
  expect(isTypable('a\nb')).toBe(false);
  expect(isTypable('a\u202eb')).toBe(false);
});

it('whatever the names and whatever is typed, only what is there is offered, each once', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'binary' })), fc.string(), (all, typed) => {
      const unique = [...new Set(all)].map(file);
      const offered = pathMatches(unique, typed).map(({ entry }) => entry);
      expect(new Set(offered).size).toBe(offered.length);
      expect(unique).toEqual(expect.arrayContaining(offered));
    }),
  );
});

const entries = [
  { name: 'shop.yaml', kind: 'file' as const },
  { name: 'specs', kind: 'directory' as const },
  { name: 'a\u001b[2Jb.yaml', kind: 'file' as const },
];
const completion = {
  typed: '~/',
  directory: '~/',
  matches: pathMatches(entries, ''),
  cutAt: null,
  chosen: 1,
};

it('lists what may be meant, the marked one being what Enter takes', () => {
  expect(styledText(completionLines(completion, { columns: 80, rows: 10 }))).toEqual([
    ' In ~/: 3 · Tab completes  ↑ ↓ choose  Enter takes it',
    '   a␛[2Jb.yaml',
    ' ❯ shop.yaml',
    '   specs/',
  ]);
});

it('leaves the keys to the footer where there is no room for them', () => {
  const [head] = styledText(completionLines(completion, { columns: 50, rows: 2 }));
  expect(head).toBe(' In ~/: 3');
});

it('marks none where Enter takes what was typed, and says so', () => {
  expect(
    styledText(completionLines({ ...completion, chosen: -1 }, { columns: 80, rows: 2 })),
  ).toEqual([
    ' In ~/: 3 · Tab completes  ↑ ↓ choose  Enter takes what was typed',
    '   a␛[2Jb.yaml',
  ]);
});

it('says of what was not listed whole that these are the first names', () => {
  const cut = { ...completion, cutAt: 5000 };
  expect(styledText(completionLines(cut, { columns: 80, rows: 2 }))[0]).toBe(
    ' In ~/: 3 (first 5,000 names) · Tab completes  ↑ ↓ choose  Enter takes it',
  );
  expect(
    styledText(completionLines({ ...cut, typed: '~/x', matches: [] }, { columns: 80, rows: 2 })),
  ).toEqual([' None of the first 5,000 names in ~/ matches “x”.']);
});

it('names the arrows in words where their signs would be those of other keys', () => {
  const [head] = styledText(completionLines(completion, { columns: 80, rows: 10, ascii: true }));
  expect(head).toBe(' In ~/: 3 · Tab completes  Up Down choose  Enter takes it');
});

it('keeps the marked one in sight', () => {
  expect(
    styledText(completionLines({ ...completion, chosen: 2 }, { columns: 80, rows: 2 }))[1],
  ).toBe(' ❯ specs/');
});

it('says when there is nothing to choose from', () => {
  const none = { ...completion, matches: [] };
  expect(styledText(completionLines({ ...none, typed: '~/' }, { columns: 80, rows: 10 }))).toEqual([
    ' No file to choose in ~/.',
  ]);
  expect(
    styledText(completionLines({ ...none, typed: '~/spec' }, { columns: 80, rows: 10 })),
  ).toEqual([' No name in ~/ matches “spec”.']);
  expect(
    styledText(
      completionLines(
        { ...completion, directory: '', matches: undefined },
        { columns: 80, rows: 10 },
      ),
    ),
  ).toEqual([' Names in the current directory cannot be listed.']);
});
