import { type Finding, MARKS } from './finding.ts';

/**
 * Findings to take along. One line: much of it is the service's own words, and nothing that is pasted into
 * a shell may run before Enter is pressed.
 */
export const findingsText = (title: string, findings: readonly Finding[]): string =>
  [
    title,
    ...findings.map(({ result, what, detail, advice }) =>
      [`${MARKS[result]} ${what}: ${detail}`, advice].filter(Boolean).join(' → '),
    ),
  ].join(' · ');
