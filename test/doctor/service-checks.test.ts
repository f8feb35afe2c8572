import { describe, expect, it } from 'vitest';
import { ApiError, type ApiErrorKind } from '../../src/contract/api-error.ts';
import type { Exchange } from '../../src/contract/operation.ts';
import { operations } from '../../src/contract/operations/index.ts';
import type { CheckResult } from '../../src/doctor/check.ts';
import { serviceChecks } from '../../src/doctor/service-checks.ts';
import { EMPTY_WORKSPACE, type Workspace } from '../../src/state/workspace.ts';

const THING = [{ id: '7', name: 'seven' }];
const ALL: Workspace = {
  name: 'all',
  apps: THING,
  shieldZones: THING,
  dnsZones: THING,
  scripts: THING,
  rateLimits: THING,
};

/** What the checks find of a service where every read ends as `outcome` says. */
async function examined({
  workspace = ALL,
  outcome = () => undefined,
  drift = [],
}: {
  readonly workspace?: Workspace;
  readonly outcome?: (operation: string) => ApiErrorKind | undefined;
  readonly drift?: Parameters<typeof serviceChecks>[0]['drift'] extends () => infer T ? T : never;
} = {}) {
  const exchanges: Exchange[] = [];
  const checks = serviceChecks({
    async call({ id, method }) {
      const kind = outcome(id);
      const error = kind ? new ApiError({ kind, title: `It was ${kind}`, status: 400 }) : null;
      exchanges.push({
        id: exchanges.length + 1,
        at: 0,
        operation: id,
        method,
        path: '/',
        outcome: {
          kind: 'answered',
          status: 200,
          ms: 11.6,
          bytes: 2,
          skewMs: 100,
          error,
          requestId: null,
        },
      });
      if (error) throw error;
      return undefined as never;
    },
    workspace,
    exchanges: () => exchanges,
    drift: () => drift,
    now: () => Date.parse('2026-03-14T12:00:00Z'),
  });
  const findings: CheckResult[] = [];
  for (const { run } of checks) findings.push(...(await run(new AbortController().signal)));
  const line = ({ result, what, detail }: CheckResult) => `${result}: ${what}: ${detail}`;
  return {
    asked: exchanges.map(({ operation }) => operation),
    lines: findings.map(line),
    findings,
  };
}

describe('a service', () => {
  it('is called once for each read, and never for a change', async () => {
    const { asked, lines } = await examined();
    expect(lines).toEqual([
      'passed: search: 200 in 12 ms',
      'passed: rate limit: 200 in 12 ms',
      'passed: application overview: 200 in 12 ms',
      'passed: DNS scan: 200 in 12 ms',
      'passed: event log: 200 in 12 ms',
      'skipped: changes: Operations that change something are not tried.',
      "passed: clock: the same as the service's",
      'passed: answers: All of them fit the contract.',
    ]);
    expect(asked.every((id) => operations[id].effect === 'reads')).toBe(true);
  });

  it('is not called for kinds that nobody watches', async () => {
    const { asked, lines } = await examined({ workspace: EMPTY_WORKSPACE });
    expect(asked).toEqual(['search']);
    expect(lines[2]).toBe('skipped: application overview: No application in this workspace.');
  });

  it('is called further after one refusal, with advice', async () => {
    const { lines, findings } = await examined({
      outcome: (id) => (id === 'dns-scan' ? 'not-found' : undefined),
    });
    expect(lines[3]).toBe('failed: DNS scan: It was not-found (400)');
    expect(findings[3]?.advice).toBe(
      'Correct the identifier in the workspace, or remove it. If nothing is found, check the base URL.',
    );
    expect(lines[4]).toBe('passed: event log: 200 in 12 ms');
  });

  it.each([
    ['unauthorised', 'Not asked: the access key was not accepted.'],
    ['unreachable', 'Not asked: the service could not be reached.'],
  ] as const)('that is %s is not called further', async (kind, sentence) => {
    const { asked, lines } = await examined({ outcome: () => kind });
    expect(asked).toHaveLength(1);
    expect(lines.slice(1, 5)).toEqual(
      ['rate limit', 'application overview', 'DNS scan', 'event log'].map(
        (what) => `skipped: ${what}: ${sentence}`,
      ),
    );
  });

  it('has differences from the contract listed, at most ten', async () => {
    const drift = Array.from({ length: 32 }, (_, at) => ({
      kind: 'unknown-field' as const,
      path: `search.x${at}\u001b[2J`,
      count: at + 1,
      sample: '"y"',
    }));
    const { lines } = await examined({ drift });
    expect(lines.filter((line) => line.startsWith('noted: answers'))).toHaveLength(31);
    expect(lines.at(-31)).toBe(
      'noted: answers: unknown field search.x0␛[2J (1 time, first as "y")',
    );
    expect(lines.at(-1)).toBe('noted: answers: and 2 further differences');
  });

  it('has no value to show for a field that is missing', async () => {
    const kind = 'missing-field';
    const { lines } = await examined({
      drift: [{ kind, path: 'app-overview.regions[].id', count: 2, sample: 'undefined' }],
    });
    expect(lines.at(-1)).toBe('noted: answers: missing field app-overview.regions[].id (2 times)');
  });
});
