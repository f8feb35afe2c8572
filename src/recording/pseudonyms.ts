import { createHmac, randomBytes } from 'node:crypto';
import { type AddressRange, parseAddress } from '../events/filter/address-range.ts';
import { splitUrl } from '../events/storage/log-fields.ts';
import { isPublic } from './anonymous-fields.ts';

const CONSONANTS = 'bdfgklmnprstvz';
const VOWELS = 'aeiou';
/** 70^6 words, so that two of a million values rarely share one. */
const SYLLABLES = 6;
/** The code of a country, region or edge location. */
const CODE = /^[A-Z]{2,3}$/;
/** A rule of the OWASP core rule set, which is public. Other rules may be the owner's. */
const CORE_RULE = /^9\d{5}$/;
const VERSION = /^\d{1,3}(?:\.\d{1,3}){0,2}$/;
/** Number of five-digit private AS numbers, from 64512; then those from 4200000000. */
const SHORT_ASNS = 1023;
/** The part of an IPv6 address behind its /64. */
const HOST_MASK = (1n << 64n) - 1n;

/** A network with the numbers of its hosts in the order in which they appeared. */
interface Network {
  readonly number: number;
  readonly hosts: Map<number | bigint, number>;
}

/**
 * The pseudonyms of one bundle. Each stands for a whole value and is the same for equal values. Nothing of a value is in
 * its pseudonym: that is a hash with a key that nobody keeps, or a number in the order of appearance.
 */
export class Pseudonyms {
  readonly #key = randomBytes(32);
  readonly #names: ReadonlySet<string>;
  readonly #networks = new Map<number | bigint | string, Network>();
  readonly #asns = new Map<string, number>();

  /** @param names of the workspace: a text that is one of them gets its word */
  constructor(names: Iterable<string>) {
    this.#names = new Set(names);
  }

  /** The word for a name, an identifier or a host. */
  word(value: string): string {
    const hash = this.#hash(value);
    let word = '';
    for (let at = 0; at < SYLLABLES; at += 1) {
      word += CONSONANTS.charAt(hash.readUInt8(2 * at) % CONSONANTS.length);
      word += VOWELS.charAt(hash.readUInt8(2 * at + 1) % VOWELS.length);
    }
    return word;
  }

  /** `text-` and a word, unless the text is a public value, an address or a name of the workspace. */
  text(value: string): string {
    if (value === '' || isPublic(value)) return value;
    return this.#knownAddress(value) ?? this.#marked('text', value);
  }

  /** An image; its tag stays if it is a short version. */
  image(value: string): string {
    const at = value.lastIndexOf(':');
    const tag = value.slice(at + 1);
    return at < 0 || !VERSION.test(tag)
      ? this.word(value)
      : `${this.word(value.slice(0, at))}:${tag}`;
  }

  code(value: string): string {
    return CODE.test(value) ? value : this.word(value);
  }

  rule(value: string): string {
    return CORE_RULE.test(value) ? value : this.word(value);
  }

  /** A private AS number. */
  asn(value: string): string {
    const number = this.#asns.get(value) ?? this.#asns.size;
    this.#asns.set(value, number);
    return String(number < SHORT_ASNS ? 64_512 + number : 4_200_000_000 + number);
  }

  /** The id of a log entry. As a GUID it takes least memory. */
  guid(value: string): string {
    const hex = this.#hash(value).toString('hex');
    return [0, 8, 12, 16, 20].map((at, of, all) => hex.slice(at, all[of + 1] ?? 32)).join('-');
  }

  /** An address, also with its end masked. What is none is a name. */
  address(value: string): string {
    return this.#knownAddress(value) ?? this.word(value);
  }

  /** A URL: a host, a path and a query, each replaced as a whole. */
  url(value: string): string {
    const { host, path } = splitUrl(value);
    const scheme = value.startsWith('http:') ? 'http://' : 'https://';
    const start = host === undefined ? 0 : value.indexOf('://') + 3 + host.length;
    const query = value.slice(start + path.length);
    return [
      host === undefined ? '' : scheme,
      host ? this.address(host) : '',
      path === '' || path === '/' ? path : `/${this.#marked('path', path)}`,
      query === '' ? '' : `?${this.#marked('query', query)}`,
    ].join('');
  }

  #marked(mark: string, value: string): string {
    return this.#names.has(value) ? this.word(value) : `${mark}-${this.word(value)}`;
  }

  #knownAddress(value: string): string | undefined {
    const range = parseAddress(value);
    return range && (range.family === 4 ? this.#four(range) : this.#six(range));
  }

  /** In 240.0.0.0/4, which is reserved. Undefined for a part of a /24 or a wider network. */
  #four({ low, high }: Extract<AddressRange, { family: 4 }>): string | undefined {
    if (low !== high && high - low !== 255) return undefined;
    const { number, hosts } = this.#network(Math.floor(low / 256));
    const host = low === high ? numberOf(hosts, low) : '*';
    return `${240 + ((number >>> 16) & 15)}.${(number >>> 8) & 255}.${number & 255}.${host}`;
  }

  /** In a private /64. Other networks than a /64 are unrelated to what is in them. */
  #six({ low, high }: Extract<AddressRange, { family: 6 }>): string {
    const isOther = low !== high && high - low !== HOST_MASK;
    const { number, hosts } = this.#network(isOther ? `${low}-${high}` : low >> 64n);
    const network = `fd00:0:${groups(number)}`;
    return low === high ? `${network}:0:0:${groups(numberOf(hosts, low))}` : `${network}:*`;
  }

  #network(key: number | bigint | string): Network {
    const network = this.#networks.get(key) ?? { number: this.#networks.size, hosts: new Map() };
    this.#networks.set(key, network);
    return network;
  }

  #hash(value: string): Buffer {
    return createHmac('sha256', this.#key).update(value).digest();
  }
}

function numberOf(hosts: Network['hosts'], host: number | bigint): number {
  const number = hosts.get(host) ?? hosts.size;
  hosts.set(host, number);
  return number;
}

/** A number as two groups of an IPv6 address. */
const groups = (number: number): string =>
  `${(number >>> 16).toString(16)}:${(number & 0xffff).toString(16)}`;
