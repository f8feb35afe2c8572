import type { ColumnName } from '../../events/columns.ts';
import type { Style } from '../../text/style.ts';
import { valueStyle } from '../../ui/theme.ts';

/** What attackers are told apart by: who, where from, at what, and what they tripped over. */
const COLOURED: ReadonlySet<string> = new Set<ColumnName>([
  'country',
  'asn',
  'remoteIp',
  'ruleId',
  'host',
]);
const FOLDED: ReadonlySet<string> = new Set([...COLOURED].map((name) => name.toLowerCase()));

/** The style of a value in a column whose equal values share a colour; `other` in every other column. */
export const colouredStyle = (column: ColumnName, value: string | null, other: Style): Style =>
  value && COLOURED.has(column) ? valueStyle(value) : other;

/** The same by the name that an entry has for the field, as `RemoteIp`. */
export const colouredField = (key: string, value: string, other: Style): Style =>
  value !== '' && FOLDED.has(key.toLowerCase()) ? valueStyle(value) : other;
