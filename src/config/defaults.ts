/** What holds until somebody says otherwise, and how far they may go. */

/** Milliseconds between two polls. */
export const DEFAULT_INTERVAL_MS = 5000;
/** As people write it. */
export const DEFAULT_INTERVAL = `${DEFAULT_INTERVAL_MS / 1000}s`;

/** No service is asked more often than this. */
export const MIN_INTERVAL_MS = 1000;

/** How long a command waits for an application to get into a state. */
export const DEFAULT_WAIT_MS = 5 * 60_000;

/** Of the embedded platform's world. */
export const DEFAULT_SEED = 1;

/** Access keys are a few dozen characters. */
export const MAX_KEY_BYTES = 4096;

/** Of a file of the configuration. */
export const MAX_CONFIG_BYTES = 1024 * 1024;
