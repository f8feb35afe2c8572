/**
 * Modules of Node that are imported at the start and used late or never, with the functions that are
 * imported by name. Loading `node:http2` and what it needs takes 15 ms, `node:crypto` 5, `node:zlib` 2.
 */
const lazyBuiltins: Readonly<Record<string, readonly string[]>> = {
  'node:child_process': ['spawn'],
  'node:crypto': ['createHash', 'randomBytes', 'randomUUID', 'timingSafeEqual'],
  'node:fs/promises': [
    ...['chmod', 'lstat', 'mkdir', 'open', 'opendir', 'readFile', 'realpath', 'rename', 'stat'],
    'unlink',
  ],
  'node:https': [],
  'node:stream/promises': ['pipeline'],
  'node:timers/promises': ['setImmediate', 'setTimeout'],
  'node:tls': ['checkServerIdentity'],
  'node:zlib': ['createGzip', 'gzipSync'],
};

/** Whether the bundle has the lazy form of the module called `name`. */
export const isLazyBuiltin = (name: string): boolean => Object.hasOwn(lazyBuiltins, name);

/**
 * A module that stands for the one called `name`, which it loads at its first use. Its functions can be
 * imported by name, its classes and constants are reached through the default export alone.
 */
export function lazyBuiltin(name: string): string {
  const functions = lazyBuiltins[name] ?? [];
  return [
    `const load = () => require(${JSON.stringify(name)});`,
    'export default new Proxy({}, { get: (_, key) => load()[key] });',
    ...functions.map((each) => `export const ${each} = (...args) => load().${each}(...args);`),
  ].join('\n');
}
