import { expect, it } from 'vitest';
import { factSentence } from '../../src/history/fact-text.ts';

it('a change without an answer was requested, and its outcome is unknown', () => {
  const sentence = (to: string) =>
    factSentence({
      subject: { kind: 'apps', id: 'a1' },
      kind: 'change',
      severity: 'warn',
      from: null,
      place: 'deletion',
      to,
      after: null,
      by: 0,
    });
  expect(sentence('unknown')).toBe('deletion requested, outcome unknown');
  expect(sentence('accepted')).toBe('deletion accepted');
});
