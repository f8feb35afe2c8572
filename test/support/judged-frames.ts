import { appendFileSync } from 'node:fs';
import { basename } from 'node:path';
import { expect } from 'vitest';
import { type SeenFrames, type SeenJourney, SIZE } from './seen-frames.ts';

/** The file for the findings, one journey a line. Without it a finding fails the journey. */
const JOURNAL = process.env['FRAMES_JOURNAL'];

/** The number of findings in an error message. */
const MOST_TOLD = 5;

/** Checks the frames of a journey when it ends. A finding fails the journey, or is written down where `JOURNAL` is set. */
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
