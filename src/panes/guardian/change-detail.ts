import type { AuthScheme } from '../../contract/operations/guardian-upload.ts';
import type { EndpointChange, ParameterChange } from '../../guardian/diff.ts';
import type { PlacedDifference, SchemaChange } from '../../guardian/schema-values.ts';
import { count } from '../../text/numbers.ts';
import { type Printable, printable, printableStart, words } from '../../text/printable.ts';
import { pad } from '../../text/width.ts';
import { gap } from '../../ui/line.ts';
import { headingItem, type RecordItem, signItem, textItem } from '../../ui/record-lines.ts';
import { widest } from '../../ui/table.ts';
import { theme } from '../../ui/theme.ts';
import { schemeWords } from './authorization.ts';
import { type ChangeRow, changeSign, pointerWords } from './change-rows.ts';
import { methodAndPath } from './endpoint-detail.ts';

const CHANGES: Readonly<Record<SchemaChange, Printable>> = {
  tightened: words`tightened: less passes than before`,
  loosened: words`loosened: more passes than before`,
  changed: words`changed: what passes may be more or less than before`,
};

/** Paths of a lost endpoint that are named, the most asked for first. */
const MOST_PATHS = 200;

function lostItems(row: ChangeRow & { readonly kind: 'removed' }): readonly RecordItem[] {
  const { lost } = row;
  if (!lost) {
    return [
      textItem(
        words`None of the paths in the loaded events is this endpoint's. Events hold the requests that rules matched, not all requests: it may be in use all the same.`,
        theme.faint,
      ),
    ];
  }
  const shown = lost.paths.slice(0, MOST_PATHS);
  const left = lost.paths.length - shown.length;
  const wide = widest(shown.map((each) => count(each.count)));
  return [
    textItem(
      words`${count(lost.requests)} requests in the loaded events were for this endpoint, and no other endpoint of the file matches them.`,
      row.style,
    ),
    ...(lost.pathRemains
      ? [
          textItem(
            words`The path stays there under another method; whether such requests count as unmatched is not known.`,
          ),
        ]
      : []),
    headingItem(words`Paths asked for`),
    ...shown.map(
      (each): RecordItem =>
        signItem(words`${pad(count(each.count), wide, 'right')} `, printable(each.path)),
    ),
    ...(left > 0 ? [textItem(words`and ${count(left)} more`, theme.faint)] : []),
  ];
}

const schemeFields = (
  name: Printable,
  schemes: readonly AuthScheme[] | null,
): readonly RecordItem[] =>
  (schemes?.length ? schemes.map(schemeWords) : [words`none: no credential is asked for`]).map(
    (value, at) => ({ name: at === 0 ? name : words``, value }),
  );

const bodyItems = (
  title: Printable,
  {
    change,
    differences,
  }: { readonly change: SchemaChange; readonly differences: EndpointDifferences },
): readonly RecordItem[] => [
  headingItem(title),
  textItem(CHANGES[change]),
  ...differences.map((difference) => differenceItem(difference)),
];

type EndpointDifferences = NonNullable<EndpointChange['requestBody']>['differences'];

const DIFFERENCE_SIGNS: Readonly<Record<SchemaChange, Printable>> = {
  tightened: words`▼`,
  loosened: words`▲`,
  changed: words`~`,
};

function parameterItems(parameter: ParameterChange): readonly RecordItem[] {
  const named = words`${pad(printableStart(parameter.group), 7)} ${printable(parameter.name)}`;
  if (!('differences' in parameter)) {
    return [
      parameter.change === 'added'
        ? signItem(words`+`, named, theme.good)
        : signItem(words`−`, named, theme.bad),
    ];
  }
  return [
    signItem(words`~`, words`${named}  ${CHANGES[parameter.change]}`, theme.warn),
    ...parameter.differences.map((difference) => differenceItem(difference, words`  `)),
  ];
}

/** What is different, and behind it where. */
function differenceItem({ change, what, pointer }: PlacedDifference, before = words``): RecordItem {
  const place = pointer === '' ? words`` : words`  at ${pointerWords(pointer)}`;
  return signItem(
    words`${before}${DIFFERENCE_SIGNS[change]}`,
    words`${printable(change)}: ${printable(what)}${place}`,
  );
}

function changeItems(change: EndpointChange): readonly RecordItem[] {
  const { auth, parameters, requestBody, responses } = change;
  return [
    ...(auth
      ? [
          headingItem(words`Authentication`),
          textItem(CHANGES[auth.change], auth.change === 'loosened' ? theme.bad : theme.warn),
          ...schemeFields(words`before`, auth.before),
          ...schemeFields(words`after`, auth.after),
        ]
      : []),
    ...(parameters.length > 0
      ? [headingItem(words`Parameters`), ...parameters.flatMap(parameterItems)]
      : []),
    ...(requestBody ? bodyItems(words`Request body`, requestBody) : []),
    ...[...responses].flatMap(([status, body]) =>
      bodyItems(words`Response ${printable(status)}`, body),
    ),
  ];
}

/** Everything about one endpoint that an upload adds, removes or changes. */
export function changeDetail(row: ChangeRow): readonly RecordItem[] {
  const title = methodAndPath(row.method, row.path, [changeSign(row), gap(2)]);
  switch (row.kind) {
    case 'added':
      return [
        title,
        textItem(words`The service did not return this endpoint before: it is new with this file.`),
      ];
    case 'removed':
      return [title, ...lostItems(row)];
    case 'changed':
      return [title, ...changeItems(row.change)];
  }
}
