import { type Printable, words } from '../text/printable.ts';

/** What a look at one thing came to. `noted`: neither good nor bad; `skipped`: there was nothing to look at. */
export type CheckStatus = 'passed' | 'failed' | 'noted' | 'skipped';

export interface CheckResult {
  readonly result: CheckStatus;
  readonly what: Printable;
  readonly detail: Printable;
  /** What to do; empty when there is nothing. */
  readonly advice: Printable;
}

/** Results in words: colours alone do not tell. */
export const MARKS: Readonly<Record<CheckStatus, Printable>> = {
  passed: words`ok`,
  failed: words`FAILED`,
  noted: words`note`,
  skipped: words`skipped`,
};

const NOTHING = '' as Printable;

export const passed = (what: Printable, detail: Printable): CheckResult => ({
  result: 'passed',
  what,
  detail,
  advice: NOTHING,
});

export const failed = (what: Printable, detail: Printable, advice: Printable): CheckResult => ({
  result: 'failed',
  what,
  detail,
  advice,
});

export const noted = (
  what: Printable,
  detail: Printable,
  advice: Printable = NOTHING,
): CheckResult => ({ result: 'noted', what, detail, advice });

export const skipped = (what: Printable, detail: Printable): CheckResult => ({
  result: 'skipped',
  what,
  detail,
  advice: NOTHING,
});

/** One thing to look at, and what it is called until something is found. */
export interface Check {
  readonly what: Printable;
  /** Looks. What it found when the signal aborts says nothing. Never rejects but for bugs. */
  run(signal: AbortSignal): Promise<readonly CheckResult[]>;
}

/**
 * Findings to take along. One line: much of it is the service's own words, and nothing that is pasted into
 * a shell may run before Enter is pressed.
 */
export const reportText = (title: string, findings: readonly CheckResult[]): string =>
  [
    title,
    ...findings.map(({ result, what, detail, advice }) =>
      [`${MARKS[result]} ${what}: ${detail}`, advice].filter(Boolean).join(' → '),
    ),
  ].join(' · ');
