import type { Deviation } from '../../guardian/predict.ts';
import { keyFor } from '../../text/key-names.ts';
import { count, counted } from '../../text/numbers.ts';
import { type Printable, printable, printableStart, words } from '../../text/printable.ts';
import type { Style } from '../../text/style.ts';
import { stamp } from '../../text/time.ts';
import { pad, wrapLines } from '../../text/width.ts';
import { gap, type Line, span, wrappedText } from '../../ui/line.ts';
import { type RecordItem, textItem } from '../../ui/record-lines.ts';
import { type Column, column, widestOf } from '../../ui/table.ts';
import { theme } from '../../ui/theme.ts';
import { heading } from '../record-items.ts';
import type { Assessment } from './assess.ts';
import {
  CHANGED,
  changeDetail,
  changeRows,
  protectionSettings,
  UNMATCHED_OUTCOMES,
} from './change-rows.ts';
import { methodAndPath } from './endpoint-detail.ts';
import {
  methodColumn,
  type Page,
  type PageFacts,
  pageTable,
  pathCopy,
  sentences,
  warningLines,
  whyEmpty,
} from './page.ts';
import { fileCopies, fileOf, isComparing, type Returned, type ZoneWork } from './state.ts';
import { unmatchedWarning } from './upload-warnings.ts';

/** Requested paths that the file does not have, most requested first. */
function missingLines({ unmatched }: Assessment, columns: number): readonly Line[] {
  const { most, paths } = unmatched;
  if (most.length === 0) return [];
  const wide = widestOf(most, (each) => count(each.count));
  const left = paths - most.length;
  return [
    [gap(1), ...heading(words`Asked for, and not in the file`)],
    ...most.flatMap((each) =>
      wrapLines(printable(each.path), columns - wide - 4).map(
        (text, at): Line => [
          gap(1),
          span(pad(at === 0 ? count(each.count) : words``, wide, 'right'), theme.strong),
          span(words`  ${text}`),
        ],
      ),
    ),
    ...(left > 0 ? [[span(words` and ${count(left)} more`, theme.faint)]] : []),
  ];
}

/** Why nothing can be compared, and what is known anyway. */
function withoutComparison(assessment: Assessment, { keyNames }: PageFacts, why: Printable): Page {
  const page = sentences(why);
  return {
    ...page,
    body: (room) => [
      ...page.body(room),
      [],
      ...warningLines([unmatchedWarning(assessment, keyNames)], room.columns),
      [],
      ...missingLines(assessment, room.columns),
    ],
  };
}

/** Effect of removed endpoints on requests, and the settings behind it. */
function blastLines(
  { diff, blast }: NonNullable<Assessment['against']>,
  { data: { configuration } }: Returned,
  columns: number,
): readonly Line[] {
  const { would, style } = UNMATCHED_OUTCOMES[blast.outcome];
  const withSettings = (sentence: Printable, as: Style): readonly Line[] => [
    ...wrappedText(sentence, columns - 2, as),
    [span(words` ${protectionSettings(configuration)}`, theme.faint)],
  ];
  if (diff.removed.length === 0) {
    const sentence = words`Nothing is removed. Requests that no endpoint matches ${would}.`;
    return withSettings(sentence, theme.good);
  }
  const shown =
    blast.requests === 0
      ? words`Requests for what is removed ${would}; none of them is in the loaded events.`
      : words`${counted(blast.requests, words`request`)} in the loaded events ${would}.`;
  return withSettings(shown, style);
}

/** The service returns only names of parameters, and the previous file cannot be read. */
const PARAMETERS_UNKNOWN: Line = [
  span(words` What parameters had to be before is not known: it is not compared.`, theme.warn),
];

/** The compared configuration may be outdated. A separate line: both times do not fit into 80 columns. */
const doubtLines = ({ doubtedAt }: Returned, { stamps }: PageFacts): readonly Line[] =>
  doubtedAt ? [[span(words` In doubt since ${stamp(doubtedAt.wall, stamps)}.`, theme.warn)]] : [];

function againstLine(
  { diff: { added, removed, changed, unchanged } }: NonNullable<Assessment['against']>,
  returned: Returned,
  { stamps }: PageFacts,
): Line {
  return [
    span(words` ${count(removed.length)} removed`, removed.length > 0 ? theme.bad : theme.plain),
    span(words`, ${count(changed.length)} changed, ${count(added.length)} added`),
    span(words`, ${count(unchanged)} the same`),
    span(
      words` · against ${stamp(returned.at.wall, stamps)}`,
      returned.doubtedAt ? theme.warn : theme.faint,
    ),
  ];
}

