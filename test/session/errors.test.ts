import { describe, expect, it } from 'vitest';
import type { ApiErrorKind } from '../../src/contract/api-error.ts';
import { exitCodeOf } from '../../src/session/errors.ts';

const TABLE: readonly (readonly [ApiErrorKind, reads: number, changes: number])[] = [
  ['bad-request', 2, 2],
  ['unreachable', 6, 6],
  ['interrupted', 6, 7],
  ['timeout', 6, 7],
  ['unauthorised', 5, 5],
  ['refused', 3, 3],
  ['outside-window', 3, 3],
  ['invalid', 3, 3],
  ['rate-limited', 3, 3],
  ['not-found', 4, 4],
  ['service', 1, 7],
  ['redirected', 1, 7],
  ['unexpected', 1, 7],
  ['aborted', 130, 7],
];

describe('the exit code', () => {
  it.each(TABLE)('for %s is %i after a read, %i after a change', (kind, reads, changes) => {
    expect(exitCodeOf({ kind }, 'reads')).toBe(reads);
    expect(exitCodeOf({ kind }, 'changes')).toBe(changes);
  });
});
