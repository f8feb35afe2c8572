import { ApiError } from '../contract/api-error.ts';
import type { Call } from '../contract/operation.ts';
import type { Clock } from '../edges/clock.ts';
import { holdsKey, withoutKey } from '../http/access-key.ts';
import { type Printable, printable, words } from '../text/printable.ts';
import type { KeySource } from './choose-service.ts';
import { UserError } from './errors.ts';

/** The access key of a session, for one origin; it may have been replaced where it came from. */
export interface SessionKey {
  /** As it was read last. */
  current(): string;
  /** Whether a text has it, or one that it was before; not of one that is so short that it could stand there by chance. */
  isIn(text: string): boolean;
  /** `text` as an answer would have it: with it masked. */
  masked(text: string): string;
  /** `text` without it and those that it was before. */
  redact(text: string): string;
  /** Reads it again, as `refused` was not accepted; a key is never asked for on the terminal here. Never rejects. */
  readAgain(refused: string): Promise<KeyNews>;
}

/** What became of a refused key, and words for the operator. */
interface KeyNews {
  readonly isNew: boolean;
  readonly text: Printable;
}

interface SessionKeyOptions {
  readonly source: KeySource;
  readonly clock: Pick<Clock, 'elapsed'>;
  /** Reads it from its source. Rejects with a UserError when there is none. */
  read(): Promise<string>;
}

/** A command may ask for a passphrase: it is not run more often than this, milliseconds. */
const BETWEEN_COMMANDS = 60_000;

/** Reads the key of a session. Rejects with a UserError when there is none. */
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
        if (clock.elapsed() - readAt < BETWEEN_COMMANDS)
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
        ? same(words`Key not accepted, and ${name} still has the same one.`)
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
      // Another call has had it read meanwhile.
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

/** A key that nothing replaces, as the embedded platform's. */
export const fixedKey = (key: string): SessionKey => ({
  current: () => key,
  isIn: (text) => holdsKey(text, key),
  masked: (text) => withoutKey(text, key),
  redact: (text) => (key === '' ? text : text.replaceAll(key, '‹redacted›')),
  readAgain: async () => same(words`Key not accepted.`),
});

/**
 * `call`, which reads the key again where it is not accepted (401), and then repeats a read once with the new one. A
 * change is never repeated: the operator decides.
 *
 * @param noticed is told what became of the key
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
