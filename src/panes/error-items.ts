import type { ApiError } from '../contract/api-error.ts';
import type { Json } from '../contract/values.ts';
import { type Printable, printable, words } from '../text/printable.ts';
import { duration } from '../text/time.ts';
import { headingItem, type RecordField, type RecordItem } from '../ui/record-lines.ts';
import { theme } from '../ui/theme.ts';

const jsonWords = (value: Json): Printable =>
  printable(typeof value === 'string' ? value : JSON.stringify(value));

/** Members of a problem that are quoted to whoever is asked for help come before the others. */
const FIRST = ['type', 'instance', 'id'];

const rankOf = (name: string): number =>
  FIRST.includes(name) ? FIRST.indexOf(name) : FIRST.length;

/** What a failure says beside its sentence: its key, faults of fields, further members, and how long to wait. */
export function errorFields(error: ApiError): readonly RecordField[] {
  const { errorKey, fields, members, retryAfterMs } = error;
  return [
    ...(errorKey === undefined ? [] : [{ name: words`errorKey`, value: printable(errorKey) }]),
    ...fields.map(({ field, message }) => ({
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

/** All that a failed request is answered with, by the names it has there; under a heading. */
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
