import type {
  AuthScheme,
  GuardianConfiguration,
} from '../../contract/operations/guardian-upload.ts';
import type { LostEndpoint } from '../../guardian/blast-radius.ts';
import type { EndpointChange, ParameterChange } from '../../guardian/diff.ts';
import type { Outcome } from '../../guardian/enforcement.ts';
import type { PlacedDifference, SchemaChange } from '../../guardian/schema-values.ts';
import { counted } from '../../text/numbers.ts';
import { type Printable, printable, printableStart, words } from '../../text/printable.ts';
import type { Style } from '../../text/style.ts';
import { pad } from '../../text/width.ts';
import { gap, type Line, type Span, span } from '../../ui/line.ts';
import { headingItem, type RecordItem, signItem, textItem } from '../../ui/record-lines.ts';
import { type Column, column } from '../../ui/table.ts';
import { theme } from '../../ui/theme.ts';
import type { Assessment } from './assess.ts';
import { schemeWords } from './authorization.ts';
import { methodAndPath } from './endpoint-detail.ts';
import { methodColumn, pathColumn, pathItems, type RowKind } from './page.ts';

type ChangeRow = {
  readonly id: string;
  readonly method: string;
  readonly path: string;
} & (
  | {
      readonly kind: 'removed';
      /** Its requests in the loaded events; null if there are none. */
      readonly lost: LostEndpoint | null;
      /** Style for the fate of its requests. */
      readonly style: Style;
    }
  | { readonly kind: 'changed'; readonly change: EndpointChange }
  | { readonly kind: 'added' }
  /** A requested path that no endpoint of the file matches; `style` for the fate of its requests. */
  | {
      readonly kind: 'unmatched';
      readonly asked: number;
      readonly would: Printable;
      readonly style: Style;
    }
);

const SIGNS: Readonly<Record<ChangeRow['kind'], Span>> = {
  removed: span(words`− removed`, theme.bad),
  changed: span(words`~ changed`, theme.warn),
  added: span(words`+ added`, theme.good),
  unmatched: span(words`! unmatched`, theme.warn),
};

const KINDS: readonly ChangeRow['kind'][] = ['removed', 'changed', 'added', 'unmatched'];

const PARAMETER_CHANGES: readonly ParameterChange['change'][] = [
  'removed',
  'tightened',
  'changed',
  'loosened',
  'added',
];

const changeSign = ({ kind }: ChangeRow): Span => SIGNS[kind];

function requests(row: ChangeRow): number {
  if (row.kind === 'unmatched') return row.asked;
  return row.kind === 'removed' ? (row.lost?.requests ?? 0) : 0;
}

/** Changed parts of an endpoint: `auth loosened`, `response 200 tightened`. */
export function changeParts({ auth, parameters, requestBody, responses }: EndpointChange): Line {
  const parts: Span[] = [];
  const part = (text: Printable, style: Style = theme.plain) => parts.push(span(text, style));
  if (auth) {
    part(
      words`auth ${printable(auth.change)}`,
      auth.change === 'loosened' ? theme.bad : theme.warn,
    );
  }
  if (requestBody) part(words`request ${printable(requestBody.change)}`);
  for (const [status, { change }] of responses) {
    part(words`response ${printable(status)} ${printable(change)}`);
  }
  for (const change of PARAMETER_CHANGES) {
    const many = parameters.filter((each) => each.change === change).length;
    if (many > 0) {
      part(words`${counted(many, words`parameter`)} ${printable(change)}`);
    }
  }
  return parts.flatMap((each, at) => (at > 0 ? [span(words` · `, theme.faint), each] : [each]));
}

function whatCell(row: ChangeRow): Span | Line {
  switch (row.kind) {
    case 'added':
      return span(words``);
    case 'changed':
      return changeParts(row.change);
    case 'removed':
      return row.lost
        ? span(words`asked for ${counted(row.lost.requests, words`time`)}`, row.style)
        : span(words`not seen in the loaded events`, theme.faint);
    case 'unmatched':
      return span(words`asked for ${counted(row.asked, words`time`)}`, row.style);
  }
}

const COLUMNS: readonly Column<ChangeRow>[] = [
  column('kind', words`CHANGE`, 11, {
    cell: changeSign,
    sortBy: ({ kind }) => KINDS.indexOf(kind),
  }),
  methodColumn(({ method }) => method),
  pathColumn(({ path }) => path, 1),
  column('what', words`WHAT`, 14, { enough: 29, grow: 1, cell: whatCell, sortBy: requests }),
];

