import { type Printable, words } from '../text/printable.ts';

/** `noted`: neither good nor bad. `skipped`: there was nothing to check. */
export type CheckStatus = 'passed' | 'failed' | 'noted' | 'skipped';

export interface CheckResult {
  readonly result: CheckStatus;
  readonly what: Printable;
  readonly detail: Printable;
  /** What to do; empty for nothing. */
  readonly advice: Printable;
}

/** Words for results, since colours alone are not enough. */
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

/** A check, and its name while it is running. */
export interface Check {
  readonly what: Printable;
  /** Runs the check. After the signal aborts, results are ignored. Rejects only for bugs. */
  run(signal: AbortSignal): Promise<readonly CheckResult[]>;
}

/**
 * The findings for the clipboard, in one line: much of it is text from the service, and pasting it into a shell must
 * not run anything.
 */
export const reportText = (title: string, findings: readonly CheckResult[]): string =>
  [
    title,
    ...findings.map(({ result, what, detail, advice }) =>
      [`${MARKS[result]} ${what}: ${detail}`, advice].filter(Boolean).join(' → '),
    ),
  ].join(' · ');
