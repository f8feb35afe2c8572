import type { ApiError } from '../contract/api-error.ts';
import { longLast, type ScalarField, scalarFields } from '../contract/scalar-fields.ts';
import type { Shape } from '../contract/shape.ts';
import type { Json } from '../contract/values.ts';
import { outcomeWords, sightingWords, watchWords } from '../mutations/outcome-words.ts';
import type { Change } from '../state/change.ts';
import { type Printable, printable, printableStart, words } from '../text/printable.ts';
import type { Style } from '../text/style.ts';
import { dayOf, duration, stamp, type TimeZone, timeNear, timeOfDayExact } from '../text/time.ts';
import { type Line, type Span, span, wrappedText } from '../ui/line.ts';
import { headingItem, type RecordField, type RecordItem } from '../ui/record-lines.ts';
import { theme } from '../ui/theme.ts';

function valueText(kind: ScalarField['kind'], value: Json, zone: TimeZone): Printable {
  if (value === null) return '–' as Printable;
  if (kind === 'date-time') return dateText(Date.parse(String(value)), zone);
  if (value === '') return '""' as Printable;
  return printable(typeof value === 'object' ? JSON.stringify(value) : String(value));
}

/** Precise to the second, or to the millisecond if there is a fraction. */
function dateText(ms: number, zone: TimeZone): Printable {
  if (ms % 1000 === 0) return stamp(ms, zone);
  return words`${dayOf(ms, zone)} ${timeOfDayExact(ms, zone)}${zone === 'utc' ? words`Z` : words``}`;
}

/**
 * All fields of an object by their names in the contract (see {@link scalarFields}). Dates are in `zone`; `–` is null,
 * `""` an empty text. `first`: names of the fields to list first, in this order. `without`: names of fields that are
 * shown elsewhere.
 */
export function recordFields(
  shape: Shape<unknown>,
  value: unknown,
  zone: TimeZone,
  {
    first = [],
    without = [],
  }: { readonly first?: readonly string[]; readonly without?: readonly string[] },
): readonly RecordField[] {
  const fields = scalarFields(shape, without);
  const ranked = [
    ...first.flatMap((name) => fields.filter((field) => field.name === name)),
    ...longLast(fields.filter(({ name }) => !first.includes(name))),
  ];
  return ranked.map(({ name, kind, read }) => ({
    name: printable(name),
    value: valueText(kind, read(value), zone),
  }));
}

const jsonWords = (value: Json): Printable =>
  printable(typeof value === 'string' ? value : JSON.stringify(value));

/** Members that support asks for come first. */
const FIRST = ['type', 'instance', 'id'];

const rankOf = (name: string): number =>
  FIRST.includes(name) ? FIRST.indexOf(name) : FIRST.length;

/** The error key, field errors, other members and retry delay of a failure. */
function errorFields(error: ApiError): readonly RecordField[] {
  const { errorKey, fields, members, retryAfterMs } = error;
  return [
    ...(errorKey === undefined ? [] : [{ name: words`errorKey`, value: printable(errorKey) }]),
    // Without a message there is nothing to add to the detail, which names the field.
    ...fields
      .filter(({ message }) => message !== '')
      .map(({ field, message }) => ({
        name: words`errors: ${printable(field ?? 'request')}`,
        value: printable(message),
      })),
    ...Object.entries(members)
      .sort(([one], [other]) => rankOf(one) - rankOf(other))
      .map(([name, value]) => ({ name: printable(name), value: jsonWords(value) })),
    ...(retryAfterMs === undefined
      ? []
      : [{ name: words`Retry-After`, value: duration(retryAfterMs) }]),
  ];
}

export function errorItems(error: ApiError): readonly RecordItem[] {
  const { kind, status, title, detail, requestId } = error;
  return [
    headingItem(words`Error`),
    { name: words`title`, value: printable(title), style: theme.bad },
    ...(detail === undefined ? [] : [{ name: words`detail`, value: printable(detail) }]),
    { name: words`kind`, value: printable(kind) },
    ...(status === undefined ? [] : [{ name: words`status`, value: words`${status}` }]),
    ...errorFields(error),
    ...(requestId === undefined ? [] : [{ name: words`request id`, value: printable(requestId) }]),
  ];
}

export const heading = (text: Parameters<typeof span>[0]): Line => [span(text, theme.heading)];

export const fact = (name: Parameters<typeof span>[0], value: Line, columns: number): Line => [
  span(
    words`${name}${PADDING.slice(0, Math.max(1, columns - name.length)) as typeof name}`,
    theme.faint,
  ),
  ...value,
];

const PADDING = ' '.repeat(40);

/** Values nested deeper than this are shown as JSON in one line. */
const MAX_DEPTH = 8;

/** Any JSON as fields; members are indented below their parent. Nothing is left out. */
export function rawFields(json: Json, depth = 0): readonly RecordField[] {
  if (typeof json !== 'object' || json === null || depth > MAX_DEPTH) {
    return [{ name: words``, value: json === null ? words`–` : printable(JSON.stringify(json)) }];
  }
  return Object.entries(json).flatMap(([key, value]): readonly RecordField[] => {
    const name = words`${' '.repeat(depth * 2) as Printable}${printable(key)}`;
    const isLeaf =
      typeof value !== 'object' ||
      value === null ||
      Object.keys(value).length === 0 ||
      depth >= MAX_DEPTH;
    return isLeaf
      ? [{ name, value: printable(JSON.stringify(value)) }]
      : [{ name, value: words`` }, ...rawFields(value, depth + 1)];
  });
}

const SIGNS = { good: words`●`, warn: words`◐`, bad: words`✖`, faint: words`○` };

export function outcomeSpan(change: Change): Span {
  const { tone, headline } = outcomeWords(change);
  const isUnknown = change.state.kind === 'unknown';
  return span(words`${isUnknown ? words`?` : SIGNS[tone]} ${headline}`, theme[tone]);
}

export function changeLines(change: Change, columns: number, zone: TimeZone): readonly Line[] {
  const { state, begun, unrecorded, watch } = change;
  const { reason, next } = outcomeWords(change);
  const at = state.kind === 'pending' ? begun : state.at;
  const verb = state.kind === 'pending' ? words`since` : words`at`;
  const finding = watchWords(change);
  const wrapped = (text: Printable, style?: Style) => wrappedText(text, columns - 1, style);
  return [
    [
      span(words` `),
      outcomeSpan(change),
      span(words` ${verb} ${stamp(at.wall, zone)}`, theme.faint),
    ],
    ...[reason, next].filter((text) => text !== '').flatMap((text) => wrapped(text)),
    ...((state.kind === 'accepted' && state.differences) || []).flatMap((difference) =>
      wrapped(words`! ${printable(difference)}`, theme.warn),
    ),
    ...('error' in state ? errorFields(state.error) : []).flatMap(({ name, value }) =>
      wrapped(words`${name}: ${value}`, theme.faint),
    ),
    ...(watch?.sightings.slice(-4) ?? []).map((sighting) => [
      span(words` ${timeNear(at.wall, sighting.at.wall, zone)} `, theme.faint),
      span(sightingWords(sighting)),
    ]),
    ...(finding === undefined ? [] : [[span(words` ${finding}`, theme.strong)]]),
    ...(state.kind === 'pending' || state.requestId === null
      ? []
      : [[span(words` request id ${printableStart(state.requestId)}`, theme.faint)]]),
    ...(unrecorded === null
      ? []
      : wrapped(words`! not in the audit file: ${printable(unrecorded)}`, theme.warn)),
  ];
}
