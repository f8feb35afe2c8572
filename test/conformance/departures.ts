import type { Stated } from './contract-tables.ts';

const int32Limits = { least: -(2 ** 31), most: 2 ** 31 - 1 };

/** Where `value`, as `JSON.parse` made it, is not what is stated: one line each. */
export function departures(stated: Stated, value: unknown, at = ''): readonly string[] {
  const told = (what: string) => [`${at || 'the body'}: ${what}`];
  if (value === undefined || value === null) {
    const isFine = stated.isLoose || (value === null && stated.isNullable);
    return isFine ? [] : told(value === null ? 'null' : 'absent');
  }
  const wrong = told(`${JSON.stringify(value)?.slice(0, 60)} is no ${stated.kind}`);
  switch (stated.kind) {
    case 'object':
      return isObject(value) ? inObject(stated, value, at) : wrong;
    case 'any':
      return isObject(value) ? [] : wrong;
    case 'map':
    case 'array': {
      if (stated.kind === 'array' ? !Array.isArray(value) : !isObject(value)) return wrong;
      const { items } = stated;
      return Object.entries(value).flatMap(([key, item]) =>
        items ? departures(items, item, `${at}[${key}]`) : [],
      );
    }
    case 'enum':
      return stated.values?.has(value as string) ? [] : wrong;
    case 'integer':
      return isStatedInteger(stated, value) ? [] : wrong;
    case 'date-time':
      return typeof value === 'string' && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/.test(value)
        ? []
        : wrong;
    default:
      return typeof value === stated.kind ? [] : wrong;
  }
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function isStatedInteger({ bits, values }: Stated, value: unknown): boolean {
  if (typeof value !== 'number' || !Number.isInteger(value)) return false;
  if (values && !values.has(value)) return false;
  return bits !== 32 || (value >= int32Limits.least && value <= int32Limits.most);
}

function inObject(
  { fields = {}, required = [], isExact }: Stated,
  value: Readonly<Record<string, unknown>>,
  at: string,
): readonly string[] {
  const prefix = at === '' ? '' : `${at}.`;
  const keys = isExact ? Object.keys(fields) : required;
  const isOther = at === '' && !Object.keys(fields).some((key) => Object.hasOwn(value, key));
  const others = isExact ? Object.keys(value).filter((key) => !(key in fields)) : [];
  return [
    ...(isOther ? ['the body: none of its fields'] : []),
    ...keys.filter((key) => !Object.hasOwn(value, key)).map((key) => `${prefix}${key}: absent`),
    ...others.map((key) => `${prefix}${key}: no such key is stated`),
    ...Object.entries(fields).flatMap(([key, field]) =>
      // A key that is not required may be left out; where it must not, the line above says so.
      value[key] === undefined ? [] : departures(field, value[key], `${prefix}${key}`),
    ),
  ];
}
