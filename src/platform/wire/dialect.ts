import { nearest } from '../../config/nearest.ts';
import {
  type Dialect as ContractDialect,
  type DialectId as ContractDialectId,
  dialectChoices as contractChoices,
  PLATFORM_DIALECTS,
  presumedDialect,
} from '../../contract/dialects.ts';

type More = typeof PLATFORM_DIALECTS;

/** The name of an open point: one of the contract's, or one of the platform's own. */
export type DialectId = ContractDialectId | keyof More;

type ValueOf<Id extends DialectId> =
  | (Id extends ContractDialectId ? ContractDialect[Id] : never)
  | (Id extends keyof More ? More[Id][number] : never);

/** The platform's behaviour: one value for each open point. A page may have any number of entries. */
export type Dialect = {
  readonly [Id in Exclude<DialectId, 'log-page-size'>]: ValueOf<Id>;
} & { readonly 'log-page-size': number };

/** The values of one open point, as text. */
export interface DialectChoice {
  readonly id: DialectId;
  readonly values: readonly string[];
}

/** Every dialect setting of the platform and its values, for tests and `--dialect`. */
export const dialectChoices: readonly DialectChoice[] = choices();

function choices(): readonly DialectChoice[] {
  const values = new Map<DialectId, readonly string[]>();
  for (const choice of contractChoices()) values.set(choice.id, choice.values);
  for (const id of ownIds()) values.set(id, [...(values.get(id) ?? []), ...PLATFORM_DIALECTS[id]]);
  return [...values].map(([id, all]) => ({ id, values: all }));
}

function ownIds(): readonly (keyof More)[] {
  // The keys of a literal are what its type says.
  return Object.keys(PLATFORM_DIALECTS) as (keyof More)[];
}

/** The default dialect: what the contract's dialects presume, but for these. */
export const DEFAULT_DIALECT: Dialect = {
  ...presumedDialect(),
  'body-of-401': 'by-area',
  'token-form': 'url-safe',
  'live-end': 'ends',
  'log-page-size': 1000,
};

const MOST_ON_A_PAGE = 100_000;

/**
 * The dialect of settings such as `log-order=oldest`.
 *
 * @throws RangeError with a sentence for people, for a name or a value that there is not
 */
export function dialectFrom(settings: readonly string[]): Partial<Dialect> {
  const chosen: Record<string, string | number> = {};
  for (const setting of settings) {
    const [name = '', value = ''] = setting.split('=', 2);
    const choice = dialectChoices.find(({ id }) => id === name);
    if (!choice) {
      const names: readonly string[] = dialectChoices.map(({ id }) => id);
      throw new RangeError(
        `There is no dialect "${name}".${asked(name, names)} There are: ${names.join(', ')}.`,
      );
    }
    chosen[name] = choice.id === 'log-page-size' ? pageSize(value) : oneOf(choice, value);
  }
  // Each name was given one of its own values.
  return chosen as Partial<Dialect>;
}

function oneOf({ id, values }: DialectChoice, value: string): string {
  if (values.includes(value)) return value;
  const ask = asked(value, values);
  throw new RangeError(`${id} cannot be "${value}".${ask} It is ${values.join(' or ')}.`);
}

function asked(word: string, names: readonly string[]): string {
  const meant = nearest(word, names);
  return meant === undefined ? '' : ` Did you mean ${meant}?`;
}

function pageSize(value: string): number {
  const size = Number(value);
  if (/^\d+$/.test(value) && size >= 1 && size <= MOST_ON_A_PAGE) return size;
  throw new RangeError(`log-page-size is a whole number from 1 to ${MOST_ON_A_PAGE}.`);
}

/** A value as JSON in a dialect; `change` is a replacer, which is told what holds the value. */
export function encodeJson(
  value: unknown,
  dialect: Dialect,
  change?: (name: string, value: unknown, holder: unknown) => unknown,
): string {
  const form = dialect['null-arrays'];
  // Without a replacer it takes a third of the time.
  if (!change && form === 'empty') return JSON.stringify(value);
  return JSON.stringify(value, function (this: unknown, name, original: unknown) {
    const inner = change ? change(name, original, this) : original;
    if (form === 'empty' || !Array.isArray(inner) || inner.length > 0) return inner;
    return form === 'null' ? null : undefined;
  });
}

/** A moment as a date-time of the service. */
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

/** A word of an enumeration, which is given in camelCase. */
export const encodeEnum = (word: string, dialect: Dialect): string =>
  dialect['enum-casing'] === 'camel' ? word : word.charAt(0).toUpperCase() + word.slice(1);
