import { type Printable, words } from '../../../text/printable.ts';
import type { Context } from '../../context.ts';
import { EXIT } from '../../exit-code.ts';
import { lineSource } from '../../input/line-source.ts';
import { Refusal } from '../../refusal.ts';

/** Asks the operator, on stderr, and takes lines from standard input. */
export interface Questions {
  /**
   * Asks until `read` takes the answer; an empty one stands for `usual`, where there is one.
   *
   * @throws Refusal when there are no more answers, or too many were not understood
   */
  ask<T>(question: Printable, read: (answer: string) => Answer<T>, usual?: Printable): Promise<T>;
}

/** What an answer came to. */
export type Answer<T> =
  | { readonly kind: 'taken'; readonly value: T }
  /** Why not: a sentence. */
  | { readonly kind: 'refused'; readonly reason: Printable };

export const taken = <T>(value: T): Answer<T> => ({ kind: 'taken', value });
export const refusedAnswer = (reason: Printable): Answer<never> => ({ kind: 'refused', reason });

const MOST_TRIES = 5;

export function questionsOn({ edges, words: narrator }: Context): Questions {
  const answers = lineSource(edges.stdin);
  return {
    async ask(question, read, usual) {
      const prompt = usual === undefined ? question : words`${question} [${usual}]`;
      for (let tries = 0; tries < MOST_TRIES; tries += 1) {
        edges.stderr.write(`${prompt}: `);
        const line = await answers.next(edges.interrupted);
        if (line === null) {
          edges.stderr.write('\n');
          throw new Refusal([words`Nothing was written.`], EXIT.interrupted);
        }
        const typed = line.replace(/\p{Cc}/gu, '').trim();
        const answer = read(typed === '' && usual !== undefined ? usual : typed);
        if (answer.kind === 'taken') return answer.value;
        narrator.say(answer.reason);
      }
      throw new Refusal([words`Nothing was written.`]);
    },
  };
}
