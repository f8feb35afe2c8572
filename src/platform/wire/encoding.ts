import type { Dialect } from './dialect.ts';

/** A value as JSON in a dialect; `change` is a replacer as JSON.stringify has it. */
export function encodeJson(
  value: unknown,
  dialect: Dialect,
  change?: (name: string, value: unknown) => unknown,
): string {
  const form = dialect['null-arrays'];
  // Without a function to ask about each value it takes a third of the time.
  if (!change && form === 'empty') return JSON.stringify(value);
  return JSON.stringify(value, (name, original: unknown) => {
    const inner = change ? change(name, original) : original;
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
