import { createHmac } from 'node:crypto';
import { AddressPseudonyms } from './address-pseudonyms.ts';
import { isCommonWord } from './common-words.ts';
import { addressIn, JOINED, PARTS, type Parts, PLAIN, WORD, wordsIn } from './text-parts.ts';

/*
 * Texts are rewritten without knowing what is in them: only punctuation, times near the bundle, short single numbers,
 * rule numbers and the common words stay. Everything else becomes an invented word, always the same one. Of names and
 * hosts, common words are replaced, too, also where a text has the name.
 */

/** A ratio identifies no more than one number. */
const SHARE = /^\d{1,2}\/\d{1,2}$/;
/** The tag of an image. */
const SHORT_VERSION = /^\d{1,3}(?:\.\d{1,3}){0,2}$/;
/** Longer numbers are replaced individually, like words. */
const LONG_NUMBER = /(?<!\d)(\d{4,})(?!\d)/;
/** Amounts, which identify nobody. */
const SHORT_NUMBER = /^(?:x?\d{1,3}(?:%|ms|s|m|h|d|x|xx|kb|mb|gb|k|kib|mib|gib)?|%+)$/i;
const DIGITS = /^\d+$/;
/** A dotted text that ends like a host: in a code of a country, or in a general domain that is a common word, too. */
const HOST =
  /\.(?:(?!js|ts|go|db|gz|ip)[a-z]{2}|com|net|org|info|app|dev|link|live|media|network|online|page|site|store|zone)[._-]*$/i;
/** A code of a region, country or edge location. */
const CODE = /^[A-Za-z]{2,3}\d{0,2}$/;

const CONSONANTS = 'bdfgklmnprstvz';
const VOWELS = 'aeiou';
/** Text that could be part of an invented word. */
const INVENTED = new RegExp(`^[${CONSONANTS}${VOWELS}]{4,10}$`);
/** Words that stay beside a replaced word in names and hosts, since most hosts have one of them. */
const USUAL_LABELS: ReadonlySet<string> = new Set(['www', 'api', 'com', 'net', 'org']);
/** Shorter names occur inside any word. */
const SHORTEST_FOUND = 4;
const MAX_REMEMBERED = 100_000;
/** Number of three-syllable words tried, above the names in most bundles. */
const MAX_SHORT = 20_000;
/** Number of five-digit private AS numbers, from 64512. */
const SHORT_ASNS = 1023;
/** A little more than the longest chart, in milliseconds. Times farther from the bundle may be anything. */
const NEAR = 35 * 86_400_000;
/** Text limit in characters. */
const MAX_TEXT_LENGTH = 1 << 20;

type How = 'text' | 'name' | 'image' | 'id' | 'address';

/**
 * Pseudonyms for one bundle. Before {@link settle} all input is only collected, so that no pseudonym equals an
 * original and a name is replaced everywhere. Afterwards the methods rewrite.
 */
export class Pseudonyms {
  readonly #key: Uint8Array;
  readonly #until: number;
  /** Lower-case words of names, identifiers and hosts. They stay nowhere. */
  readonly #names = new Map<string, string>();
  /** Lower-case words that stand side by side in a name. */
  readonly #pairs = new Set<string>();
  readonly #used = new Set<string>();
  /** Words in texts that look like invented ones. */
  readonly #seen = new Set<string>();
  readonly #codes = new Set<string>();
  /** Rule numbers belong to the platform and stay in texts, too. */
  readonly #rules = new Set<string>();
  readonly #remembered = new Map<string, string>();
  readonly #addresses = new AddressPseudonyms((what, text) => this.#hash(what, text));
  readonly #asns = new Map<string, string>();
  #isSettled = false;
  #serial = 0;

  /**
   * @param key random bytes that are discarded afterwards
   * @param until end of the bundle, in milliseconds since the epoch
   */
  constructor(key: Uint8Array, until: number) {
    this.#key = key;
    this.#until = until;
  }

  /** Number of replaced names, identifiers, hosts and networks. */
  get replaced(): number {
    return this.#names.size + this.#addresses.networks;
  }

