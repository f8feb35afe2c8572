import { isAscii, isUtf8 } from 'node:buffer';
import type { EventLogPage } from '../../contract/operations/event-logs.ts';
import { ABSENT, DICTIONARY_LIMITS, LABELS, OTHER } from '../storage/columns.ts';
import type { Draft } from '../storage/draft.ts';
import type { BlockParts } from '../storage/entry-block.ts';
import { writeId } from '../storage/identity.ts';
import { RowCoder } from '../storage/row-coder.ts';
import { Segment } from '../storage/segment.ts';
import { CONTROL, ESCAPED, KIND, NOT_ASCII, writeUtf8 } from './text-bytes.ts';

const QUOTE = 34;
const COMMA = 44;
const COLON = 58;
const OPEN_BRACKET = 91;
const BACKSLASH = 92;
const CLOSE_BRACKET = 93;
const OPEN_BRACE = 123;
const CLOSE_BRACE = 125;
const ZERO = 48;
const NINE = 57;
const LETTER_A = 97;
const LETTER_F = 102;
const LETTER_N = 110;
const LETTER_U = 117;
/** Below it are the characters that JSON wants escaped. */
const SPACE = 32;

/** The page is not written as is expected here. */
const LOST = -1;

/** More digits than these a double may not hold. */
const MOST_DIGITS = 15;

const bytesOf = (name: string): Uint8Array => Buffer.from(`"${name}"`);
const LOGS = bytesOf('logs' satisfies keyof EventLogPage);
const MEMBERS = ['logId', 'timestamp', 'log', 'labels'].map(bytesOf);
const LABEL_NAMES = LABELS.map(bytesOf);
/** One bit for each of {@link LABELS}, all of them set. */
const ALL_LABELS = (1 << LABELS.length) - 1;
const ALL_MEMBERS = (1 << MEMBERS.length) - 1;

/** Codes of labels by their bytes. */
const CACHED = 64;

/** A page, its entries apart from the rest. */
interface ScannedPage {
  readonly entries: BlockParts;
  /** The page as JSON text with an empty list of entries. */
  readonly rest: string;
}

/**
 * Reads the entries of a page from its bytes into columns, without making an object of any. Only pages whose entries
 * have all members that the contract names, once each and no other, with texts and an exact stamp: what is written
 * otherwise is to be parsed. What it takes is what parsing would make of it.
 */
export class PageScanner {
  readonly #coder = new RowCoder(DICTIONARY_LIMITS, Math.trunc(Math.random() * 2 ** 32));
  #draft: Draft | undefined;
  #body: Buffer = Buffer.alloc(0);
  #segment = new Segment(0, '');
  /** The block of logs, and where the log that was read last ends in it. */
  #text: Buffer = Buffer.alloc(0);
  #textEnd = 0;
  #isAscii = true;
  /** Whether the string that was passed last has escapes. */
  #hasEscapes = false;
  /** Of the entry that is read. */
  #stamp = 0;
  #idStart = 0;
  #idEnd = 0;
  readonly #labelStarts = new Int32Array(LABELS.length);
  readonly #labelEnds = new Int32Array(LABELS.length);
  /** Where a value of a label was met last in the body, and its code. */
  readonly #cacheStarts = new Int32Array(LABELS.length * CACHED);
  readonly #cacheEnds = new Int32Array(LABELS.length * CACHED);
  readonly #cacheCodes = new Uint16Array(LABELS.length * CACHED);

