import { expect, it } from 'vitest';
import { completionLines } from '../../../src/panes/guardian/completion-lines.ts';
import { pathMatches } from '../../../src/panes/guardian/path-completion.ts';
import { styledText } from '../../support/line-text.ts';

const entries = [
  { name: 'shop.yaml', kind: 'file' as const },
  { name: 'specs', kind: 'directory' as const },
  { name: 'a\u001b[2Jb.yaml', kind: 'file' as const },
];
const completion = {
  typed: '~/',
  directory: '~/',
  matches: pathMatches(entries, ''),
  chosen: 1,
};

it('lists what may be meant, the marked one being what Enter takes', () => {
  expect(styledText(completionLines(completion, 80, 10))).toEqual([
    ' In ~/: 3 · Tab completes  ↑ ↓ choose  Enter takes it',
    '   a␛[2Jb.yaml',
    ' ❯ shop.yaml',
    '   specs/',
  ]);
});

it('keeps the marked one in sight', () => {
  expect(styledText(completionLines({ ...completion, chosen: 2 }, 80, 2))[1]).toBe(' ❯ specs/');
});

it('says when there is nothing to choose from', () => {
  expect(styledText(completionLines({ ...completion, matches: [] }, 80, 10))).toEqual([
    ' Nothing in ~/ goes on from what was typed.',
  ]);
  expect(
    styledText(completionLines({ ...completion, directory: '', matches: undefined }, 80, 10)),
  ).toEqual([' the current directory cannot be looked into.']);
});
