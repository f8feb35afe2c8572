import { isIPv6 } from 'node:net';

/* What can be told apart in a text that is made anonymous, before anything is known of it. */

/** Letters and digits of any script, and what else names are made of; dashes, quotes, arrows and signs of ours are not. */
const LETTERS = String.raw`A-Za-z0-9%\u00aa-\u00b6\u00b8-\u00d6\u00d8-\u2012\u2015-\u2017\u201a\u201b\u201e-\u2025\u2027-\u2191\u2193-\u2712\u2714\u2715\u2717-\u{10ffff}`;
export const WORD = new RegExp(`[${LETTERS}]+`, 'gu');

/** A number that has no unit, and is none of a version of more parts. */
const NUMBER = String.raw`\d+(?:\.\d+)*(?![${LETTERS}]|\.\d)`;

/**
 * Numbers that stand together, or make up a part of an address: one alone says how much, but these may be a phone number,
 * an account, a place or a network.
 */
const RUN = [
  String.raw`(?<!\d|\d\.)(?:${NUMBER}(?:(?:, ?|[-:/_+; ])${NUMBER})+|\d+(?:\.\d+){2,}(?![${LETTERS}]))`,
  String.raw`(?<!\d|\d\.)\d{1,3}(?:\.\d{1,3}){0,2}(?=\.\*)`,
  String.raw`(?<=\b(?:ip|addr|remoteip)[:=])\d{1,3}(?:\.\d{1,3}){0,2}(?![\w.])`,
].join('|');

/** What can be told apart where no address and no time is. */
export const PLAIN = new RegExp(`(?<run>${RUN})|(?<word>[${LETTERS}]+)`, 'giu');

/** What can be told apart in a text: a moment, the host part of a URL, an IPv6 and an IPv4 address, numbers, a word. */
export const PARTS = new RegExp(
  [
    String.raw`(?<moment>(?<![\w.])\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?Z?)?(?![\w.]))`,
    String.raw`(?<clock>(?<!\d|\d[:.])(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d{1,9})?)?Z?(?![\w*]|[:.]\w))`,
    // Of a program, as `curl/8.15.0`, or a system: it stands behind a name.
    String.raw`(?<version>(?<=(?:^|[\s("])[a-z][\w+\-]{0,30}\/)\d{1,3}(?:\.\d{1,3}){2}(?![\w.*\/])|(?<=\bos (?:x )?)\d{1,3}(?:_\d{1,3}){1,2}(?!\w))`,
    String.raw`(?<=:\/\/)(?<authority>[^\s/?#"'<>\\]+)`,
    String.raw`(?<![0-9a-f:])(?<six>[0-9a-f]{0,4}(?::[0-9a-f]{0,4}){2,7}(?:\.\d{1,3}){0,3})(?![0-9a-f])`,
    // The name of a reverse zone, or of an address in one: octets or hexadecimal digits, the last first.
    String.raw`(?<!\w)(?<octets>\d{1,3}(?:\.\d{1,3}){0,3})(?=\.in-addr\.)`,
    String.raw`(?<!\w)(?<digits>[0-9a-f](?:\.[0-9a-f]){0,31})(?=\.ip6\.)`,
    // The last octet may be masked, and other marks stand for the points in names of hosts.
    String.raw`(?<!\d)(?<four>\d{1,3}(?<mark>[.\-_])\d{1,3}\k<mark>\d{1,3}\k<mark>(?:\d{1,3}|\*|x{1,3}))(?!\d)`,
    PLAIN.source,
  ].join('|'),
  'giu',
);

/** What {@link PARTS} and {@link PLAIN} tell apart. */
export type Parts = Readonly<
  Record<
    | 'moment'
    | 'clock'
    | 'version'
    | 'authority'
    | 'octets'
    | 'digits'
    | 'six'
    | 'four'
    | 'run'
    | 'word',
    string | undefined
  >
>;

/** The words of a text that are no part of an address. */
export const wordsIn = (text: string): readonly string[] =>
  [...text.matchAll(PARTS)].flatMap(({ 0: part, groups = {} }) => {
    const { octets, digits, four, six } = groups;
    const isAddress =
      (octets ?? digits ?? four) !== undefined ||
      (six !== undefined && addressIn(six) !== undefined);
    return isAddress ? [] : (part.match(WORD) ?? []);
  });

/** The address in what looks like one: a colon may stand before it, as behind the name of a field, or behind it. */
export const addressIn = (six: string): string | undefined =>
  [six, six.slice(1), six.slice(0, -1), six.slice(1, -1)].find(isIPv6);

/** The eight groups of an IPv6 address. */
export function groupsOf(text: string): readonly number[] {
  const plain = text.replace(/(\d+)\.(\d+)\.(\d+)\.(\d+)$/, (_, ...octets: string[]) => {
    const [a = 0, b = 0, c = 0, d = 0] = octets.slice(0, 4).map(Number);
    return `${((a << 8) | b).toString(16)}:${((c << 8) | d).toString(16)}`;
  });
  const [front = '', back] = plain.split('::');
  const groups = (part: string) =>
    part === '' ? [] : part.split(':').map((group) => Number.parseInt(group, 16));
  const [before, after] = [groups(front), groups(back ?? '')];
  const gap = back === undefined ? 0 : Math.max(0, 8 - before.length - after.length);
  return [...before, ...Array<number>(gap).fill(0), ...after].slice(0, 8);
}
