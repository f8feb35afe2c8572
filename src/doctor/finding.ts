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

/** One thing to look at, and what it is called until something is found. */
export interface Check {
  readonly what: Printable;
  /** Looks. What it found when the signal aborts says nothing. Never rejects but for bugs. */
  look(signal: AbortSignal): Promise<readonly Finding[]>;
}

/**
 * Findings to take along. One line: much of it is the service's own words, and nothing that is pasted into
 * a shell may run before Enter is pressed.
 */
export const findingsText = (title: string, findings: readonly Finding[]): string =>
  [
    title,
    ...findings.map(({ result, what, detail, advice }) =>
      [`${MARKS[result]} ${what}: ${detail}`, advice].filter(Boolean).join(' → '),
    ),
  ].join(' · ');
