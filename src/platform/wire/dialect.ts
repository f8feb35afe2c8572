import {
  type Dialect as ContractDialect,
  type DialectId as ContractDialectId,
  dialectChoices as contractChoices,
  PLATFORM_DIALECTS,
  presumedDialect,
} from '../../contract/dialects.ts';
import { suggestion } from '../../text/nearest.ts';

type PlatformOnly = typeof PLATFORM_DIALECTS;

export type DialectId = ContractDialectId | keyof PlatformOnly;

type ValueOf<Id extends DialectId> =
  | (Id extends ContractDialectId ? ContractDialect[Id] : never)
  | (Id extends keyof PlatformOnly ? PlatformOnly[Id][number] : never);

/** The platform's behaviour: one value for each open point. Pages may have any size. */
export type Dialect = {
  readonly [Id in Exclude<DialectId, 'log-page-size'>]: ValueOf<Id>;
} & { readonly 'log-page-size': number };

export interface DialectChoice {
  readonly id: DialectId;
  readonly values: readonly string[];
}

/** Every dialect setting and its values, for tests and `--dialect`. */
export const dialectChoices: readonly DialectChoice[] = choices();

function choices(): readonly DialectChoice[] {
  const values = new Map<DialectId, readonly string[]>();
  for (const choice of contractChoices()) values.set(choice.id, choice.values);
  for (const id of ownIds()) values.set(id, [...(values.get(id) ?? []), ...PLATFORM_DIALECTS[id]]);
  return [...values].map(([id, all]) => ({ id, values: all }));
}

function ownIds(): readonly (keyof PlatformOnly)[] {
  // Object.keys loses the key type.
  return Object.keys(PLATFORM_DIALECTS) as (keyof PlatformOnly)[];
}

/** What the contract presumes, except for these. */
export const DEFAULT_DIALECT: Dialect = {
  ...presumedDialect(),
  'body-of-401': 'by-area',
  'token-form': 'url-safe',
  'live-end': 'ends',
  'log-page-size': 1000,
};

const MAX_PAGE_SIZE = 100_000;

/**
 * Parses settings such as `log-order=oldest`.
 *
 * @throws RangeError with a sentence for users, for an unknown name or value
 */
export function dialectFrom(settings: readonly string[]): Partial<Dialect> {
  const chosen: Record<string, string | number> = {};
  for (const setting of settings) {
    const [name = '', value = ''] = setting.split('=', 2);
    const choice = dialectChoices.find(({ id }) => id === name);
    if (!choice) {
      const names: readonly string[] = dialectChoices.map(({ id }) => id);
      throw new RangeError(
        `There is no dialect "${name}".${suggestion(name, names)} There are: ${names.join(', ')}.`,
      );
    }
    chosen[name] = choice.id === 'log-page-size' ? pageSize(value) : oneOf(choice, value);
  }
  // Each value was checked against its name.
  return chosen as Partial<Dialect>;
}

function oneOf({ id, values }: DialectChoice, value: string): string {
  if (values.includes(value)) return value;
  const ask = suggestion(value, values);
  throw new RangeError(`${id} cannot be "${value}".${ask} It is ${values.join(' or ')}.`);
}

function pageSize(value: string): number {
  const size = Number(value);
  if (/^\d+$/.test(value) && size >= 1 && size <= MAX_PAGE_SIZE) return size;
  throw new RangeError(`log-page-size is a whole number from 1 to ${MAX_PAGE_SIZE}.`);
}

/** A value as JSON in a dialect. `change` is a JSON.stringify replacer that also gets the holder of the value. */
export function encodeJson(
  value: unknown,
  dialect: Dialect,
  change = (_name: string, value: unknown, _holder: unknown) => value,
): string {
  const form = dialect['null-arrays'];
  return JSON.stringify(value, function (this: unknown, name, original: unknown) {
    const inner = change(name, original, this);
    if (form === 'empty' || !Array.isArray(inner) || inner.length > 0) return inner;
    return form === 'null' ? null : undefined;
  });
}

export function encodeDate(moment: number, dialect: Dialect): string {
  const iso = new Date(moment).toISOString();
  switch (dialect['date-form']) {
    case 'milliseconds':
      return iso;
    case 'seven-digits':
      return `${iso.slice(0, -1)}0000Z`;
    case 'no-zone':
      return iso.slice(0, -1);
  }
}

/** An enumeration value, given in camelCase, in the dialect's casing. */
export const encodeEnum = (word: string, dialect: Dialect): string =>
  dialect['enum-casing'] === 'camel' ? word : word.charAt(0).toUpperCase() + word.slice(1);
