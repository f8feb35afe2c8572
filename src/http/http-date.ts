const IMF_FIXDATE = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:(\d{2}) GMT$/;

/** An HTTP date (`Sat, 14 Mar 2026 14:02:00 GMT`) in milliseconds since the epoch; undefined otherwise. */
export function parseHttpDate(text: string | undefined): number | undefined {
  const seconds = text === undefined ? undefined : IMF_FIXDATE.exec(text)?.[1];
  if (text === undefined || seconds === undefined) return undefined;
  // A leap second is a valid date that Date does not know.
  const at = Date.parse(seconds === '60' ? text.replace(':60 GMT', ':59 GMT') : text);
  return Number.isNaN(at) ? undefined : at;
}
