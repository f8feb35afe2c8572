import type { InputStream } from '../../../session/edges.ts';
import { EXIT, UserError } from '../../../session/errors.ts';
import { type Printable, words } from '../../../text/printable.ts';
import type { Context } from '../../context.ts';

/** Asks on stderr and reads answers from standard input. */
export interface Questions {
  /**
   * Repeats the question until `read` accepts the answer. An empty answer means `fallback`, if there is one.
   *
   * @throws UserError when the input ends, or after too many invalid answers
   */
  ask<T>(
    question: Printable,
    read: (answer: string) => Answer<T>,
    fallback?: Printable,
  ): Promise<T>;
  /** Asks for y or n; the default is no. */
  confirm(question: Printable): Promise<boolean>;
}

export type Answer<T> =
  | { readonly kind: 'taken'; readonly value: T }
  | { readonly kind: 'refused'; readonly reason: Printable };

export const taken = <T>(value: T): Answer<T> => ({ kind: 'taken', value });
export const refusedAnswer = (reason: Printable): Answer<never> => ({ kind: 'refused', reason });

/** Accepts one of a few words, or the start of one. */
export const readOneOf =
  <const Word extends string>(choices: readonly Word[], otherwise: Printable) =>
  (answer: string): Answer<Word> => {
    const word = choices.find((each) => each.startsWith(answer.toLowerCase()));
    return word && answer !== '' ? taken(word) : refusedAnswer(otherwise);
  };

export const readText = (answer: string): Answer<string> =>
  answer === '' ? refusedAnswer(words`It must not be empty: type one.`) : taken(answer);

const MAX_TRIES = 5;

function readYes(answer: string): Answer<boolean> {
  if (/^y(?:es)?$/i.test(answer)) return taken(true);
  return /^(?:no?)?$/i.test(answer) ? taken(false) : refusedAnswer(words`Answer y or n.`);
}

export function questionsOn({ edges, messages }: Context): Questions {
  const answers = lineSource(edges.stdin);
  const questions: Questions = {
    confirm: (question) => questions.ask(words`${question} [y/N]`, readYes),
    async ask(question, read, fallback) {
      const prompt = fallback === undefined ? question : words`${question} [${fallback}]`;
      for (let tries = 0; tries < MAX_TRIES; tries += 1) {
        edges.stderr.write(`${prompt}: `);
        const line = await answers.next(edges.interrupted);
        if (line === null) {
          edges.stderr.write('\n');
          throw new UserError([words`Nothing was written.`], EXIT.interrupted);
        }
        const typed = line.replace(/\p{Cc}/gu, '').trim();
        const answer = read(typed === '' && fallback !== undefined ? fallback : typed);
        if (answer.kind === 'taken') return answer.value;
        messages.print(answer.reason);
      }
      throw new UserError([words`Nothing was written.`]);
    },
  };
  return questions;
}

const MAX_LINE_LENGTH = 4096;

/** Reads single lines from standard input, and pauses it in between. */
export function lineSource(stdin: InputStream) {
  let waiting = '';
  let ended = false;

  const taken = (): string | null => {
    const end = waiting.indexOf('\n');
    if (end < 0) return null;
    const line = waiting.slice(0, end).replace(/\r$/, '');
    waiting = waiting.slice(end + 1);
    return line;
  };

  return {
    /** The next line without its line break; null at the end of input or when `signal` aborts. */
    next(signal: AbortSignal): Promise<string | null> {
      const line = taken();
      if (line !== null) return Promise.resolve(line);
      if (signal.aborted) return Promise.resolve(null);
      if (ended || stdin.readableEnded) {
        const rest = waiting === '' ? null : waiting;
        waiting = '';
        return Promise.resolve(rest);
      }
      return new Promise((resolve) => {
        const done = (result: string | null) => {
          stdin.off('data', take);
          stdin.off('end', end);
          signal.removeEventListener('abort', stop);
          stdin.pause();
          resolve(result);
        };
        const take = (chunk: Buffer | string) => {
          waiting += String(chunk);
          const line = taken();
          if (line !== null) done(line);
          else if (waiting.length > MAX_LINE_LENGTH) done(null);
        };
        const end = () => {
          ended = true;
          done(waiting === '' ? null : waiting);
          waiting = '';
        };
        const stop = () => done(null);
        stdin.on('data', take);
        stdin.on('end', end);
        signal.addEventListener('abort', stop);
        stdin.resume();
      });
    },
  };
}
