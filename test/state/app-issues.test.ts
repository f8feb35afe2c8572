import { describe, expect, it } from 'vitest';
import { issuesOf } from '../../src/state/app-issues.ts';
import { overviewOf } from '../support/overviews.ts';

const NOW = Date.parse('2026-03-14T14:02:00Z');

/** Severity, text and places of each issue. */
const said = (fields: Readonly<Record<string, unknown>>) =>
  issuesOf(overviewOf(fields), NOW).map(({ severity, text, places }) =>
    places === '' ? `${severity}: ${text}` : `${severity}: ${text} (${places})`,
  );

const container = {
  name: 'web',
  exitCode: 1,
  reason: 'Error',
  message: 'missing env PAYMENT_API_URL',
};
const pods = (...names: readonly string[]) =>
  names.map((name) => ({ name, containers: [{ ...container, id: name }] }));

describe('the issues of an application', () => {
  it('are those of all its parts, worst first, each with its place', () => {
    const regions = [
      {
        region: 'DE',
        pods: [{ name: 'p1', message: 'not ready', containers: [{ name: 'web', exitCode: 1 }] }],
      },
      { region: 'FR', status: 'failing' },
    ];
    expect(said({ regions })).toEqual([
      'bad: exit 1 (DE p1 web)',
      'bad: region failing (FR)',
      'warn: not ready (DE p1)',
    ]);
  });

  it('are said once, however many places they are in', () => {
    const regions = [
      { region: 'DE', pods: pods('p1', 'p2', 'p3') },
      { region: 'FR', pods: pods('p4') },
    ];
    expect(said({ status: 'failing', regions })).toEqual([
      'bad: exit 1 x4 — Error: missing env PAYMENT_API_URL (DE 3, FR)',
      'bad: status failing',
    ]);
  });

  it('need nobody where an application is not to run', () => {
    const regions = [{ region: 'DE', isRequired: true, instances: 0 }];
    expect(said({ status: 'active', regions })).toEqual(['bad: required, 0 instances (DE)']);
    expect(said({ status: 'inactive', regions })).toEqual(['warn: required, 0 instances (DE)']);
  });

  it('are none while nothing is wrong', () => {
    expect(said({ status: 'active' })).toEqual([]);
  });

  // Assumption: grade-scale
  it('D3: have full volumes and what is graded low among them, grades last', () => {
    expect(
      said({
        averageRAM: { indicator: 93, statusGrade: 'couldBeBetter' },
        regions: [
          {
            region: 'DE',
            averageVolumesUsagePercentage: 91.57,
            pods: [{ name: 'p1', volumesUtilizationPercentage: { data: 97.31 } }],
          },
        ],
      }),
    ).toEqual([
      'warn: volume data 97.31% full (DE p1)',
      'warn: volumes 91.57% full on average (DE)',
      'warn: RAM 93: couldBeBetter',
    ]);
  });

  it('are printable, whatever the service sends', () => {
    const regions = [{ region: 'D\u001b[2JE', pods: [{ name: 'p', message: 'a\u001b]0;x' }] }];
    expect(said({ regions }).join()).not.toContain('\u001b');
  });
});
