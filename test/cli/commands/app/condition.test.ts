import { expect, it } from 'vitest';
import { conditionWords, readCondition } from '../../../../src/cli/commands/app/condition.ts';

it.each([
  ['status=active', 'active'],
  ['status=Failing, suspended', 'failing or suspended'],
  ['gone', 'gone'],
])('%j waits until it is %s', (text, words) => {
  const read = readCondition(text);
  expect(read.kind === 'condition' && conditionWords(read.condition)).toBe(words);
});

it.each([
  ['active', '--until takes status=VALUE[,VALUE…] or gone.'],
  ['status=', '--until takes status=VALUE[,VALUE…] or gone.'],
  [
    'status=actve',
    'A status is one of unknown, active, progressing, inactive, failing, suspended. Did you mean status=active?',
  ],
  [
    'status=active,',
    'A status is one of unknown, active, progressing, inactive, failing, suspended.',
  ],
])('%j is refused', (text, reason) => {
  expect(readCondition(text)).toEqual({ kind: 'refused', reason });
});
