import type { ApiErrorKind } from '../contract/api-error.ts';

/** Failures of a page of an event log that are worth retrying. */
export const RETRYABLE_PAGES: ReadonlySet<ApiErrorKind> = new Set([
  'unreachable',
  'interrupted',
  'timeout',
  'service',
  'rate-limited',
]);

/** Failures that a command that waits retries. */
export const RETRYABLE: ReadonlySet<ApiErrorKind> = new Set([...RETRYABLE_PAGES, 'unexpected']);
