import type { Deviation } from '../../guardian/predict.ts';
import { keyFor } from '../../text/key-names.ts';
import { count, counted } from '../../text/numbers.ts';
import { type Printable, printable, printableStart, words } from '../../text/printable.ts';
import type { Style } from '../../text/style.ts';
import { stamp } from '../../text/time.ts';
import { span } from '../../ui/line.ts';
import {
  headingItem,
  lineItem,
  type RecordItem,
  textItem,
  wrappedItem,
} from '../../ui/record-lines.ts';
import { type Column, column, widestOf } from '../../ui/table.ts';
import { theme } from '../../ui/theme.ts';
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
  pathItems,
  sentences,
  warningItems,
  withoutFile,
} from './page.ts';
import { fileCopies, fileOf, isComparing, type Returned, type ZoneWork } from './state.ts';
import { NOT_KNOWN, overtakenWords, unmatchedWarnings } from './upload-warnings.ts';

/** Requests that match no endpoint of the file, most requested first: with a comparison they are rows. */
function missingItems({ unmatched: { most, different } }: Assessment): readonly RecordItem[] {
  if (most.length === 0) return [];
  return [
    headingItem(words`Asked for, and not in the file`),
    ...pathItems(
      most.map(({ method, path, count: asked }) => ({ path: `${method} ${path}`, count: asked })),
      different - most.length,
    ),
  ];
}

/** Says that of very many missing paths only the most requested ones are rows. */
const unlistedItems = ({ unmatched: { most, different } }: Assessment): readonly RecordItem[] =>
  most.length < different
    ? [
        textItem(
          words`Of them, the ${count(most.length)} with most requests are listed.`,
          theme.faint,
        ),
      ]
    : [];

/** Why nothing can be compared, and what is known anyway. */
function withoutComparison(assessment: Assessment, { keyNames }: PageFacts, why: Printable): Page {
  const page = sentences(why);
  return {
    ...page,
    head: (room) => [
      ...page.head(room),
      lineItem([]),
      ...warningItems(unmatchedWarnings(assessment, keyNames)),
      ...missingItems(assessment),
    ],
  };
}

/** Effect of removed endpoints on requests, and the settings behind it. */
function blastItems(
  { diff, blast }: NonNullable<Assessment['against']>,
  { data: { configuration } }: Returned,
): readonly RecordItem[] {
  const { would, style } = UNMATCHED_OUTCOMES[blast.outcome];
  const withSettings = (sentence: Printable, as: Style): readonly RecordItem[] => [
    textItem(sentence, as),
    textItem(protectionSettings(configuration), theme.faint),
  ];
  if (diff.removed.length === 0) {
    const isSame = diff.changed.length + diff.added.length === 0;
    const kept = isSame
      ? words`The file changes nothing: it describes what the service returned.`
      : words`Nothing is removed.`;
    return withSettings(words`${kept} Requests that no endpoint matches ${would}.`, theme.good);
  }
  const shown =
    blast.requests === 0
      ? words`Requests for what is removed ${would}; none of them is in the loaded events.`
      : words`${counted(blast.requests, words`request`)} in the loaded events ${would}.`;
  return withSettings(shown, style);
}

/** The service returns only names of parameters, and the previous file cannot be read. */
const PARAMETERS_UNKNOWN = textItem(
  words`What parameters had to be before is not known: it is not compared.`,
  theme.warn,
);

/** The compared configuration may be outdated. A separate line: both times do not fit into 80 columns. */
const doubtItems = ({ doubtedAt }: Returned, { stamps }: PageFacts): readonly RecordItem[] =>
  doubtedAt ? [textItem(words`In doubt since ${stamp(doubtedAt.wall, stamps)}.`, theme.warn)] : [];

function againstItem(
  { diff: { added, removed, changed, unchanged } }: NonNullable<Assessment['against']>,
  returned: Returned,
  { stamps }: PageFacts,
): RecordItem {
  return wrappedItem([
    span(words`${count(removed.length)} removed`, removed.length > 0 ? theme.bad : theme.plain),
    span(words`, ${count(changed.length)} changed, ${count(added.length)} added`),
    span(words`, ${count(unchanged)} the same`),
    span(
      words` · against ${stamp(returned.at.wall, stamps)}`,
      returned.doubtedAt ? theme.warn : theme.faint,
    ),
  ]);
}

/** Changes that the file would make, and affected requests. */
export function changesPage(work: ZoneWork, facts: PageFacts): Page {
  const file = fileOf(work);
  const { assessment, returned } = work;
  if (!file) {
    const none = sentences(
      words`No specification is chosen: ${keyFor(facts.keyNames, 'guardian.choose', words`o`)} chooses one. What it would change is then shown here.`,
    );
    return withoutFile(work, facts, none);
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
    const other = returned?.overtakenBy;
    if (other) {
      const why = words`${overtakenWords(other, facts.stamps)} ${NOT_KNOWN}`;
      return withoutComparison(assessment, facts, why);
    }
    return withoutComparison(
      assessment,
      facts,
      words`What ${printable(facts.zone.name)} has now is not known: no operation of the service reads it. What this file adds, removes or changes is known once the service has answered an upload in this run.`,
    );
  }
  return {
    head: () => [
      againstItem(against, returned, facts),
      ...doubtItems(returned, facts),
      ...blastItems(against, returned),
      ...(returned.sent ? [] : [PARAMETERS_UNKNOWN]),
      ...warningItems(unmatchedWarnings(assessment, facts.keyNames)),
      ...unlistedItems(assessment),
      lineItem([]),
    ],
    ...pageTable(
      changeRows(assessment),
      {
        ...CHANGED,
        none: words``,
        noRow: words`No change`,
        detail: changeDetail,
        copies: ({ path }) => [pathCopy(path)],
      },
      facts,
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
const SENTENCE = { least: 24, enough: 80 } as const;
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
  const when = stamp(at.wall, facts.stamps);
  if (deviations.length === 0) {
    const predicted = wrappedItem([
      span(words`✓ As predicted`, theme.good),
      span(words`: the answer of ${when} with ${counted(endpoints, words`endpoint`)}`),
    ]);
    return { ...sentences(), head: () => [predicted], copies };
  }
  const { differing, uncompared } = deviationCounts(deviations);
  const rows = deviations.map((deviation, index) => ({ id: String(index), deviation }));
  return {
    head: () => [
      wrappedItem([
        span(
          differing > 0 ? counted(differing, words`deviation`) : words`No known deviation`,
          theme.warn,
        ),
        span(words` of the answer of ${when} from what was predicted`),
        span(uncompared > 0 ? words` · ${count(uncompared)} not compared` : words``, theme.warn),
      ]),
      lineItem([]),
    ],
    ...pageTable(
      rows,
      {
        columns: deviationColumns(rows),
        none: words``,
        noRow: words`No deviation`,
        grammar: {
          fields: [
            {
              name: 'method',
              kind: 'value',
              read: ({ deviation }) => deviation.endpoint?.method ?? null,
            },
            {
              name: 'path',
              kind: 'text',
              read: ({ deviation }) => deviation.endpoint?.path ?? null,
            },
          ],
          text: ({ deviation: { endpoint, sentence } }) =>
            `${endpoint?.method} ${endpoint?.path} ${sentence}`,
        },
        detail: deviationDetail,
        copies,
      },
      facts,
    ),
    copies,
  };
}
