import { expect, it } from 'vitest';
import type { Fact } from '../../../src/history/fact.ts';
import { factGroups } from '../../../src/history/fact-text.ts';
import { factDetails } from '../../../src/panes/timeline/details.ts';
import { EMPTY_WORKSPACE } from '../../../src/state/workspace.ts';

const T = Date.parse('2026-11-22T12:00:00Z');

const details = (...numbers: readonly (readonly [from: string, to: string])[]) => {
  const facts = numbers.map(
    ([from, to], at): Fact => ({
      subject: { kind: 'apps', id: 'a1' },
      kind: 'restart',
      severity: 'warn',
      place: `DE p${at + 1} web`,
      from,
      to,
      after: T,
      by: T + 5000,
    }),
  );
  const [row] = factGroups(facts, EMPTY_WORKSPACE);
  return row ? factDetails(row, 'utc').map((item) => JSON.stringify(item)) : [];
};

it('names one time if both answers came in the same second', () => {
  const fact: Fact = {
    subject: { kind: 'apps', id: 'a1' },
    kind: 'status',
    severity: 'bad',
    place: '',
    from: 'active',
    to: 'failing',
    after: T + 100,
    by: T + 900,
  };
  const [row] = factGroups([fact], EMPTY_WORKSPACE);
  expect(row && factDetails(row, 'utc')).toContainEqual({
    name: 'when',
    value: '2026-11-22 12:00:00Z',
  });
});

it('shows old and new value once if equal everywhere, else per place', () => {
  const same = details(['3', '4'], ['3', '4']).join('\n');
  expect(same).toContain('restarts 3 → 4');
  expect(same).toContain('{"name":"was","value":"3"}');
  const unlike = details(['3', '4'], ['24', '25']).join('\n');
  expect(unlike).toContain('restarts +1');
  expect(unlike).not.toContain('"was"');
  expect(unlike).not.toContain('"became"');
  expect(unlike).toContain('{"name":"DE p2 web","value":"restarts 24 → 25"}');
});
