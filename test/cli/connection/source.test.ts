import { expect, it } from 'vitest';
import {
  DEFAULT,
  flagged,
  fromEnvironment,
  sourceWords,
} from '../../../src/cli/connection/source.ts';

it.each([
  [DEFAULT, 'default'],
  [flagged('--base-url'), '--base-url'],
  [fromEnvironment('WARREN_PROFILE'), 'WARREN_PROFILE'],
  [{ kind: 'file', profile: null, line: 3 }, 'configuration, line 3'],
  [{ kind: 'file', profile: 'a\u0007b', line: 4 }, 'profile a␇b, line 4'],
] as const)('%j is told as %s', (source, words) => {
  expect(sourceWords(source)).toBe(words);
});
