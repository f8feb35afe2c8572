import { createHmac } from 'node:crypto';
import { isCommonWord } from './common-words.ts';
import { addressIn, groupsOf, PARTS, type Parts, PLAIN, WORD, wordsIn } from './text-parts.ts';

/*
 * Texts are rewritten by a rule that needs to know nothing of what is in them: of a text only punctuation, times near
 * the bundle, short numbers that stand alone, numbers of rules and words of one fixed list stay. Everything else becomes
 * an invented word, the same one each time.
 */

/** How many of how many: as much as one number says. */
const SHARE = /^\d{1,2}\/\d{1,2}$/;
/** What an image has behind its name. */
const SHORT_VERSION = /^\d{1,3}(?:\.\d{1,3}){0,2}$/;
/** Numbers of so many digits are words, the same ones each time. */
const LONG_NUMBER = /(?<!\d)(\d{4,})(?!\d)/;
/** Numbers that say how much, and nothing of whom. */
const SHORT_NUMBER = /^(?:x?\d{1,3}(?:%|ms|s|m|h|d|x|xx|kb|mb|gb|k|kib|mib|gib)?|%+)$/i;
const DIGITS = /^\d+$/;
/** A code of a region, a country or an edge location. */
const CODE = /^[A-Za-z]{2,3}\d{0,2}$/;

const CONSONANTS = 'bdfgklmnprstvz';
const VOWELS = 'aeiou';
/** What a part of an invented word may look like. */
const INVENTED = new RegExp(`^[${CONSONANTS}${VOWELS}]{4,10}$`);
/** Shorter names stand in anything. */
const SHORTEST_FOUND = 4;
/** So many words of texts are remembered. */
const MOST_REMEMBERED = 100_000;
/** So many words of three syllables are tried: more than most bundles have names. */
const MOST_SHORT = 20_000;
/** Where the last 32 bits of an IPv6 address are an IPv4 address. */
const FOURS_IN_SIX = [
  { groups: [0, 0, 0, 0, 0, 0xffff], written: '::ffff:' },
  { groups: [0x64, 0xff9b, 0, 0, 0, 0], written: '64:ff9b::' },
] as const;
/** Networks under 240.0.0.0/4, which is nobody's. */
const MOST_NETWORKS = 1 << 20;
/** Numbers of networks for private use that have five digits: from 64512 on. */
const SHORT_ASNS = 1023;
/** The longest chart there is, and some days, milliseconds: what is dated farther off may be anything. */
const NEAR = 35 * 86_400_000;
/** Characters of a text; no answer has longer ones that matter. */
const LONGEST_TEXT = 1 << 20;

type How = 'text' | 'name' | 'image' | 'id' | 'address';

/**
 * Pseudonyms for one bundle. They are of use once {@link settle} was called: before that all that is handed in is
 * learned, so that no pseudonym is something that was there, and a name is replaced wherever it stands.
 */
export class Pseudonyms {
  readonly #key: Uint8Array;
  readonly #until: number;
  /** Words of names, identifiers and hosts, in lower case: they stay nowhere. */
  readonly #names = new Map<string, string>();
  readonly #used = new Set<string>();
  /** Words of texts that look like invented ones. */
  readonly #seen = new Set<string>();
  readonly #codes = new Set<string>();
  /** Numbers of rules: they are the platform's, and stay in texts, too. */
  readonly #rules = new Set<string>();
  readonly #remembered = new Map<string, string>();
  /** Networks by their first octets, and those that are taken. */
  readonly #networks = new Map<string, number>();
  readonly #originalNetworks = new Set<string>();
  readonly #usedNetworks = new Set<number>();
  readonly #asns = new Map<string, string>();
  #isSettled = false;
  #serial = 0;

  /**
   * @param key random bytes; nobody has them afterwards
   * @param until when what is rewritten ends, milliseconds since the epoch
   */
  constructor(key: Uint8Array, until: number) {
    this.#key = key;
    this.#until = until;
  }

  /** How many names, identifiers and hosts were replaced, and how many networks. */
  get replaced(): number {
    return this.#names.size + this.#networks.size;
  }

