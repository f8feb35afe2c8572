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

it('a key that is not accepted does not read as a closed port', () => {
  const sentence = (to: string) =>
    factSentence({
      subject: { kind: 'service', id: '' },
      kind: 'connection',
      severity: 'bad',
      from: 'connected',
      place: '',
      to,
      after: null,
      by: 0,
    });
  expect(sentence('refused: The access key was not accepted')).toBe(
    'refuses requests: The access key was not accepted',
  );
  expect(sentence('unreachable: Connection refused by api.example')).toBe(
    'unreachable: Connection refused by api.example',
  );
  expect(sentence('connected')).toBe('answers again');
});
