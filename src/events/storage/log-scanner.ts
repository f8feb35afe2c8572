import { EXTRACT_PLACES, EXTRACTS, type LogPlace } from './columns.ts';

const QUOTE = 34;
const COMMA = 44;
const NUMBER_SIGN = 35;
const SLASH = 47;
const COLON = 58;
const QUESTION = 63;
const OPEN_BRACKET = 91;
const BACKSLASH = 92;
const CLOSE_BRACKET = 93;
const OPEN_BRACE = 123;
const CLOSE_BRACE = 125;

/** Scanning cannot go on: the text is no JSON object, or no more of one. */
const LOST = -1;

/** A key, or the name of a header, whose value is an extract. */
interface Member {
  readonly key: string;
  /** Its index in {@link EXTRACTS}. */
  readonly extract: number;
}

/** An object within the log that has extracts. */
interface ObjectMember {
  readonly key: string;
  readonly members: readonly Member[];
}

const PLACES: readonly LogPlace[] = EXTRACTS.map((extract) => EXTRACT_PLACES[extract].at);

/** The extracts whose place `keyOf` gives a key for. */
const membersWith = (keyOf: (place: LogPlace) => string | false): readonly Member[] =>
  PLACES.flatMap((place, extract) => {
    const key = keyOf(place);
    return key === false ? [] : [{ key, extract }];
  });

const MEMBERS = membersWith((at) => 'key' in at && !('object' in at) && at.key);
const HEADERS = membersWith((at) => 'header' in at && at.header);
const OBJECTS: readonly ObjectMember[] = [
  ...new Set(PLACES.flatMap((at) => ('object' in at ? at.object : []))),
].map((object) => ({
  key: object,
  members: membersWith((at) => 'object' in at && at.object === object && at.key),
}));
const HOST = PLACES.findIndex((at) => 'url' in at && at.url === 'host');
const PATH = PLACES.findIndex((at) => 'url' in at && at.url === 'path');

/** What the members that are read belong to: the log itself, a header, or, by its index, one of {@link OBJECTS}. */
type Place = number;
const IN_LOG: Place = -1;
const IN_HEADER: Place = -2;

/**
 * Finds the extracts of a log in its UTF-8 bytes, in one pass and without making a string. Keys are
 * compared without regard to case; of a repeated key the last counts, as with `JSON.parse`.
 *
 * Text that stops being JSON halfway gives what was found before. Nothing here recurses without bound.
 * One scanner serves any number of logs, one after the other.
 */
export class LogScanner {
  /** Where each of {@link EXTRACTS} begins; -1 when it is not there. */
  readonly #starts = new Int32Array(EXTRACTS.length);
  readonly #ends = new Int32Array(EXTRACTS.length);
  /** 1 for each of {@link EXTRACTS} whose bytes are not its text yet: ask {@link textOf}. */
  readonly #escaped = new Uint8Array(EXTRACTS.length);

  #bytes: Buffer = Buffer.alloc(0);
  #from = 0;
  #limit = 0;
  /** First backslash of the string that was read last, or -1. */
  #backslash = -1;
  #urlStart = -1;
  #urlEnd = -1;
  #urlBackslash = -1;
  /** Of the header that is read: the extract that its name stands for, or -1. */
  #headerExtract = -1;
  #headerStart = -1;
  #headerEnd = -1;
  #headerBackslash = -1;

