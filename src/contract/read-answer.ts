import type { ApiErrorParts } from './api-error.ts';
import type { Drift } from './drift.ts';
import { InvalidJson, parseJson } from './json.ts';
import type { Operation } from './operation.ts';
import { problemIn, type RawAnswer } from './problems.ts';
import type { Json } from './scalars.ts';
import { Misfit } from './shape.ts';

/** What an answer turned out to be. */
export type Reading<Answer> =
  | { readonly kind: 'answer'; readonly answer: Answer }
  | { readonly kind: 'problem'; readonly problem: ApiErrorParts };

const SHOWN = 80;

function unexpected(status: number, title: string, detail?: string): Reading<never> {
  return { kind: 'problem', problem: { kind: 'unexpected', status, title, detail } };
}

/** Enough to recognise what arrived instead of JSON. */
function beginning({ contentType, text }: Omit<RawAnswer, 'json'>): string {
  const begin = text.trim().slice(0, SHOWN);
  return `${contentType ?? 'no content type'}, ${text.length} characters, beginning with ${begin}`;
}

/**
 * Reads a whole answer to `operation`: a failure in any of the forms of `problems.ts`, or the decoded
 * answer. What does not fit the contract at all is a problem of kind `unexpected`. Never throws.
 */
export function readAnswer<Answer>(
  operation: Operation<never, Answer>,
  raw: Omit<RawAnswer, 'json'>,
  drift: Drift,
): Reading<Answer> {
  let json: Json | undefined;
  let fault = 'The answer is empty';
  if (raw.text.trim() !== '') {
    try {
      json = parseJson(raw.text);
    } catch (error) {
      if (!(error instanceof InvalidJson)) throw error;
      fault = `The answer is ${error.message}`;
    }
  }
  const problem = problemIn({ ...raw, json });
  if (problem) return { kind: 'problem', problem };
  if (json === undefined && operation.answer.shape !== undefined) {
    return unexpected(raw.status, fault, raw.text === '' ? undefined : beginning(raw));
  }
  try {
    return { kind: 'answer', answer: operation.answer.decode(json, drift) };
  } catch (error) {
    if (!(error instanceof Misfit)) throw error;
    return unexpected(raw.status, 'The answer does not fit the contract', error.message);
  }
}
