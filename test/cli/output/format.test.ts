import { expect, it } from 'vitest';
import { formatOf } from '../../../src/cli/output/format.ts';

it.each([
  [undefined, true, 'table'],
  [undefined, false, 'json'],
  ['csv', true, 'csv'],
  ['ndjson', false, 'ndjson'],
] as const)('asked for %s, on a terminal: %s, the format is %s', (asked, isTerminal, format) => {
  expect(formatOf(asked, isTerminal)).toBe(format);
});

it('is what is usual for a command when it is piped', () => {
  expect(formatOf(undefined, false, 'ndjson')).toBe('ndjson');
});