  scan(bytes: Buffer, start: number, end: number): void {
    this.#bytes = bytes;
    this.#from = start;
    this.#limit = end;
    this.#starts.fill(-1);
    this.#urlStart = -1;
    const at = this.#space(start);
    if (bytes[at] === OPEN_BRACE && at < end) this.#members(at + 1, IN_LOG);
    if (this.#urlStart >= 0) this.#splitUrl();
  }

  /** The whole `Url` of the log that was scanned last. */
  get url(): string | null {
    return this.#urlStart < 0 ? null : this.#decode(this.#urlStart, this.#urlEnd);
  }

  /** One of {@link EXTRACTS} of the log that was scanned last. */
  textOf(extract: number): string | null {
    const start = this.#starts[extract] as number;
    if (start < 0) return null;
    if (this.#escaped[extract] === 0) {
      return this.#bytes.toString('utf8', start, this.#ends[extract]);
    }
    const text = this.#decode(start, this.#ends[extract] as number);
    if (extract === HOST) return own(splitUrl(text).host ?? null);
    if (extract === PATH) return own(splitUrl(text).path);
    return text;
  }

  /** {@link textOf}; it may be a part of `log`, which is the text that was scanned, and hold on to all of it. */
  partOf(log: string, extract: number): string | null {
    const start = this.#starts[extract] as number;
    const isAscii = log.length === this.#limit - this.#from;
    if (start < 0 || !isAscii || this.#escaped[extract] === 1) return this.textOf(extract);
    return log.slice(start - this.#from, (this.#ends[extract] as number) - this.#from);
  }

  #space(from: number): number {
    let at = from;
    while (at < this.#limit && (this.#bytes[at] as number) <= 32) at += 1;
    return at;
  }

  /** The position of the quote that ends the string whose first byte is at `from`. */
  #stringEnd(from: number): number {
    const bytes = this.#bytes;
    this.#backslash = -1;
    for (let at = from; at < this.#limit; at += 1) {
      const byte = bytes[at];
      if (byte === QUOTE) return at;
      if (byte === BACKSLASH) {
        if (this.#backslash < 0) this.#backslash = at;
        at += 1;
      }
    }
    return LOST;
  }

  /** Reads the members of an object from behind its brace; gives the position behind it. */
  #members(from: number, place: Place): number {
    const bytes = this.#bytes;
    let at = from;
    for (;;) {
      at = this.#space(at);
      if (at >= this.#limit) return LOST;
      const byte = bytes[at];
      if (byte === CLOSE_BRACE) return at + 1;
      if (byte === COMMA) {
        at += 1;
        continue;
      }
      if (byte !== QUOTE) return LOST;
      const keyStart = at + 1;
      const keyEnd = this.#stringEnd(keyStart);
      if (keyEnd < 0) return LOST;
      at = this.#space(keyEnd + 1);
      if (at >= this.#limit || bytes[at] !== COLON) return LOST;
      at = this.#value(this.#space(at + 1), place, keyStart, keyEnd);
      if (at < 0) return LOST;
    }
  }

  /** Reads the value of a member; gives the position behind it. */
  #value(at: number, place: Place, keyStart: number, keyEnd: number): number {
    if (at >= this.#limit) return LOST;
    const byte = this.#bytes[at];
    if (byte === QUOTE) {
      const end = this.#stringEnd(at + 1);
      if (end < 0) return LOST;
      this.#found(place, keyStart, keyEnd, at + 1, end);
      return end + 1;
    }
    this.#found(place, keyStart, keyEnd, -1, -1);
    if (place === IN_LOG && byte === OPEN_BRACKET && this.#isKey(keyStart, keyEnd, 'headers')) {
      return this.#headers(at + 1);
    }
    if (place === IN_LOG && byte === OPEN_BRACE) {
      for (let object = 0; object < OBJECTS.length; object += 1) {
        const { key } = OBJECTS[object] as ObjectMember;
        if (this.#isKey(keyStart, keyEnd, key)) return this.#members(at + 1, object);
      }
    }
    if (byte === OPEN_BRACE || byte === OPEN_BRACKET) return this.#nested(at);
    return this.#scalar(at);
  }

  /** Reads `[{"Name": …, "Value": …}, …]` from behind its bracket. */
  #headers(from: number): number {
    let at = from;
    for (;;) {
      at = this.#space(at);
      if (at >= this.#limit) return LOST;
      const byte = this.#bytes[at];
      if (byte === CLOSE_BRACKET) return at + 1;
      if (byte === COMMA) {
        at += 1;
      } else if (byte === OPEN_BRACE) {
        this.#headerExtract = -1;
        this.#headerStart = -1;
        at = this.#members(at + 1, IN_HEADER);
        if (at < 0) return LOST;
        if (this.#headerExtract >= 0 && this.#headerStart >= 0) {
          this.#set(this.#headerExtract, this.#headerStart, this.#headerEnd, this.#headerBackslash);
        }
      } else {
        const next = this.#element(at);
        // A brace that closes nothing is no element: without this it would be looked at for ever.
        if (next <= at) return LOST;
        at = next;
      }
    }
  }

  #element(at: number): number {
    const byte = this.#bytes[at];
    if (byte === OPEN_BRACKET) return this.#nested(at);
    if (byte !== QUOTE) return this.#scalar(at);
    const end = this.#stringEnd(at + 1);
    return end < 0 ? LOST : end + 1;
  }

  /** Passes over an object or an array, however deep. */
  #nested(from: number): number {
    let depth = 0;
    for (let at = from; at < this.#limit; at += 1) {
      const byte = this.#bytes[at];
      if (byte === QUOTE) {
        at = this.#stringEnd(at + 1);
        if (at < 0) return LOST;
      } else if (byte === OPEN_BRACE || byte === OPEN_BRACKET) depth += 1;
      else if (byte === CLOSE_BRACE || byte === CLOSE_BRACKET) {
        depth -= 1;
        if (depth === 0) return at + 1;
      }
    }
    return LOST;
  }

  /** Passes over a number, true, false or null. */
  #scalar(from: number): number {
    for (let at = from; at < this.#limit; at += 1) {
      const byte = this.#bytes[at];
      if (byte === COMMA || byte === CLOSE_BRACE || byte === CLOSE_BRACKET) return at;
    }
    return LOST;
  }

  /** Notes a member; `start` is -1 when its value is no string. */
  #found(place: Place, keyStart: number, keyEnd: number, start: number, end: number): void {
    if (place === IN_LOG) this.#foundInLog(keyStart, keyEnd, start, end);
    else if (place === IN_HEADER) this.#foundInHeader(keyStart, keyEnd, start, end);
    else this.#foundAmong((OBJECTS[place] as ObjectMember).members, keyStart, keyEnd, start, end);
  }

  #foundInLog(keyStart: number, keyEnd: number, start: number, end: number): void {
    if (this.#foundAmong(MEMBERS, keyStart, keyEnd, start, end)) return;
    if (this.#isKey(keyStart, keyEnd, 'url')) {
      this.#urlStart = start;
      this.#urlEnd = end;
      this.#urlBackslash = start < 0 ? -1 : this.#backslash;
    } else if (this.#isKey(keyStart, keyEnd, 'headers')) this.#forget(HEADERS);
    else {
      for (const { key, members } of OBJECTS) {
        if (this.#isKey(keyStart, keyEnd, key)) this.#forget(members);
      }
    }
  }

  #foundInHeader(keyStart: number, keyEnd: number, start: number, end: number): void {
    if (this.#isKey(keyStart, keyEnd, 'name')) {
      this.#headerExtract = -1;
      if (start < 0) return;
      for (const { key, extract } of HEADERS) {
        if (this.#isKey(start, end, key)) this.#headerExtract = extract;
      }
    } else if (this.#isKey(keyStart, keyEnd, 'value')) {
      this.#headerStart = start;
      this.#headerEnd = end;
      this.#headerBackslash = start < 0 ? -1 : this.#backslash;
    }
  }

  /** False when the key is none of the members'. */
  #foundAmong(
    members: readonly Member[],
    keyStart: number,
    keyEnd: number,
    start: number,
    end: number,
  ): boolean {
    for (const { key, extract } of members) {
      if (!this.#isKey(keyStart, keyEnd, key)) continue;
      this.#set(extract, start, end, start < 0 ? -1 : this.#backslash);
      return true;
    }
    return false;
  }

  /** The key that holds these came once more: what it said before does not count. */
  #forget(members: readonly Member[]): void {
    for (const { extract } of members) this.#starts[extract] = -1;
  }

  #set(extract: number, start: number, end: number, backslash: number): void {
    this.#starts[extract] = start;
    this.#ends[extract] = end;
    this.#escaped[extract] = backslash < 0 ? 0 : 1;
  }

  /** Whether the bytes are `name`, which is in lower case, without regard to the case of A to Z. */
  #isKey(start: number, end: number, name: string): boolean {
    if (end - start !== name.length) return false;
    const bytes = this.#bytes;
    for (let at = 0; at < name.length; at += 1) {
      const byte = bytes[start + at] as number;
      const wanted = name.charCodeAt(at);
      if (byte !== wanted && (byte < 65 || byte > 90 || (byte | 32) !== wanted)) return false;
    }
    return true;
  }

