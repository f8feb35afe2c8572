import { expect, it } from 'vitest';
import type { Fact } from '../../src/history/fact.ts';
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

it('the health of an application that exists again is not said to be compared with any', () => {
  const sentence = (fields: Pick<Fact, 'severity' | 'from' | 'to' | 'after'>) =>
    factSentence({
      ...fields,
      subject: { kind: 'apps', id: 'a1' },
      kind: 'health',
      place: '',
      by: 5000,
    });
  const [bad, good] = [
    { severity: 'bad', to: 'status failing' },
    { severity: 'good', to: 'no issues' },
  ] as const;
  expect(sentence({ ...bad, from: null, after: null })).toBe('initially: status failing');
  expect(sentence({ ...bad, from: null, after: 0 })).toBe('status failing');
  expect(sentence({ ...good, from: null, after: 0 })).toBe('no issues any more');
  expect(sentence({ ...good, from: 'exit 1', after: 0 })).toBe('no issues any more (was: exit 1)');
});
