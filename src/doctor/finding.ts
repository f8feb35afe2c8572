import { type Printable, words } from '../text/printable.ts';

/** What a look at one thing came to. `noted`: neither good nor bad; `skipped`: there was nothing to look at. */
export type Result = 'passed' | 'failed' | 'noted' | 'skipped';

/** One line of the doctor's. */
export interface Finding {
  readonly result: Result;
  readonly what: Printable;
  readonly detail: Printable;
  /** What to do; empty when there is nothing. */
  readonly advice: Printable;
}

/** Results in words: colours alone do not tell. */
export const MARKS: Readonly<Record<Result, Printable>> = {
  passed: words`ok`,
  failed: words`FAILED`,
  noted: words`note`,
  skipped: words`skipped`,
};

const NOTHING = '' as Printable;

export const passed = (what: Printable, detail: Printable): Finding => ({
  result: 'passed',
  what,
  detail,
  advice: NOTHING,
});

export const failed = (what: Printable, detail: Printable, advice: Printable): Finding => ({
  result: 'failed',
  what,
  detail,
  advice,
});

export const noted = (
  what: Printable,
  detail: Printable,
  advice: Printable = NOTHING,
): Finding => ({ result: 'noted', what, detail, advice });

export const skipped = (what: Printable, detail: Printable): Finding => ({
  result: 'skipped',
  what,
  detail,
  advice: NOTHING,
});
