import type { InputStream } from '../../../session/edges.ts';
import { EXIT, UserError } from '../../../session/errors.ts';
import { type Printable, words } from '../../../text/printable.ts';
import type { Context } from '../../context.ts';

/** Asks on stderr and reads answers from standard input. */
export interface Questions {
  /**
   * Repeats the question while `read` rejects the answer with a UserError. An empty answer means `fallback`, if there is
   * one.
   *
   * @throws UserError when the input ends, or after too many invalid answers
   */
  ask<T>(question: Printable, read: (answer: string) => T, fallback?: Printable): Promise<T>;
  /** Asks for y or n; the default is no. */
  confirm(question: Printable): Promise<boolean>;
}

export const refuse = (reason: Printable): never => {
  throw new UserError([reason]);
};

/** Accepts one of a few words, or the start of one. */
export const readOneOf =
  <const Word extends string>(choices: readonly Word[], otherwise: Printable) =>
  (answer: string): Word => {
    const word = choices.find((each) => each.startsWith(answer.toLowerCase()));
    return word && answer !== '' ? word : refuse(otherwise);
  };

export const readText = (answer: string): string =>
  answer === '' ? refuse(words`It must not be empty: type one.`) : answer;

const MAX_TRIES = 5;

function readYes(answer: string): boolean {
  if (/^y(?:es)?$/i.test(answer)) return true;
  return /^(?:no?)?$/i.test(answer) ? false : refuse(words`Answer y or n.`);
}

export function questionsOn({ edges, messages }: Context): Questions {
  const answers = lineSource(edges.stdin);
  let isAnswered = false;
  const questions: Questions = {
    confirm: (question) => questions.ask(words`${question} [y/N]`, readYes),
    async ask(question, read, fallback) {
      const prompt = fallback === undefined ? question : words`${question} [${fallback}]`;
      for (let tries = 0; tries < MAX_TRIES; tries += 1) {
        edges.stderr.write(`${prompt}: `);
        const line = await answers.next(edges.interrupted);
        if (line === null) {
          edges.stderr.write('\n');
          if (edges.interrupted.aborted)
            throw new UserError([words`Nothing was written.`], EXIT.interrupted);
          throw new UserError([
            isAnswered || edges.stdin.isTTY
              ? words`The input ended before the last question. Nothing was written.`
              : words`init needs a terminal or answers on standard input.`,
          ]);
        }
        isAnswered = true;
        const typed = line.replace(/\p{Cc}/gu, '').trim();
        try {
          return read(typed === '' && fallback !== undefined ? fallback : typed);
        } catch (error) {
          if (!(error instanceof UserError)) throw error;
          for (const line of error.lines) messages.print(line);
        }
      }
      throw new UserError([
        words`Five answers could not be used; nothing was written. Start again with warren init.`,
      ]);
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
