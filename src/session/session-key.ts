import { ApiError } from '../contract/api-error.ts';
import type { Call } from '../contract/operation.ts';
import type { Clock } from '../edges/clock.ts';
import { holdsKey, withoutKey } from '../http/access-key.ts';
import type { KeyFinder } from '../mutations/key-finder.ts';
import { type Printable, printable, words } from '../text/printable.ts';
import type { KeySource } from './choose-service.ts';
import { UserError } from './errors.ts';

/** A session's access key, for one origin. It may be replaced at its source. */
export interface SessionKey extends KeyFinder {
  /** The key as last read. */
  current(): string;
  /** Removes this key and earlier ones from a text. */
  redact(text: string): string;
  /** Reads the key again after `refused` was not accepted, but never asks on the terminal. Never rejects. */
  readAgain(refused: string): Promise<KeyNews>;
}

/** The result of reading a rejected key again, with a message for the operator. */
interface KeyNews {
  readonly isNew: boolean;
  readonly text: Printable;
}

interface SessionKeyOptions {
  readonly source: KeySource;
  readonly clock: Pick<Clock, 'elapsed'>;
  /** Reads the key from its source. Rejects with a UserError if there is none. */
  read(): Promise<string>;
}

/** Minimum time between two runs of a key command, in milliseconds, since it may ask for a passphrase. */
const MIN_COMMAND_INTERVAL_MS = 60_000;

/** Reads the session's key. Rejects with a UserError if there is none. */
export async function openSessionKey(options: SessionKeyOptions): Promise<SessionKey> {
  const { source, clock, read } = options;
  let key = await read();
  let readAt = clock.elapsed();
  const known = new Set([key]);
  let reading: Promise<KeyNews> | undefined;
  let last: KeyNews = same(words`Key not accepted.`);

  const fresh = async (): Promise<KeyNews> => {
    switch (source.kind) {
      case 'environment':
        return same(words`Key not accepted. To use another WARREN_ACCESS_KEY, start again.`);
      case 'prompt':
        return same(words`Key not accepted. Start again to enter another one.`);
      case 'command':
        if (clock.elapsed() - readAt < MIN_COMMAND_INTERVAL_MS)
          return same(words`Key not accepted; access_key_command ran less than a minute ago.`);
    }
    const name =
      source.kind === 'file' ? words`${printable(source.path)}` : words`access_key_command`;
    readAt = clock.elapsed();
    try {
      const before = key;
      key = await read();
      known.add(key);
      return key === before
        ? same(words`Key not accepted, and unchanged in ${name}.`)
        : { isNew: true, text: words`Access key re-read from ${name}.` };
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      return same(words`Key not accepted. ${error.lines[0] ?? words`There is no other.`}`);
    }
  };

  return {
    current: () => key,
    isIn: (text) => [...known].some((each) => holdsKey(text, each)),
    masked: (text) => withoutKey(text, key),
    redact: (text) =>
      [...known].reduce((rest, each) => (each ? rest.replaceAll(each, '‹redacted›') : rest), text),
    async readAgain(refused) {
      // Another call has already read it again.
      if (refused !== key) return last;
      reading ??= fresh().finally(() => {
        reading = undefined;
      });
      last = await reading;
      return last;
    },
  };
}

const same = (text: Printable): KeyNews => ({ isNew: false, text });

/** A key that never changes, as in the embedded platform. */
export const fixedKey = (key: string): SessionKey => ({
  current: () => key,
  isIn: (text) => holdsKey(text, key),
  masked: (text) => withoutKey(text, key),
  redact: (text) => (key === '' ? text : text.replaceAll(key, '‹redacted›')),
  readAgain: async () => same(words`Key not accepted.`),
});

/**
 * Wraps `call`: after a 401, reads the key again, and repeats a read once with the new key. Changes are never
 * repeated; the operator decides.
 *
 * @param noticed receives messages about the key
 */
export function callReadingKeyAgain(
  call: Call,
  key: SessionKey,
  noticed: (text: Printable, isNew: boolean) => void,
): Call {
  return async (operation, input, signal, onBody) => {
    const used = key.current();
    try {
      return await call(operation, input, signal, onBody);
    } catch (error) {
      if (!(error instanceof ApiError) || error.kind !== 'unauthorised') throw error;
      const { isNew, text } = await key.readAgain(used);
      noticed(text, isNew);
      if (!isNew || operation.effect !== 'reads' || signal?.aborted) throw error;
      return call(operation, input, signal, onBody);
    }
  };
}