export const CHANGED: RowKind<ChangeRow> = {
  columns: COLUMNS,
  grammar: {
    fields: [
      { name: 'change', kind: 'value', read: ({ kind }) => kind },
      { name: 'method', kind: 'value', read: ({ method }) => method },
      { name: 'path', kind: 'text', read: ({ path }) => path },
    ],
    text: ({ kind, method, path }) => `${kind} ${method} ${path}`,
  },
};

/** Changes of an upload: removed, changed, then added endpoints; then requests that match no endpoint of the file. */
export function changeRows({ against, unmatched }: Assessment): readonly ChangeRow[] {
  if (!against) return [];
  const { diff, blast } = against;
  const { would, style } = UNMATCHED_OUTCOMES[blast.outcome];
  const nameOf = ({ method, path }: Pick<ChangeRow, 'method' | 'path'>) => `${method} ${path}`;
  const lost = new Map(blast.lost.map((each) => [nameOf(each), each]));
  const row = <Kind extends string>(kind: Kind, of: Pick<ChangeRow, 'method' | 'path'>) => ({
    id: `${kind} ${nameOf(of)}`,
    kind,
    method: of.method,
    path: of.path,
  });
  return [
    ...diff.removed
      .map((each) => ({ ...row('removed', each), lost: lost.get(nameOf(each)) ?? null, style }))
      .sort((one, other) => requests(other) - requests(one)),
    ...diff.changed.map((change) => ({ ...row('changed', change), change })),
    ...diff.added.map((each) => row('added', each)),
    ...unmatched.most.map(({ method, path, count: asked, isAsNow }) => ({
      ...row('unmatched', { method: method ?? '–', path }),
      asked,
      would: isAsNow ? words`${would}, as now` : would,
      // The file does not make these worse.
      style: isAsNow ? theme.plain : style,
    })),
  ];
}

/** What happens to unmatched requests, as the end of a sentence: `would be blocked`. */
export const UNMATCHED_OUTCOMES: Readonly<
  Record<Outcome, { readonly would: Printable; readonly style: Style }>
> = {
  blocked: { would: words`would be blocked`, style: theme.bad },
  logged: { would: words`would be logged and let through`, style: theme.warn },
  'let through': { would: words`would be let through`, style: theme.plain },
  'may be blocked': { would: words`may be blocked`, style: theme.warn },
  'may be logged': { would: words`would be let through, and may be logged`, style: theme.warn },
};

export function protectionSettings({
  isEnabled,
  executionMode,
  unmatchedPathAction,
}: Pick<GuardianConfiguration, 'isEnabled' | 'executionMode' | 'unmatchedPathAction'>): Printable {
  const stated = (value: string | null): Printable =>
    value === null ? words`not stated` : printable(value);
  const enabled = isEnabled === null ? words`not stated` : isEnabled ? words`on` : words`off`;
  return words`API Guardian ${enabled}, mode ${stated(executionMode)}, unmatched paths ${stated(unmatchedPathAction)}`;
}

/** A readable JSON pointer: `paths › /pets/{id} › get` for `/paths/~1pets~1{id}/get`. */
export const pointerWords = (pointer: string): Printable =>
  printable(
    pointer
      .split('/')
      .slice(1)
      .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'))
      .join(' › '),
  );

const CHANGES: Readonly<Record<SchemaChange, Printable>> = {
  tightened: words`tightened: less passes than before`,
  loosened: words`loosened: more passes than before`,
  changed: words`changed: what passes may be more or less than before`,
};

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
  return [
    textItem(
      words`${counted(lost.requests, words`request`)} in the loaded events ${lost.requests === 1 ? words`was` : words`were`} for this endpoint, and no other endpoint of the file matches ${lost.requests === 1 ? words`it` : words`them`}.`,
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
    ...pathItems(lost.paths),
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
    case 'unmatched':
      return [
        title,
        textItem(
          words`${counted(row.asked, words`request`)} in the loaded events ${row.asked === 1 ? words`was` : words`were`} for this method and path, and no endpoint of the file matches them: such requests ${row.would}.`,
          row.style,
        ),
      ];
    case 'changed':
      return [title, ...changeItems(row.change)];
  }
}
