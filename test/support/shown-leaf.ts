import { printable } from '../../src/text/printable.ts';
import type { Leaf } from './generated-answers.ts';

/** Places whose values `warren` shows together with others in one cell, as JSON. */
const IN_JSON = /authSchemes\[\]|Parameters\.\w+\[\]|\.\*$/;
/** Schemas are shown as lines. */
const IN_LINES = /Yaml(?:\.\*)?$/;

/** The text that shows a value of an answer, or several if it is shown as lines. */
export function shownTexts(
  { stated: { kind, values }, place, json }: Leaf,
  where: 'table' | 'details',
): readonly string[] {
  const value: unknown = JSON.parse(json);
  if (IN_LINES.test(place)) return value === null ? [] : String(value).split('\n').map(printable);
  if (IN_JSON.test(place)) return [inJson(kind, json, value, values)];
  // A missing list has no rows.
  if (value === null) return ['array', 'object'].includes(kind) ? [] : ['–'];
  if (value === '') return ['""'];
  if (kind === 'date-time') return [dateText(String(value), where)];
  if (kind === 'enum') return [enumText(value, values)];
  if (typeof value === 'boolean' && where === 'table') return [value ? 'yes' : 'no'];
  return [typeof value === 'number' ? numberText(json) : printable(String(value))];
}

function inJson(
  kind: string,
  json: string,
  value: unknown,
  values: Leaf['stated']['values'],
): string {
  if (kind === 'enum') return `"${enumText(value, values)}"`;
  if (typeof value === 'number') return isExact(json) ? String(value) : `"${json}"`;
  return printable(JSON.stringify(value));
}

/** Timeframes are shown in seconds. */
function enumText(value: unknown, values: Leaf['stated']['values']): string {
  const name = [...(values ?? [])].find(([code]) => code === value)?.[1] ?? String(value);
  return name.startsWith('Per') ? String(value) : name;
}

const isExact = (json: string): boolean =>
  Number.isFinite(Number(json)) && (!/^-?\d+$/.test(json) || Number.isSafeInteger(Number(json)));

const numberText = (json: string): string => (isExact(json) ? String(Number(json)) : json);

/** In UTC with milliseconds, which details omit for whole seconds. */
function dateText(stamp: string, where: 'table' | 'details'): string {
  const at = new Date(stamp.endsWith('Z') || /[+-]\d\d:\d\d$/.test(stamp) ? stamp : `${stamp}Z`);
  const iso = at.toISOString();
  return where === 'table' ? iso : iso.replace('T', ' ').replace('.000Z', 'Z');
}