  /** @param body good until this returns; null where it is to be parsed */
  scan(body: Uint8Array): ScannedPage | null {
    if (!isAscii(body) && !isUtf8(body)) return null;
    this.#body = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
    this.#coder.clear();
    this.#cacheEnds.fill(LOST);
    const segment = new Segment(0, '', this.#draft);
    this.#segment = segment;
    // A log takes more room in the page than in the block.
    this.#text = segment.roomFor(body.length);
    const place = this.#page();
    this.#draft = segment.draft;
    if (!place) return null;
    const rest = `${this.#body.toString('utf8', 0, place.from)}[]${this.#body.toString('utf8', place.to)}`;
    return { entries: { segment: segment.parts(), values: this.#coder.values }, rest };
  }

  /** Reads all entries; gives where their list begins and ends. Null where there is more than one, or none. */
  #page(): { readonly from: number; readonly to: number } | null {
    const body = this.#body;
    let place: { from: number; to: number } | null = null;
    let at = this.#space(0);
    if (body[at] !== OPEN_BRACE) return null;
    do {
      const key = this.#space(at + 1);
      const isLogs = this.#isName(key, LOGS);
      if (body[key] !== QUOTE) return null;
      at = this.#string(key + 1);
      // A name with escapes may be any name.
      if (at < 0 || this.#hasEscapes) return null;
      at = this.#space(at + 1);
      if (body[at] !== COLON) return null;
      const from = this.#space(at + 1);
      if (isLogs) {
        if (place) return null;
        at = this.#entries(from);
        place = { from, to: at };
      } else at = this.#passed(from);
      if (at < 0) return null;
      at = this.#space(at);
    } while (body[at] === COMMA);
    return body[at] === CLOSE_BRACE ? place : null;
  }

  /** Reads the list of entries at `from`; gives the position behind it. */
  #entries(from: number): number {
    const body = this.#body;
    if (body[from] !== OPEN_BRACKET) return LOST;
    let at = from;
    do {
      at = this.#space(at + 1);
      if (body[at] !== OPEN_BRACE) return LOST;
      at = this.#entry(at);
      if (at < 0) return LOST;
      at = this.#space(at);
    } while (body[at] === COMMA);
    return body[at] === CLOSE_BRACKET ? at + 1 : LOST;
  }

  /** Reads the entry whose brace is at `from`; gives the position behind it. */
  #entry(from: number): number {
    const body = this.#body;
    let seen = 0;
    let at = from;
    for (let likely = 0; ; likely += 1) {
      const key = this.#space(at + 1);
      const member = this.#nameAt(key, MEMBERS, likely);
      if (member < 0 || (seen & (1 << member)) !== 0) return LOST;
      seen |= 1 << member;
      at = this.#space(key + (MEMBERS[member] as Uint8Array).length);
      if (body[at] !== COLON) return LOST;
      at = this.#member(member, this.#space(at + 1));
      if (at < 0) return LOST;
      at = this.#space(at);
      if (body[at] === CLOSE_BRACE) break;
      if (body[at] !== COMMA) return LOST;
    }
    if (seen !== ALL_MEMBERS) return LOST;
    this.#take();
    return at + 1;
  }

  /** Reads the value of one of {@link MEMBERS}; gives the position behind it. */
  #member(member: number, at: number): number {
    if (member === 1) return this.#digits(at);
    if (member === 3) return this.#labels(at);
    if (this.#body[at] !== QUOTE) return LOST;
    if (member === 2) return this.#log(at + 1);
    const end = this.#string(at + 1);
    if (end < 0 || this.#hasEscapes) return LOST;
    this.#idStart = at + 1;
    this.#idEnd = end;
    return end + 1;
  }

  #digits(from: number): number {
    const body = this.#body;
    let at = from;
    let value = 0;
    for (let byte = body[at] as number; byte >= ZERO && byte <= NINE; byte = body[at] as number) {
      value = value * 10 + byte - ZERO;
      at += 1;
    }
    const digits = at - from;
    if (digits === 0 || digits > MOST_DIGITS) return LOST;
    if (digits > 1 && body[from] === ZERO) return LOST;
    this.#stamp = value;
    // What else a number may have is not looked for: neither a comma nor a brace comes next then.
    return at;
  }

  #labels(from: number): number {
    const body = this.#body;
    if (body[from] !== OPEN_BRACE) return LOST;
    let seen = 0;
    let at = from;
    for (let likely = 0; ; likely += 1) {
      const key = this.#space(at + 1);
      const label = this.#nameAt(key, LABEL_NAMES, likely);
      if (label < 0 || (seen & (1 << label)) !== 0) return LOST;
      seen |= 1 << label;
      at = this.#space(key + (LABEL_NAMES[label] as Uint8Array).length);
      if (body[at] !== COLON) return LOST;
      at = this.#space(at + 1);
      if (body[at] === QUOTE) {
        const end = this.#string(at + 1);
        if (end < 0 || this.#hasEscapes) return LOST;
        this.#labelStarts[label] = at + 1;
        this.#labelEnds[label] = end;
        at = end + 1;
      } else {
        at = this.#null(at);
        if (at < 0) return LOST;
        this.#labelStarts[label] = -1;
      }
      at = this.#space(at);
      if (body[at] === CLOSE_BRACE) return seen === ALL_LABELS ? at + 1 : LOST;
      if (body[at] !== COMMA) return LOST;
    }
  }

  #null(at: number): number {
    const is = this.#body[at] === LETTER_N && this.#body.toString('latin1', at, at + 4) === 'null';
    return is ? at + 4 : LOST;
  }

  /** Gives the entry that was read last its row. */
  #take(): void {
    const segment = this.#segment;
    const stamp = this.#stamp;
    const row = segment.beginWritten(stamp, this.#textEnd, this.#isAscii);
    const logId = this.#body.toString('utf8', this.#idStart, this.#idEnd);
    writeId(segment, row, { logId, log: null, timestamp: stamp });
    for (let label = 0; label < LABELS.length; label += 1) {
      const start = this.#labelStarts[label] as number;
      if (start < 0) (segment.codes[label] as Uint16Array)[row] = ABSENT;
      else this.#codeLabel(row, label, start, this.#labelEnds[label] as number);
    }
    this.#coder.codeExtracts(segment, row, this.#text);
  }