/** Changes that the file would make, and affected requests. */
export function changesPage(work: ZoneWork, facts: PageFacts): Page {
  const file = fileOf(work);
  const { assessment, returned } = work;
  const { list } = facts;
  if (!file) {
    return sentences(
      words`No specification is chosen: ${keyFor(facts.keyNames, 'guardian.choose', words`o`)} chooses one. What it would change is then said here.`,
    );
  }
  if (!assessment) {
    return sentences(
      words`This file cannot be read as OpenAPI, so its changes are unknown. Check says why.`,
    );
  }
  const { against } = assessment;
  if (isComparing(assessment)) {
    return withoutComparison(
      assessment,
      facts,
      words`The file is being compared with what the service returned…`,
    );
  }
  if (!against || !returned) {
    return withoutComparison(
      assessment,
      facts,
      words`What ${printable(facts.zone.name)} has now is not known: no operation of the service reads it. What this file adds, removes or changes is known once the service has answered an upload in this run.`,
    );
  }
  return {
    head: ({ columns }) => [
      againstLine(against, returned, facts),
      ...doubtLines(returned, facts),
      ...blastLines(against, returned, columns),
      ...(returned.sent ? [] : [PARAMETERS_UNKNOWN]),
      ...warningLines([unmatchedWarning(assessment, facts.keyNames)], columns),
      [],
    ],
    spare: ({ columns }) => missingLines(assessment, columns),
    body: () =>
      whyEmpty(
        facts,
        words`The file changes nothing: it describes what the service returned.`,
        words`No change`,
      ),
    ...pageTable(
      changeRows(assessment),
      { ...CHANGED, detail: changeDetail, copies: ({ path }) => [pathCopy(path)] },
      list,
    ),
  };
}

interface DeviationRow {
  readonly id: string;
  readonly deviation: Deviation;
}

const pathIn = ({ deviation: { endpoint } }: DeviationRow): Printable =>
  endpoint ? printableStart(endpoint.path) : words`the whole`;
const sentenceIn = ({ deviation }: DeviationRow): Printable => printableStart(deviation.sentence);

/** The sentence gets this width before a path gets more than its minimum. */
const SENTENCE = { least: 30, enough: 80 } as const;
const PATH = { least: 20, most: 80 } as const;

function deviationColumns(rows: readonly DeviationRow[]): readonly Column<DeviationRow>[] {
  const wide = Math.min(PATH.most, widestOf(rows, pathIn, 4));
  return [
    methodColumn(({ deviation }) => deviation.endpoint?.method),
    column('path', words`PATH`, Math.min(PATH.least, wide), {
      most: wide,
      cell: (row) => span(pathIn(row), row.deviation.endpoint ? theme.plain : theme.faint),
      sortBy: ({ deviation }) => deviation.endpoint?.path ?? '',
    }),
    column('sentence', words`DEVIATION`, SENTENCE.least, {
      enough: Math.min(SENTENCE.enough, widestOf(rows, sentenceIn)),
      grow: 1,
      cell: (row) => span(sentenceIn(row), theme.warn),
    }),
  ];
}

const deviationDetail = ({
  deviation: { endpoint, sentence },
}: DeviationRow): readonly RecordItem[] => [
  endpoint
    ? methodAndPath(endpoint.method, endpoint.path)
    : textItem(words`The configuration as a whole`, theme.strong),
  textItem(printable(sentence)),
];

export function deviationCounts(deviations: readonly Deviation[]) {
  const uncompared = deviations.filter(({ isUncompared }) => isUncompared).length;
  return { differing: deviations.length - uncompared, uncompared };
}

/** Differences between the last upload's answer and its prediction. */
export function comparedPage(work: ZoneWork, facts: PageFacts): Page {
  const { comparison } = work;
  const copies = () => fileCopies(work);
  if (!comparison) {
    const nothing = words`Nothing was uploaded in this run. After an upload, what the service returns is compared with what the check predicted, and every deviation is listed here.`;
    return { ...sentences(nothing), copies };
  }
  const { deviations, at, endpoints } = comparison;
  const { differing, uncompared } = deviationCounts(deviations);
  const rows = deviations.map((deviation, index) => ({ id: String(index), deviation }));
  const { list, stamps } = facts;
  const when = stamp(at.wall, stamps);
  return {
    head: () => [
      deviations.length === 0
        ? [
            span(words` ✓ As predicted`, theme.good),
            span(words`: the answer of ${when} with ${counted(endpoints, words`endpoint`)}`),
          ]
        : [
            span(
              words` ${differing > 0 ? counted(differing, words`deviation`) : words`No known deviation`}`,
              theme.warn,
            ),
            span(words` of the answer of ${when} from what was predicted`),
            span(
              uncompared > 0 ? words` · ${count(uncompared)} not compared` : words``,
              theme.warn,
            ),
          ],
      [],
    ],
    body: () =>
      list.filter === '' || deviations.length === 0 ? [] : whyEmpty(facts, words``, words`Nothing`),
    ...pageTable(
      rows,
      {
        columns: deviationColumns(rows),
        text: ({ deviation: { endpoint, sentence } }) =>
          `${endpoint?.method} ${endpoint?.path} ${sentence}`,
        detail: deviationDetail,
        copies,
      },
      list,
    ),
    copies,
  };
}
