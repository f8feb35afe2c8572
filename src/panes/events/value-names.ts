import { ruleFamily } from '../../events/rule-families.ts';
import type { ColumnName } from '../../events/storage/columns.ts';
import { lazy } from '../../text/memoize.ts';
import { type Printable, printable, printableStart, words } from '../../text/printable.ts';
import type { AsnNames } from '../pane.ts';

/** Made when the first country is named: the names of all countries are much data. */
const regions = lazy(() => new Intl.DisplayNames('en', { type: 'region', fallback: 'none' }));

/** The name of a country by its code; undefined for what is no code of one. */
function countryName(code: string): Printable | undefined {
  if (!/^[A-Z]{2}$/.test(code)) return undefined;
  const name = regions().of(code);
  return name === undefined ? undefined : printable(name);
}

const NO_NAMES: AsnNames = new Map();

/**
 * A value with the name that it is known by: `IE Ireland`, `942330 SQL injection`, `13335 Cloudflare`; the value alone
 * where it has none.
 */
export function namedValue(
  column: ColumnName,
  value: string | null,
  asns: AsnNames = NO_NAMES,
): Printable {
  if (value === null) return words`(none)`;
  const name =
    column === 'country'
      ? countryName(value)
      : column === 'ruleId'
        ? ruleFamily(value)
        : column === 'asn'
          ? asns.get(value)
          : undefined;
  const own = printableStart(value === '' ? '(empty)' : value);
  return name === undefined ? own : words`${own} ${name}`;
}
