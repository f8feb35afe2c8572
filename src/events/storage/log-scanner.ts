import { EXTRACTS } from './columns.ts';

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

type Place = 'top' | 'header' | 'trigger';

const MESSAGE = EXTRACTS.indexOf('message');
const HOST = EXTRACTS.indexOf('host');
const PATH = EXTRACTS.indexOf('path');
const REMOTE_IP = EXTRACTS.indexOf('remoteIp');
const USER_AGENT = EXTRACTS.indexOf('userAgent');
const TRIGGER = EXTRACTS.indexOf('trigger');

/**
 * Finds the frequent values of a log (Message, Url, RemoteIp, the User-Agent header, TriggerMatch.Key:
 * wire-facts, 8.3) in its UTF-8 bytes, in one pass and without making a string. Keys are compared
 * without regard to case; of a repeated key the last counts, as with `JSON.parse`.
 *
 * Text that stops being JSON halfway gives what was found before. Nothing here recurses without bound.
 * One scanner serves any number of logs, one after the other.
 */
export class LogScanner {
  /** Where each of {@link EXTRACTS} begins; -1 when it is not there. */
  readonly starts = new Int32Array(EXTRACTS.length);
  /** Where each of {@link EXTRACTS} ends. */
  readonly ends = new Int32Array(EXTRACTS.length);
  /** 1 for each of {@link EXTRACTS} whose bytes are not its text yet: ask {@link textOf}. */
  readonly escaped = new Uint8Array(EXTRACTS.length);

  #bytes: Buffer = Buffer.alloc(0);
  #limit = 0;
  /** First backslash of the string that was read last, or -1. */
  #backslash = -1;
  #urlStart = -1;
  #urlEnd = -1;
  #urlBackslash = -1;
  #isUserAgent = false;
  #headerStart = -1;
  #headerEnd = -1;
  #headerBackslash = -1;

  scan(bytes: Buffer, start: number, end: number): void {
    this.#bytes = bytes;
    this.#limit = end;
    this.starts.fill(-1);
    this.#urlStart = -1;
    const at = this.#space(start);
    if (bytes[at] === OPEN_BRACE && at < end) this.#members(at + 1, 'top');
    if (this.#urlStart >= 0) this.#splitUrl();
  }

  /** The whole `Url` of the log that was scanned last. */
  get url(): string | undefined {
    return this.#urlStart < 0 ? undefined : this.#decode(this.#urlStart, this.#urlEnd);
  }

  /** One of {@link EXTRACTS} of the log that was scanned last. */
  textOf(extract: number): string | undefined {
    const start = this.starts[extract] as number;
    if (start < 0) return undefined;
    if (this.escaped[extract] === 0) {
      return this.#bytes.toString('utf8', start, this.ends[extract]);
    }
    const text = this.#decode(start, this.ends[extract] as number);
    if (extract === HOST) return splitUrl(text).host;
    if (extract === PATH) return splitUrl(text).path;
    return text;
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
    if (place === 'top' && byte === OPEN_BRACKET && this.#isKey(keyStart, keyEnd, 'headers')) {
      return this.#headers(at + 1);
    }
    if (place === 'top' && byte === OPEN_BRACE && this.#isKey(keyStart, keyEnd, 'triggermatch')) {
      return this.#members(at + 1, 'trigger');
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
        this.#isUserAgent = false;
        this.#headerStart = -1;
        at = this.#members(at + 1, 'header');
        if (at < 0) return LOST;
        if (this.#isUserAgent && this.#headerStart >= 0) {
          this.#set(USER_AGENT, this.#headerStart, this.#headerEnd, this.#headerBackslash);
        }
      } else {
        at = this.#element(at);
        if (at < 0) return LOST;
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
    const backslash = start < 0 ? -1 : this.#backslash;
    const length = keyEnd - keyStart;
    if (place === 'top') {
      if (length === 7 && this.#isKey(keyStart, keyEnd, 'message')) {
        this.#set(MESSAGE, start, end, backslash);
      } else if (length === 3 && this.#isKey(keyStart, keyEnd, 'url')) {
        this.#urlStart = start;
        this.#urlEnd = end;
        this.#urlBackslash = backslash;
      } else if (length === 8 && this.#isKey(keyStart, keyEnd, 'remoteip')) {
        this.#set(REMOTE_IP, start, end, backslash);
      } else if (length === 7 && this.#isKey(keyStart, keyEnd, 'headers')) {
        this.starts[USER_AGENT] = -1;
      } else if (length === 12 && this.#isKey(keyStart, keyEnd, 'triggermatch')) {
        this.starts[TRIGGER] = -1;
      }
    } else if (place === 'trigger') {
      if (length === 3 && this.#isKey(keyStart, keyEnd, 'key')) {
        this.#set(TRIGGER, start, end, backslash);
      }
    } else if (length === 4 && this.#isKey(keyStart, keyEnd, 'name')) {
      this.#isUserAgent = start >= 0 && this.#isKey(start, end, 'user-agent');
    } else if (length === 5 && this.#isKey(keyStart, keyEnd, 'value')) {
      this.#headerStart = start;
      this.#headerEnd = end;
      this.#headerBackslash = backslash;
    }
  }

  #set(extract: number, start: number, end: number, backslash: number): void {
    this.starts[extract] = start;
    this.ends[extract] = end;
    this.escaped[extract] = backslash < 0 ? 0 : 1;
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
