import { fourInSix, groupsOf } from './text-parts.ts';

/** Number of networks in 240.0.0.0/4, which is reserved. */
const MAX_NETWORKS = 1 << 20;
const DIGITS = /^\d+$/;

/** Pseudonyms for the addresses of one bundle. Before {@link settle} the original networks are collected. */
export class AddressPseudonyms {
  readonly #hash: (what: string, text: string) => Buffer;
  /** Networks by their first octets. */
  readonly #networks = new Map<string, number>();
  readonly #originalNetworks = new Set<string>();
  readonly #usedNetworks = new Set<number>();
  #isSettled = false;

  /** @param hash with the key of the bundle; at least 32 bytes */
  constructor(hash: (what: string, text: string) => Buffer) {
    this.#hash = hash;
  }

  /** Number of replaced networks. */
  get networks(): number {
    return this.#networks.size;
  }

  /** Ends the collecting pass. */
  settle(): void {
    this.#isSettled = true;
  }

  /** Whether these are the first octets of an address in the bundle. */
  isNetwork(octets: string): boolean {
    return this.#originalNetworks.has(octets);
  }

  /** An IPv4 address: addresses of one /24 stay together in a network of their own. */
  four(text: string): string {
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
   * An IPv6 address: addresses of one /48 stay together in a network of their own. The host part is a hash of the
   * whole address, so two pseudonyms reveal nothing about each other.
   */
  six(text: string): string {
    const groups = groupsOf(text);
    const mapped = fourInSix(groups);
    if (mapped) return mapped.prefix + this.four(mapped.four);
    const hex = groups.map((group) => group.toString(16));
    const network = hex.slice(0, 3).join(':');
    const number = this.#network(
      network,
      (at) => `fd00:${(at >>> 16).toString(16)}:${(at & 0xffff).toString(16)}`,
    );
    // Addresses of one /64 stay together, too.
    const subnet = this.#hash('subnet', hex.slice(0, 4).join(':')).readUInt16BE();
    const hash = this.#hash('host', hex.join(':'));
    const host = [0, 2, 4, 6].map((at) => hash.readUInt16BE(at));
    return [0xfd00, number >>> 16, number & 0xffff, subnet, ...host]
      .map((group) => group.toString(16))
      .join(':');
  }

  /** The leading octets of a pseudonym, reversed as in DNS. */
  reversedFour(octets: readonly string[]): string {
    const made = this.four([...octets, '0', '0', '0'].slice(0, 4).join('.'));
    return made.split('.').slice(0, octets.length).reverse().join('.');
  }

  /** The same for the leading hexadecimal digits of an IPv6 address. */
  reversedSix(digits: readonly string[]): string {
    const whole = digits
      .join('')
      .padEnd(32, '0')
      .replace(/.{4}(?!$)/g, '$&:');
    const made = groupsOf(this.six(whole)).map((group) => group.toString(16).padStart(4, '0'));
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
    let number = this.#hash('network', network).readUInt32BE() % MAX_NETWORKS;
    const isTaken = () =>
      this.#usedNetworks.has(number) || this.#originalNetworks.has(nameOf(number));
    if (this.#usedNetworks.size >= MAX_NETWORKS / 2) number = 0;
    else while (isTaken()) number = (number + 1) % MAX_NETWORKS;
    this.#usedNetworks.add(number);
    this.#networks.set(network, number);
    return number;
  }
}

/**
 * Permutes an octet with 32 random bytes in four Feistel rounds. Unlike with a mask, one known pair reveals nothing
 * about others.
 */
function permuted(octet: number, random: Buffer): number {
  let [high, low] = [octet >>> 4, octet & 15];
  for (let round = 0; round < 4; round += 1) {
    const byte = random[round * 8 + (low >>> 1)] ?? 0;
    [high, low] = [low, high ^ ((low & 1) === 0 ? byte & 15 : byte >>> 4)];
  }
  return high * 16 + low;
}