  /** What {@link splitUrl} does, on the bytes; left to it when escapes stand before the query. */
  #splitUrl(): void {
    const bytes = this.#bytes;
    const end = this.#urlEnd;
    let at = this.#urlStart;
    while (at < end && !isUrlMark(bytes[at] as number)) at += 1;
    let pathStart = this.#urlStart;
    let hostStart = -1;
    if (
      at + 3 <= end &&
      bytes[at] === COLON &&
      bytes[at + 1] === SLASH &&
      bytes[at + 2] === SLASH
    ) {
      hostStart = at + 3;
      at = hostStart;
      while (at < end && !isPathMark(bytes[at] as number)) at += 1;
      pathStart = at;
    } else at = pathStart;
    while (at < end && bytes[at] !== QUESTION && bytes[at] !== NUMBER_SIGN) at += 1;
    if (this.#urlBackslash >= 0 && this.#urlBackslash < at) {
      this.#set(HOST, this.#urlStart, end, this.#urlBackslash);
      this.#set(PATH, this.#urlStart, end, this.#urlBackslash);
      return;
    }
    if (hostStart >= 0) this.#set(HOST, hostStart, pathStart, -1);
    this.#set(PATH, pathStart, at, -1);
  }

  /** The text of a JSON string; its bytes as they are when its escapes are none of JSON's. */
  #decode(start: number, end: number): string {
    const raw = this.#bytes.toString('utf8', start, end);
    if (!raw.includes('\\')) return raw;
    try {
      return String(JSON.parse(`"${raw}"`));
    } catch {
      return raw;
    }
  }
}

/** The same text in memory of its own: a part of another would keep all of that, and some keep it for hours. */
const own = (part: string | null): string | null => JSON.parse(JSON.stringify(part));

/** What ends a scheme: `:`, `/`, `?` or `#`. */
const isUrlMark = (byte: number) =>
  byte === COLON || byte === SLASH || byte === QUESTION || byte === NUMBER_SIGN;

/** What ends a host: `/`, `?` or `#`. */
const isPathMark = (byte: number) => byte === SLASH || byte === QUESTION || byte === NUMBER_SIGN;

const WITH_HOST = /^[^:/?#]*:\/\/([^/?#]*)([^?#]*)/;

/**
 * Host and path of a Url as it stands in a log: `https://shop.example:8443/cart?id=1` is
 * `shop.example:8443` and `/cart`. Without a scheme all of it up to the query is path. Nothing is
 * normalised: what was sent is what is looked for.
 */
export function splitUrl(url: string): { readonly host?: string; readonly path: string } {
  const [whole, host, path] = WITH_HOST.exec(url) ?? [];
  if (whole === undefined) return { path: /^[^?#]*/.exec(url)?.[0] ?? '' };
  return { host: host ?? '', path: path ?? '' };
}
