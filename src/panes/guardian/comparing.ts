import type { Assessment } from './assess.ts';

/** Whether the file is still being compared with what the service returned. */
export const isComparing = (assessment: Assessment | null): boolean =>
  assessment !== null && assessment.of.returned !== null && assessment.against === null;
