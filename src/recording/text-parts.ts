import { isIPv6 } from 'node:net';

/* Patterns that split a text for anonymising, before anything is known about it. */

/** Letters and digits of any script, and other characters of names; without our dashes, quotes, arrows and signs. */
const LETTERS = String.raw`A-Za-z0-9%\u00aa-\u00b6\u00b8-\u00d6\u00d8-\u2012\u2015-\u2017\u201a\u201b\u201e-\u2025\u2027-\u2191\u2193-\u2712\u2714\u2715\u2717-\u{10ffff}`;
export const WORD = new RegExp(`[${LETTERS}]+`, 'gu');
/** Words joined as in a name or host. */
export const JOINED = new RegExp(`[${LETTERS}._\\-]+`, 'gu');

/** A number without a unit that is not part of a longer version. */
const NUMBER = String.raw`\d+(?:\.\d+)*(?![${LETTERS}]|\.\d)`;

/** Between numbers that belong together. */
const GAP = String.raw`[-:/_+;,|\s\u00b7\u2013\u2014]`;
const IN_BRACKETS = String.raw`\(\d{1,5}\)`;

/**
 * Numbers in sequence, or part of an address. A single number is an amount, but these may be a phone number, an
 * account, a location or a network.
 */
const RUN = [
  String.raw`(?<!\d|\d\.)(?:${IN_BRACKETS}${GAP}{0,2})?${NUMBER}(?:(?:${GAP}{1,3}|${GAP}{0,2}${IN_BRACKETS}${GAP}{0,2})${NUMBER})+`,
  `${IN_BRACKETS}${GAP}{0,2}${NUMBER}`,
  String.raw`(?<!\d|\d\.)\d+(?:\.\d+){2,}(?![${LETTERS}])`,
  String.raw`(?<!\d|\d\.)\d{1,3}(?:\.\d{1,3}){0,2}(?=\.\*)`,
  String.raw`(?<=\b(?:ip|addr|remoteip)[:=])\d{1,3}(?:\.\d{1,3}){0,2}(?![\w.])`,
].join('|');

/** A character by its number: anyone can read a text of them. */
const ESCAPE = [
  String.raw`\\{1,4}x[0-9a-f]{2}`,
  String.raw`\\{1,4}u\{?[0-9a-f]{1,6}\}?`,
  String.raw`\\{1,4}[0-7]{2,3}`,
  '&(?:amp;)?#x?[0-9a-f]{1,6};?',
  String.raw`n?cha?r\(\s?\d{1,5}\s?\)`,
  '(?:=[0-9a-f]{2}){2,}',
].join('|');

/**
 * Escapes with the letters around them and the separators between them. They are replaced together, since a word for
 * each character would be a substitution cipher.
 */
const ESCAPED = `[${LETTERS}]*(?:${ESCAPE})(?:(?:[${LETTERS}]*|[^${LETTERS}]{1,4})(?:${ESCAPE}))*[${LETTERS}]*`;

/** Bytes in hexadecimal, such as a hardware address. Four numbers with dashes are an IPv4 address in a host name. */
const BYTES =
  '(?<![0-9a-z:])[0-9a-f]{2}(?:(?: [0-9a-f]{2}){3,}|(?::[0-9a-f]{2}){3,}|(?:-[0-9a-f]{2}){5,})(?![0-9a-z:])';

/** Parts of a text without addresses and times. */
export const PLAIN = new RegExp(`(?<run>${RUN})|(?<word>[${LETTERS}]+)`, 'giu');

/** Parts of a text: time, encoded characters, URL host, IPv6 and IPv4 address, numbers, word. */
export const PARTS = new RegExp(
  [
    String.raw`(?<moment>(?<![\w.])\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?Z?)?(?![\w.]))`,
    String.raw`(?<clock>(?<!\d|\d[:.])(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d{1,9})?)?Z?(?![\w*]|[:.]\w))`,
    // A version of a program or system after its name, such as `curl/8.15.0`.
    String.raw`(?<version>(?<=(?:^|[\s("])[a-z][\w+\-]{0,30}\/)\d{1,3}(?:\.\d{1,3}){2}(?![\w.*\/])|(?<=\bos (?:x )?)\d{1,3}(?:_\d{1,3}){1,2}(?!\w))`,
    `(?<encoded>${ESCAPED}|${BYTES})`,
    String.raw`(?<=:\/\/)(?<authority>[^\s/?#"'<>\\]+)`,
    String.raw`(?<![0-9a-f:])(?<six>[0-9a-f]{0,4}(?::[0-9a-f]{0,4}){2,7}(?:\.\d{1,3}){0,3})(?![0-9a-f])`,
    // Names in reverse DNS: octets or hexadecimal digits, last first.
    String.raw`(?<!\w)(?<octets>\d{1,3}(?:\.\d{1,3}){0,3})(?=\.in-addr\.)`,
    String.raw`(?<!\w)(?<digits>[0-9a-f](?:\.[0-9a-f]){0,31})(?=\.ip6\.)`,
    // The last octet may be masked, and host names use other separators.
    String.raw`(?<!\d)(?<four>\d{1,3}(?<mark>[.\-_])\d{1,3}\k<mark>\d{1,3}\k<mark>(?:\d{1,3}|\*|x{1,3}))(?!\d|\.\d)`,
    PLAIN.source,
  ].join('|'),
  'giu',
);

/** Groups of {@link PARTS} and {@link PLAIN}. */
export type Parts = Readonly<
  Record<
    | 'moment'
    | 'clock'
    | 'version'
    | 'encoded'
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

export const wordsIn = (text: string): readonly string[] =>
  [...text.matchAll(PARTS)].flatMap(({ 0: part, groups = {} }) => {
    const { octets, digits, four, six } = groups;
    const isAddress =
      (octets ?? digits ?? four) !== undefined ||
      (six !== undefined && addressIn(six) !== undefined);
    return isAddress ? [] : (part.match(WORD) ?? []);
  });

/** The IPv6 address in a match, which may have an extra colon at either end. */
export const addressIn = (six: string): string | undefined =>
  [six, six.slice(1), six.slice(0, -1), six.slice(1, -1)].find(isIPv6);

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

/** Prefixes of IPv6 addresses that end in an IPv4 address. */
const FOURS_IN_SIX = [
  { groups: [0, 0, 0, 0, 0, 0xffff], prefix: '::ffff:' },
  { groups: [0x64, 0xff9b, 0, 0, 0, 0], prefix: '64:ff9b::' },
] as const;

/** The IPv4 address that an IPv6 address ends in, and the prefix before it. */
export function fourInSix(
  groups: readonly number[],
): { readonly prefix: string; readonly four: string } | undefined {
  const known = FOURS_IN_SIX.find((each) => each.groups.every((group, at) => group === groups[at]));
  const octets = groups.slice(6).flatMap((group) => [group >>> 8, group & 255]);
  return known && { prefix: known.prefix, four: octets.join('.') };
}