  /** Ends learning. */
  settle(): void {
    this.#isSettled = true;
    this.#remembered.clear();
  }

  /** An identifier: nothing of it stays. */
  id(text: string): string {
    return this.#rewritten(text, 'id');
  }

  /** A name, a host: words of the list stay beside one that is replaced, and so does a short number that stands alone. */
  name(text: string): string {
    return this.#rewritten(text, 'name');
  }

  /** The name of an image: a short version number stays, too. */
  image(text: string): string {
    return this.#rewritten(text, 'image');
  }

  /** What an address begins with: no number of it stays. */
  partOfAddress(text: string): string {
    return this.#rewritten(text, 'address');
  }

  /** Whether a time is not long before the bundle ends: else it may be anything, as a day of birth. */
  isNear(ms: number): boolean {
    return Math.abs(this.#until - ms) < NEAR;
  }

  /** Free text. */
  text(text: string): string {
    return this.#rewritten(text, 'text');
  }

  /** A code of a few letters stays: it is the platform's, also where somebody has the letters in a name, as `shop-jp`. */
  code(text: string): string {
    if (!CODE.test(text)) return this.text(text);
    if (!this.#isSettled) this.#codes.add(text);
    return text;
  }

  /** Where something was: the code of a region before what else there is stays as it is everywhere, see {@link code}. */
  place(text: string): string {
    const [region = ''] = text.split(' ', 1);
    return this.#codes.has(region)
      ? region + this.text(text.slice(region.length))
      : this.text(text);
  }

  /** Digits stay, as those of rules, unless something has them as its identifier. */
  digits(text: string): string {
    if (!DIGITS.test(text) || this.#names.has(text)) return this.text(text);
    if (!this.#isSettled) this.#rules.add(text);
    return text;
  }

  /** The number of a network: one of those that are for private use. */
  asn(text: string): string {
    const known = this.#asns.get(text);
    if (known !== undefined) return known;
    const at = this.#asns.size;
    const made = String(at < SHORT_ASNS ? 64_512 + at : 4_200_000_000 + at);
    this.#asns.set(text, made);
    return made;
  }

  /** The identifier of an entry of a log, as a GUID. */
  guid(text: string): string {
    const hex = this.#hash('guid', text).toString('hex');
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
  }

  /** Whether a number, as it is written, is somebody's identifier. */
  isName(text: string): boolean {
    return this.#names.has(text.toLowerCase());
  }

  #rewritten(whole: string, how: How): string {
    const text = whole.slice(0, LONGEST_TEXT);
    if (how !== 'text' && how !== 'address' && !this.#isSettled) this.#learn(text, how);
    return text.replace(PARTS, (part: string, ...rest) => {
      const found = rest.at(-1) as Parts;
      const { moment, clock, version, authority, octets, digits, six, four, run, word } = found;
      const isTime = clock !== undefined || (moment !== undefined && this.#isMoment(moment));
      if (how === 'text' && isTime) return part;
      if (how === 'text' && version !== undefined) return this.#eachWord(part, how);
      if (authority !== undefined) return this.#rewritten(authority, 'name');
      if (octets !== undefined) return this.#reversedFour(octets.split('.').reverse());
      if (digits !== undefined) return this.#reversedSix(digits.split('.').reverse());
      if (four !== undefined) return this.#four(four);
      const address = six === undefined ? undefined : addressIn(six);
      if (address !== undefined) return part.replace(address, () => this.#six(address));
      if (word !== undefined) return this.#word(word, how);
      if (run !== undefined) return this.#run(run, how);
      return part.replace(PLAIN, (plain: string, ...all) =>
        (all.at(-1) as Parts).run === undefined ? this.#word(plain, how) : this.#run(plain, how),
      );
    });
  }

  /** Whether it is a day that there is, near the bundle. */
  #isMoment(text: string): boolean {
    const day = text.slice(0, 10);
    const ms = Date.parse(day);
    return this.isNear(ms) && new Date(ms).toISOString().startsWith(day);
  }

  /** Numbers that stand together, as an invented word. */
  #run(text: string, how: How): string {
    const isAmount =
      (how === 'text' && SHARE.test(text)) || (how === 'image' && SHORT_VERSION.test(text));
    if (isAmount) return this.#eachWord(text, how);
    const whole = this.#hash('run', text).toString('base64');
    const parts = text.split(LONG_NUMBER).map((part, at) => {
      if (at % 2 === 1) return this.#word(part, how);
      return part.replace(/\d(?:.*\d)?/, () => this.#remembering(`${whole} ${at}`));
    });
    return parts.join('');
  }

  #eachWord(text: string, how: How): string {
    return text.replace(WORD, (word) => this.#word(word, how));
  }

  /** The words of a name that must stay nowhere. */
  #learn(text: string, how: How): void {
    const words = wordsIn(text).map((word) => word.toLowerCase());
    const own = words.filter((word) => !isShort(word) && (how === 'id' || !isCommonWord(word)));
    // Where all of them are common, it is by them that it is known.
    const named = words.filter((word) => !isShort(word));
    for (const word of own.length > 0 ? own : named.length > 0 ? named : words) {
      if (!this.#names.has(word)) this.#names.set(word, '');
    }
  }

  #word(word: string, how: How): string {
    const lower = word.toLowerCase();
    const pseudonym = this.#names.get(lower);
    if (pseudonym !== undefined) {
      if (pseudonym !== '' || !this.#isSettled) return pseudonym;
      const made = this.#unused();
      this.#names.set(lower, made);
      return made;
    }
    if (isShort(lower)) return how === 'address' ? this.#remembering(lower) : word;
    if (this.#codes.has(word) || (how === 'text' && this.#rules.has(word))) return word;
    if (how !== 'id' && isCommonWord(lower)) return word;
    if (!this.#isSettled && INVENTED.test(lower)) this.#seen.add(lower);
    return this.#remembering(lower);
  }

  /** The invented word for something of a text. */
  #remembering(text: string): string {
    const known = this.#remembered.get(text);
    if (known !== undefined) return known;
    const made = this.#invented(text);
    if (this.#remembered.size >= MOST_REMEMBERED) this.#remembered.clear();
    this.#remembered.set(text, made);
    return made;
  }

  /** A word that nothing else has. */
  #unused(): string {
    for (;;) {
      this.#serial += 1;
      // There are 343,000 words of three syllables: one that nothing has must be found at once. Those of four are of texts.
      const syllables = this.#serial <= MOST_SHORT ? 3 : 5;
      const word = wordOf(this.#hash('name', String(this.#serial)), syllables);
      if (this.#used.has(word) || this.#isTaken(word)) continue;
      this.#used.add(word);
      return word;
    }
  }

  /** A word for one of a text: two may share one, seldom. */
  #invented(lower: string): string {
    for (let attempt = 0; ; attempt += 1) {
      const word = wordOf(this.#hash(`text ${attempt}`, lower), 4);
      if (!this.#isTaken(word)) return word;
    }
  }

  /** Whether a word is, or holds, something that was there. */
  #isTaken(word: string): boolean {
    if (isCommonWord(word)) return true;
    for (let from = 0; from + SHORTEST_FOUND <= word.length; from += 1) {
      for (let to = from + SHORTEST_FOUND; to <= word.length; to += 1) {
        const part = word.slice(from, to);
        if (this.#names.has(part) || this.#seen.has(part)) return true;
      }
    }
    return false;
  }

  /** An IPv4 address in a network of its own, as the others of its /24. */
  #four(text: string): string {
    const mark = text.replace(/\d+/, '').charAt(0);
    const octets = text.split(mark);
    const [a, b, c, last = '0'] = octets;
    const network = `${a}.${b}.${c}`;
    const octetsOf = (at: number) => [240 + (at >>> 16), (at >>> 8) & 255, at & 255];
    const number = this.#network(network, (at) => octetsOf(at).join('.'));
    const host = DIGITS.test(last)
      ? String(permuted(Number(last) & 255, this.#hash('host', network)))
      : last;
    return [...octetsOf(number), host].join(mark);
  }

  /**
   * An IPv6 address in a network of its own, as the others of its /48. Its host part is a hash of all of it: of two
   * pseudonyms nothing can be told from the address that is behind one of them.
   */
  #six(text: string): string {
    const groups = groupsOf(text);
    const mapped = FOURS_IN_SIX.find((each) =>
      each.groups.every((group, at) => group === groups[at]),
    );
    if (mapped) {
      const octets = groups.slice(6).flatMap((group) => [group >>> 8, group & 255]);
      return mapped.written + this.#four(octets.join('.'));
    }
    const hex = groups.map((group) => group.toString(16));
    const network = hex.slice(0, 3).join(':');
    const number = this.#network(
      network,
      (at) => `fd00:${(at >>> 16).toString(16)}:${(at & 0xffff).toString(16)}`,
    );
    // Those of one /64 stay together in it, too.
    const subnet = this.#hash('subnet', hex.slice(0, 4).join(':')).readUInt16BE();
    const hash = this.#hash('host', hex.join(':'));
    const host = [0, 2, 4, 6].map((at) => hash.readUInt16BE(at));
    return [0xfd00, number >>> 16, number & 0xffff, subnet, ...host]
      .map((group) => group.toString(16))
      .join(':');
  }

  /** Of a network or an address, given by its first octets, as many of its pseudonym, the last first. */
  #reversedFour(octets: readonly string[]): string {
    const made = this.#four([...octets, '0', '0', '0'].slice(0, 4).join('.'));
    return made.split('.').slice(0, octets.length).reverse().join('.');
  }

  /** The same by the first hexadecimal digits of an IPv6 address. */
  #reversedSix(digits: readonly string[]): string {
    const whole = digits
      .join('')
      .padEnd(32, '0')
      .replace(/.{4}(?!$)/g, '$&:');
    const made = groupsOf(this.#six(whole)).map((group) => group.toString(16).padStart(4, '0'));
    return [...made.join('')].slice(0, digits.length).reverse().join('.');
  }

  /** The number of a network: the same each time, and none whose pseudonym, by `nameOf`, is an original network. */
  #network(network: string, nameOf: (number: number) => string): number {
    if (!this.#isSettled) {
      this.#originalNetworks.add(network);
      return 0;
    }
    const known = this.#networks.get(network);
    if (known !== undefined) return known;
    let number = this.#hash('network', network).readUInt32BE() % MOST_NETWORKS;
    const isTaken = () =>
      this.#usedNetworks.has(number) || this.#originalNetworks.has(nameOf(number));
    if (this.#usedNetworks.size >= MOST_NETWORKS / 2) number = 0;
    else while (isTaken()) number = (number + 1) % MOST_NETWORKS;
    this.#usedNetworks.add(number);
    this.#networks.set(network, number);
    return number;
  }

  #hash(what: string, text: string): Buffer {
    return createHmac('sha256', this.#key).update(`${what}\n${text}`).digest();
  }
}

const isShort = (word: string): boolean => SHORT_NUMBER.test(word);

/**
 * An octet as another, by 32 random bytes: four rounds over its halves. Unlike with a mask, one octet and what it has
 * become tell nothing of the others.
 */
function permuted(octet: number, random: Buffer): number {
  let [high, low] = [octet >>> 4, octet & 15];
  for (let round = 0; round < 4; round += 1) {
    const byte = random[round * 8 + (low >>> 1)] ?? 0;
    [high, low] = [low, high ^ ((low & 1) === 0 ? byte & 15 : byte >>> 4)];
  }
  return high * 16 + low;
}

/** An invented word of so many syllables. */
function wordOf(hash: Buffer, syllables: number): string {
  let word = '';
  for (let at = 0; at < syllables; at += 1) {
    const number = hash.readUInt32BE(at * 4);
    word += CONSONANTS.charAt(number % CONSONANTS.length);
    word += VOWELS.charAt((number >>> 8) % VOWELS.length);
  }
  return word;
}
