import { type Finding, MARKS } from '../../../doctor/finding.ts';
import { words } from '../../../text/printable.ts';
import type { Action } from '../../context.ts';
import { EXIT } from '../../exit-code.ts';
import { type Column, grid } from '../../output/grid.ts';
import { printerFor } from '../../output/print-report.ts';
import { type Report, table } from '../../output/report.ts';
import { program } from '../../surroundings.ts';
import { lookAtFiles } from './look-at-files.ts';
import { lookAtOwnTerminal } from './look-at-own-terminal.ts';
import { lookAtService } from './look-at-service.ts';

const COLUMNS: readonly Column<Finding>[] = [
  {
    name: 'result',
    title: words`RESULT`,
    value: ({ result }) => result,
    text: ({ result }) => MARKS[result],
  },
  { name: 'what', title: words`WHAT`, value: ({ what }) => what },
  { name: 'detail', title: words`DETAIL`, value: ({ detail }) => detail },
  {
    name: 'advice',
    title: words`WHAT TO DO`,
    value: ({ advice }) => advice,
    text: ({ advice }) => advice,
  },
];

function doctorReport(findings: readonly Finding[]): Report {
  const failures = findings.filter(({ result }) => result === 'failed').length;
  const shown = grid(COLUMNS, findings);
  return {
    document: { findings },
    records: findings,
    sections: [table(shown)],
    csv: shown,
    notes: [
      failures === 0
        ? words`Nothing failed.`
        : words`${failures} ${failures === 1 ? words`thing` : words`things`} failed.`,
    ],
  };
}

export const doctorCommand: Action<'doctor'> = async ({ options }, context) => {
  const { edges } = context;
  const findings = [
    program(edges),
    ...(await lookAtOwnTerminal(edges)),
    ...(await lookAtFiles(edges)),
    ...(await lookAtService(options, context)),
  ];
  if (context.signal.aborted) return EXIT.interrupted;
  await printerFor(context, options.output, 'one').print(doctorReport(findings));
  return findings.some(({ result }) => result === 'failed') ? EXIT.unexpected : EXIT.done;
};
