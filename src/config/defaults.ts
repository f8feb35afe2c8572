// Defaults and limits.

/** Polling interval in milliseconds. */
export const DEFAULT_INTERVAL_MS = 5000;
/** As written in help and configuration. */
export const DEFAULT_INTERVAL = `${DEFAULT_INTERVAL_MS / 1000}s`;

/** Minimum polling interval in milliseconds. */
export const MIN_INTERVAL_MS = 1000;

/** How long a command waits for an application to reach a state, in milliseconds. */
export const DEFAULT_WAIT_MS = 5 * 60_000;

/** Of the embedded platform's world. */
export const DEFAULT_SEED = 1;

/** Access keys have a few dozen characters. */
export const MAX_KEY_BYTES = 4096;

/** Size limit of a configuration file. */
export const MAX_CONFIG_BYTES = 1024 * 1024;
