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

const finding =
  (result: CheckStatus) =>
  (what: Printable, detail: Printable, advice = '' as Printable): CheckResult => ({
    result,
    what,
    detail,
    advice,
  });

export const passed = finding('passed');
export const failed = finding('failed');
export const noted = finding('noted');
export const skipped = finding('skipped');

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
