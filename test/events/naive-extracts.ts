import { EXTRACTS, type ExtractColumn } from '../../src/events/storage/columns.ts';

type Extracts = Record<ExtractColumn, string | undefined>;

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The last member of that name, ignoring case; undefined if it is not a string. */
function textOf(object: Record<string, unknown>, name: string): string | undefined {
  const found = Object.entries(object).findLast(([key]) => key.toLowerCase() === name)?.[1];
  return typeof found === 'string' ? found : undefined;
}

/** The Url of a log, by parsing all of it. */
export function naiveUrl(log: string | null): string | undefined {
  try {
    const json: unknown = JSON.parse(log ?? '');
    return isObject(json) ? textOf(json, 'url') : undefined;
  } catch {
    return undefined;
  }
}

/** The extracted fields of a log, by parsing all of it. The reference for the columns. */
export function naiveExtracts(log: string | null): Extracts {
  const extracts = Object.fromEntries(EXTRACTS.map((name) => [name, undefined])) as Extracts;
  let json: unknown;
  try {
    json = JSON.parse(log ?? '');
  } catch {
    return extracts;
  }
  if (!isObject(json)) return extracts;
  extracts.message = textOf(json, 'message');
  extracts.remoteIp = textOf(json, 'remoteip');
  const url = textOf(json, 'url');
  if (url !== undefined) {
    const [, host, path] = /^[^:/?#]*:\/\/([^/?#]*)([^?#]*)/.exec(url) ?? [];
    extracts.host = host;
    extracts.path = host === undefined ? url.split(/[?#]/)[0] : path;
  }
  const member = (name: string) =>
    Object.entries(json).findLast(([key]) => key.toLowerCase() === name)?.[1];
  const trigger = member('triggermatch');
  if (isObject(trigger)) extracts.trigger = textOf(trigger, 'key');
  const headers = member('headers');
  for (const header of Array.isArray(headers) ? headers : []) {
    if (!isObject(header)) continue;
    const value = textOf(header, 'value');
    if (textOf(header, 'name')?.toLowerCase() === 'user-agent' && value !== undefined) {
      extracts.userAgent = value;
    }
  }
  return extracts;
}