  /** Ends the collecting pass. */
  settle(): void {
    this.#isSettled = true;
    this.#addresses.settle();
    this.#remembered.clear();
  }

  /** An identifier: no word stays, and no number of four digits. */
  id(text: string): string {
    return this.#rewritten(text, 'id');
  }

  /** A name or host: usual labels and short single numbers stay beside a replaced word. */
  name(text: string): string {
    return this.#rewritten(text, 'name');
  }

  /** An image name: a short version number stays, too. */
  image(text: string): string {
    return this.#rewritten(text, 'image');
  }

  /** The beginning of an address: no number stays. */
  partOfAddress(text: string): string {
    return this.#rewritten(text, 'address');
  }

  /** Whether a time is close to the bundle. Others may be anything, such as a birthday. */
  isNear(ms: number): boolean {
    return Math.abs(this.#until - ms) < NEAR;
  }

  text(text: string): string {
    return this.#rewritten(text, 'text');
  }

  /** A short code stays: it belongs to the platform, even if a name contains it, such as `shop-jp`. */
  code(text: string): string {
    if (!CODE.test(text)) return this.text(text);
    if (!this.#isSettled) this.#codes.add(text);
    return text;
  }

  /** A place: the leading region code stays, see {@link code}. */
  place(text: string): string {
    const [region = ''] = text.split(' ', 1);
    return this.#codes.has(region)
      ? region + this.text(text.slice(region.length))
      : this.text(text);
  }

  /** Rule numbers stay unless they are somebody's identifier. */
  digits(text: string): string {
    if (!DIGITS.test(text) || this.#names.has(text)) return this.text(text);
    if (!this.#isSettled) this.#rules.add(text);
    return text;
  }

  /** An AS number: replaced by a private one. */
  asn(text: string): string {
    const known = this.#asns.get(text);
    if (known !== undefined) return known;
    const at = this.#asns.size;
    const made = String(at < SHORT_ASNS ? 64_512 + at : 4_200_000_000 + at);
    this.#asns.set(text, made);
    return made;
  }

  /** The id of a log entry, replaced by a GUID. */
  guid(text: string): string {
    const hex = this.#hash('guid', text).toString('hex');
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
  }

  /** Whether a word or a written number is part of a name or identifier. */
  isName(text: string): boolean {
    return this.#names.has(text.toLowerCase());
  }

  #rewritten(whole: string, how: How): string {
    const text = whole.slice(0, MAX_TEXT_LENGTH);
    if (how !== 'text' && how !== 'address' && !this.#isSettled) this.#learn(text, how);
    const named = how === 'text' ? this.#wordsOfNames(text) : undefined;
    return text.replace(PARTS, (part: string, ...rest) => {
      const found = rest.at(-1) as Parts;
      const offset = rest.at(-3) as number;
      const { moment, clock, version, encoded, authority, octets, digits, six, four, run, word } =
        found;
      const isTime = clock !== undefined || (moment !== undefined && this.#isMoment(moment));
      if (how === 'text' && isTime) return part;
      if (encoded !== undefined) return this.#remembering(encoded.toLowerCase());
      const isVersion = version !== undefined && !this.#addresses.isNetwork(version);
      if (how === 'text' && isVersion) return this.#eachWord(part, how);
      if (authority !== undefined) return this.#rewritten(authority, 'name');
      if (octets !== undefined) return this.#addresses.reversedFour(octets.split('.').reverse());
      if (digits !== undefined) return this.#addresses.reversedSix(digits.split('.').reverse());
      if (four !== undefined) return this.#addresses.four(four);
      const address = six === undefined ? undefined : addressIn(six);
      if (address !== undefined) return part.replace(address, () => this.#addresses.six(address));
      if (word !== undefined) return this.#word(word, named?.has(offset) ? 'name' : how);
      if (run !== undefined) return this.#run(run, how);
      return part.replace(PLAIN, (plain: string, ...all) =>
        (all.at(-1) as Parts).run === undefined ? this.#word(plain, how) : this.#run(plain, how),
      );
    });
  }

  /**
   * Offsets of the words in a text that are joined to a word of a known name, as in `corp-cache` or `cache.corp`, or
   * stand beside it as in the name, as in `Corp Cache`, and of the words of a host.
   */
  #wordsOfNames(text: string): ReadonlySet<number> {
    const offsets = new Set<number>();
    let phrase: { readonly word: string; readonly offset: number }[] = [];
    let isNamed = false;
    let end = 0;
    const endPhrase = () => {
      if (isNamed && phrase.length > 1) for (const { offset } of phrase) offsets.add(offset);
    };
    for (const { 0: joined, index } of text.matchAll(JOINED)) {
      const words = [...joined.matchAll(WORD)].map(({ 0: word, index: at }) => ({
        word: word.toLowerCase(),
        offset: index + at,
      }));
      const pair = `${phrase.at(-1)?.word} ${words[0]?.word}`;
      if (!this.#pairs.has(pair) || text.slice(end, index).trim() !== '') {
        endPhrase();
        phrase = [];
        isNamed = false;
      }
      isNamed ||= HOST.test(joined);
      for (const word of words) {
        phrase.push(word);
        isNamed ||= this.#names.has(word.word);
      }
      end = index + joined.length;
    }
    endPhrase();
    return offsets;
  }

  /** Whether it is a valid day near the bundle. */
  #isMoment(text: string): boolean {
    const day = text.slice(0, 10);
    const ms = Date.parse(day);
    return this.isNear(ms) && new Date(ms).toISOString().startsWith(day);
  }

  /** Numbers in sequence become an invented word. */
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

  /** Collects the identifying words of a name. */
  #learn(text: string, how: How): void {
    const words = wordsIn(text).map((word) => word.toLowerCase());
    for (const [at, word] of words.slice(1).entries()) this.#pairs.add(`${words[at]} ${word}`);
    // A group of a UUID may look like an amount, such as `411d`.
    const isNamed = (word: string) =>
      !isShort(word) || (how === 'id' && word.length >= SHORTEST_FOUND);
    const named = words.filter(isNamed);
    // If all words are common, they identify together.
    const own = how === 'id' ? named : named.filter((word) => !isCommonWord(word));
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
    const isKept = how === 'text' ? isCommonWord(lower) : USUAL_LABELS.has(lower);
    if (how !== 'id' && isKept) return word;
    if (!this.#isSettled && INVENTED.test(lower)) this.#seen.add(lower);
    return this.#remembering(lower);
  }

  /** The cached invented word for a text. */
  #remembering(text: string): string {
    const known = this.#remembered.get(text);
    if (known !== undefined) return known;
    const made = this.#invented(text);
    if (this.#remembered.size >= MAX_REMEMBERED) this.#remembered.clear();
    this.#remembered.set(text, made);
    return made;
  }

  #unused(): string {
    for (;;) {
      this.#serial += 1;
      // There are 343,000 three-syllable words: an unused one must be found quickly. Texts use four syllables.
      const syllables = this.#serial <= MAX_SHORT ? 3 : 5;
      const word = wordOf(this.#hash('name', String(this.#serial)), syllables);
      if (this.#used.has(word) || this.#isTaken(word)) continue;
      this.#used.add(word);
      return word;
    }
  }

  /** A word for a text word. Rarely, two share one. */
  #invented(lower: string): string {
    for (let attempt = 0; ; attempt += 1) {
      const word = wordOf(this.#hash(`text ${attempt}`, lower), 4);
      if (!this.#isTaken(word)) return word;
    }
  }

  /** Whether a word is or contains an original. */
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

  #hash(what: string, text: string): Buffer {
    return createHmac('sha256', this.#key).update(`${what}\n${text}`).digest();
  }
}

const isShort = (word: string): boolean => SHORT_NUMBER.test(word);

function wordOf(hash: Buffer, syllables: number): string {
  let word = '';
  for (let at = 0; at < syllables; at += 1) {
    const number = hash.readUInt32BE(at * 4);
    word += CONSONANTS.charAt(number % CONSONANTS.length);
    word += VOWELS.charAt((number >>> 8) % VOWELS.length);
  }
  return word;
}
