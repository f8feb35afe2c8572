/**
 * Milliseconds since some moment, like `performance.now()`. The global `performance` loads a dozen of Node's
 * modules for all the other things it can do.
 */
export function elapsed(): number {
  const [seconds, nanoseconds] = process.hrtime();
  return seconds * 1e3 + nanoseconds / 1e6;
}
