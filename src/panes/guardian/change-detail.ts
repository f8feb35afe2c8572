import type { AuthScheme } from '../../contract/operations/guardian-upload.ts';
import type { EndpointChange, ParameterChange } from '../../guardian/diff.ts';
import type { PlacedDifference, SchemaChange } from '../../guardian/schema-values.ts';
import { count } from '../../text/numbers.ts';
import { type Printable, printable, printableStart, words } from '../../text/printable.ts';
import type { Style } from '../../text/style.ts';
import { pad, wrapLines } from '../../text/width.ts';
import { type Line, span } from '../../ui/line.ts';
import { theme } from '../../ui/theme.ts';
import { heading } from '../fact.ts';
import { schemeWords } from './authorization.ts';
import { type ChangeRow, changeSign, pointerWords } from './change-rows.ts';

const wrapped = (text: Printable, columns: number, style: Style = theme.plain): readonly Line[] =>
  wrapLines(text, columns).map((each): Line => [span(each, style)]);

const CHANGES: Readonly<Record<SchemaChange, Printable>> = {
  tightened: words`tightened: less passes than before`,
  loosened: words`loosened: more passes than before`,
  changed: words`changed: what passes may be more or less than before`,
};

/** Paths of a lost endpoint that are named, the most asked for first. */
const MOST_PATHS = 200;

function lostLines(
  row: ChangeRow & { readonly kind: 'removed' },
  columns: number,
): readonly Line[] {
  const { lost } = row;
  if (!lost) {
    return wrapped(
      words`None of the paths in the loaded events is this endpoint's. Events hold the requests that rules matched, not all requests: it may be in use all the same.`,
      columns,
      theme.faint,
    );
  }
  return [
    ...wrapped(
      words`${count(lost.requests)} requests in the loaded events were for this endpoint, and no other endpoint of the file matches them.`,
      columns,
      row.style,
    ),
    ...(lost.pathRemains
      ? wrapped(
          words`The path stays there under another method; whether such requests count as unmatched is not known.`,
          columns,
        )
      : []),
    [],
    heading(words`Paths asked for`),
    ...lost.paths
      .slice(0, MOST_PATHS)
      .map(
        (each): Line => [
          span(pad(count(each.count), 9, 'right'), theme.strong),
          span(words`  ${printableStart(each.path)}`),
        ],
      ),
    ...(lost.paths.length > MOST_PATHS
      ? [[span(words`           and ${count(lost.paths.length - MOST_PATHS)} more`, theme.faint)]]
      : []),
  ];
}

function schemeLines(title: Printable, schemes: readonly AuthScheme[] | null): readonly Line[] {
  const all = schemes?.length
    ? schemes.map(schemeWords)
    : [words`none: no credential is asked for`];
  return all.map(
    (text, at): Line => [span(pad(at === 0 ? title : words``, 8), theme.faint), span(text)],
  );
}

function bodyLines(
  title: Printable,
  {
    change,
    differences,
  }: { readonly change: SchemaChange; readonly differences: EndpointDifferences },
  columns: number,
): readonly Line[] {
  return [
    [],
    heading(title),
    ...wrapped(CHANGES[change], columns),
    ...differences.flatMap((difference) => differenceLines(difference, columns)),
  ];
}

type EndpointDifferences = NonNullable<EndpointChange['requestBody']>['differences'];

const DIFFERENCE_SIGNS: Readonly<Record<SchemaChange, Printable>> = {
  tightened: words` ▼`,
  loosened: words` ▲`,
  changed: words` ~`,
};

function parameterLines(parameter: ParameterChange, columns: number): readonly Line[] {
  const named = span(
    words`${pad(printableStart(parameter.group), 7)} ${printableStart(parameter.name)}`,
  );
  if (!('differences' in parameter)) {
    const sign =
      parameter.change === 'added' ? span(words` + `, theme.good) : span(words` − `, theme.bad);
    return [[sign, named]];
  }
  return [
    [span(words` ~ `, theme.warn), named, span(words`  ${CHANGES[parameter.change]}`, theme.faint)],
    ...parameter.differences.flatMap((difference) =>
      differenceLines(difference, columns - 3).map((line): Line => [span(words`   `), ...line]),
    ),
  ];
}

/** What is different, and behind it where; long patterns go on below. */
function differenceLines(
  { change, what, pointer }: PlacedDifference,
  columns: number,
): readonly Line[] {
  const place = pointer === '' ? words`` : words`  at ${pointerWords(pointer)}`;
  const text = words`${printable(change)}: ${printable(what)}${place}`;
  return wrapLines(text, columns - 3).map(
    (line, at): Line => [
      span(at === 0 ? DIFFERENCE_SIGNS[change] : words`  `, theme.warn),
      span(words` ${line}`),
    ],
  );
}

function changeLines(change: EndpointChange, columns: number): readonly Line[] {
  const { auth, parameters, requestBody, responses } = change;
  return [
    ...(auth
      ? [
          [],
          heading(words`Authentication`),
          ...wrapped(
            CHANGES[auth.change],
            columns,
            auth.change === 'loosened' ? theme.bad : theme.warn,
          ),
          ...schemeLines(words` before`, auth.before),
          ...schemeLines(words` after`, auth.after),
        ]
      : []),
    ...(parameters.length > 0
      ? [
          [],
          heading(words`Parameters`),
          ...parameters.flatMap((parameter) => parameterLines(parameter, columns)),
        ]
      : []),
    ...(requestBody ? bodyLines(words`Request body`, requestBody, columns) : []),
    ...[...responses].flatMap(([status, body]) =>
      bodyLines(words`Response ${printable(status)}`, body, columns),
    ),
  ];
}

/** Everything about one endpoint that an upload adds, removes or changes. */
export function changeDetail(row: ChangeRow, columns: number): readonly Line[] {
  const title: readonly Line[] = [
    [
      changeSign(row),
      span(words`  ${printableStart(row.method)} `, theme.data),
      span(printableStart(row.path), theme.strong),
    ],
  ];
  switch (row.kind) {
    case 'added':
      return [
        ...title,
        [],
        ...wrapped(
          words`The service did not return this endpoint before: it is new with this file.`,
          columns,
        ),
      ];
    case 'removed':
      return [...title, [], ...lostLines(row, columns)];
    case 'changed':
      return [...title, ...changeLines(row.change, columns)];
  }
}