  #codeLabel(row: number, label: number, start: number, end: number): void {
    const body = this.#body;
    const length = end - start;
    const mark = length === 0 ? 0 : (body[start] as number) * 3 + (body[end - 1] as number);
    const slot = label * CACHED + ((mark + length * 7) & (CACHED - 1));
    const cached = this.#cacheStarts[slot] as number;
    let is = this.#cacheEnds[slot] === cached + length;
    for (let at = 0; is && at < length; at += 1) is = body[cached + at] === body[start + at];
    if (is) {
      (this.#segment.codes[label] as Uint16Array)[row] = this.#cacheCodes[slot] as number;
      return;
    }
    const code = this.#coder.codeLabel(
      this.#segment,
      row,
      label,
      body.toString('utf8', start, end),
    );
    // What has no code of its own is kept with each row.
    if (code === OTHER) return;
    this.#cacheStarts[slot] = start;
    this.#cacheEnds[slot] = end;
    this.#cacheCodes[slot] = code;
  }

  /** Writes the string behind the quote before `from` into the block of logs; gives the position behind it. */
  #log(from: number): number {
    const body = this.#body;
    const text = this.#text;
    const limit = body.length;
    let to = this.#segment.textLength;
    let isAscii = true;
    for (let at = from; at < limit; at += 1) {
      const byte = body[at] as number;
      const kind = KIND[byte] as number;
      if (kind <= NOT_ASCII) {
        text[to] = byte;
        to += 1;
        if (kind === NOT_ASCII) isAscii = false;
        continue;
      }
      if (kind === CONTROL) return LOST;
      if (byte === QUOTE) {
        this.#textEnd = to;
        this.#isAscii = isAscii;
        return at + 1;
      }
      at += 1;
      const letter = body[at] as number;
      if (letter !== LETTER_U) {
        const meant = letter < 128 ? (ESCAPED[letter] as number) : 0;
        if (meant === 0) return LOST;
        text[to] = meant;
        to += 1;
        continue;
      }
      let unit = this.#hex(at + 1);
      at += 4;
      if (unit >= 0xd800 && unit < 0xdc00) {
        const isPair = body[at + 1] === BACKSLASH && body[at + 2] === LETTER_U;
        const low = isPair ? this.#hex(at + 3) : LOST;
        if (low < 0xdc00 || low >= 0xe000) return LOST;
        unit = 0x10000 + ((unit - 0xd800) << 10) + (low - 0xdc00);
        at += 6;
      } else if (unit < 0 || (unit >= 0xdc00 && unit < 0xe000)) return LOST;
      if (unit >= 128) isAscii = false;
      to = writeUtf8(text, to, unit);
    }
    return LOST;
  }

  /** The number that four digits stand for. */
  #hex(at: number): number {
    let value = 0;
    for (let digit = at; digit < at + 4; digit += 1) {
      const byte = this.#body[digit] as number;
      const letter = byte | 32;
      if (byte >= ZERO && byte <= NINE) value = value * 16 + byte - ZERO;
      else if (letter >= LETTER_A && letter <= LETTER_F)
        value = value * 16 + letter - LETTER_A + 10;
      else return LOST;
    }
    return value;
  }

  /** The position of the quote that ends the string whose first byte is at `from`. */
  #string(from: number): number {
    const body = this.#body;
    const limit = body.length;
    this.#hasEscapes = false;
    for (let at = from; at < limit; at += 1) {
      const byte = body[at] as number;
      if (byte === QUOTE) return at;
      if (byte < SPACE) return LOST;
      if (byte === BACKSLASH) {
        this.#hasEscapes = true;
        at += 1;
      }
    }
    return LOST;
  }

  /** Passes over a value, which is parsed later; gives the position behind it. */
  #passed(from: number): number {
    const body = this.#body;
    let depth = 0;
    for (let at = from; at < body.length; at += 1) {
      const byte = body[at] as number;
      if (byte === QUOTE) {
        at = this.#string(at + 1);
        if (at < 0) return LOST;
      } else if (byte === OPEN_BRACE || byte === OPEN_BRACKET) depth += 1;
      else if (byte === CLOSE_BRACE || byte === CLOSE_BRACKET) {
        if (depth === 0) return at;
        depth -= 1;
      } else if (byte === COMMA && depth === 0) return at;
    }
    return LOST;
  }

  #space(from: number): number {
    const body = this.#body;
    let at = from;
    for (;;) {
      const byte = body[at];
      if (byte !== SPACE && byte !== 10 && byte !== 13 && byte !== 9) return at;
      at += 1;
    }
  }

  /** Which of `names` stands at `at`, from its quote on: most often the one at `likely`. */
  #nameAt(at: number, names: readonly Uint8Array[], likely: number): number {
    if (likely < names.length && this.#isName(at, names[likely] as Uint8Array)) return likely;
    for (let name = 0; name < names.length; name += 1) {
      if (this.#isName(at, names[name] as Uint8Array)) return name;
    }
    return LOST;
  }

  #isName(at: number, name: Uint8Array): boolean {
    const body = this.#body;
    for (let index = 0; index < name.length; index += 1) {
      if (body[at + index] !== name[index]) return false;
    }
    return true;
  }
}
