import { expect, it } from 'vitest';
import type { Fact } from '../../src/history/fact.ts';
import { reportLines } from '../../src/history/report.ts';
import { EMPTY_WORKSPACE } from '../../src/state/workspace.ts';
import { words } from '../../src/text/printable.ts';

const T = Date.parse('2026-11-22T12:00:00Z');

const fact = (fields: Partial<Fact>): Fact => ({
  subject: { kind: 'apps', id: 'a1' },
  kind: 'status',
  severity: 'bad',
  place: '',
  from: 'active',
  to: 'failing',
  after: T,
  by: T + 5000,
  ...fields,
});

const report = (facts: readonly Fact[], spans: readonly (readonly [number, number])[] = []) =>
  reportLines(
    {
      facts,
      watched: new Map([['apps a1', spans.map(([since, until]) => ({ since, until }))]]),
    },
    {
      workspace: { ...EMPTY_WORKSPACE, apps: [{ id: 'a1', name: 'checkout' }] },
      service: words`prod, api.example.net`,
      since: T,
      until: T + 3_600_000,
    },
  );

it('tells what went bad first, the timeline in its order, what was changed from here and when nobody looked', () => {
  const change = { kind: 'change', severity: 'info', place: 'deletion', from: null } as const;
  const text = report(
    [
      fact({ kind: 'exit', from: null, to: 'exit 1: missing PAYMENT_API_URL' }),
      fact({ severity: 'good', from: 'failing', to: 'active', after: T + 55_000, by: T + 60_000 }),
      fact({ ...change, to: 'accepted', after: T + 70_000, by: T + 71_000 }),
      fact({ to: 'too old', by: T - 1 }),
    ],
    [
      [T, T + 600_000],
      [T + 1_200_000, T + 3_600_000],
    ],
  ).join('\n');
  expect(text).toBe(`# What changed, 2026-11-22T12:00:00Z to 2026-11-22T13:00:00Z

prod, api.example.net · 3 changes seen in 1 thing · times are UTC, and those of the answers that showed a change

## First trouble of each

- 2026-11-22T12:00:05Z checkout: exit 1: missing PAYMENT\\_API\\_URL

## Timeline

| By | After | What | Change |
|---|---|---|---|
| 2026-11-22T12:00:05Z | 2026-11-22T12:00:00Z | checkout | ✖ exit 1: missing PAYMENT\\_API\\_URL |
| 2026-11-22T12:01:00Z | 2026-11-22T12:00:55Z | checkout | ✓ status failing → active |
| 2026-11-22T12:01:11Z | 2026-11-22T12:01:10Z | checkout | · deletion accepted |

## Changed from here

- 2026-11-22T12:01:11Z checkout: deletion accepted

## Not watched

- checkout: 2026-11-22T12:10:00Z to 2026-11-22T12:20:00Z (10 min)`);
});

it('takes nothing that others say for Markdown', () => {
  const lines = report([fact({ to: '| <img src=x> `rm` [a](b)\n# x' })]);
  const row = lines.find((line) => line.startsWith('| 2026'));
  expect(row).toContain(String.raw`\| \<img src=x\> \`rm\` \[a\](b)`);
  expect(row).not.toContain('\n');
  const [added] = report([fact({ to: '~~a~~ $x$ :bug: 10:20 @b' })]).filter((line) =>
    line.startsWith('| 2026'),
  );
  expect(added).toContain(String.raw`\~\~a\~\~ \$x\$ \:bug: 10:20 \@b`);
});

it('says that nothing was seen', () => {
  expect(report([]).join('\n')).toContain('Nothing was seen to change.');
});
