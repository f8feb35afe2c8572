import { appendFileSync } from 'node:fs';
import { basename } from 'node:path';
import { expect } from 'vitest';
import { type SeenFrames, type SeenJourney, SIZE } from './seen-frames.ts';

/** Where the findings of each journey are written, one journey a line; without it they fail it. */
const JOURNAL = process.env['FRAMES_JOURNAL'];

/** So many findings say it all. */
const MOST_TOLD = 5;

/**
 * Holds what a journey has seen against the rules when it ends: a finding fails it. At a size that is not its own the
 * findings are written down.
 */
export function judged(frames: SeenFrames): void {
  const { testPath = '', currentTestName: test = '' } = expect.getState();
  if (!testPath.includes('/journeys/')) return;
  const findings = frames.judge();
  if (JOURNAL === undefined) {
    expect(findings.slice(0, MOST_TOLD).join('\n\n'), 'what holds for every screen').toBe('');
    return;
  }
  const line = {
    size: SIZE ?? 'own',
    file: basename(testPath),
    test,
    ...frames.counts(),
    findings,
  };
  appendFileSync(JOURNAL, `${JSON.stringify(line satisfies SeenJourney)}\n`);
}
