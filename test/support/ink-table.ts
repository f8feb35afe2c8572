import { createRequire } from 'node:module';
import * as ink from 'ink';

/**
 * ink-table for the tests, which run unbundled.
 *
 * It is CommonJS and `require`s Ink, an ES module with a top-level await, which Node refuses. Handing
 * it the namespace that is already imported avoids the load. In the bundle Ink has no top-level await
 * left (see .build), so a plain import serves there.
 */
const require = createRequire(import.meta.url);
const path = createRequire(require.resolve('ink-table')).resolve('ink');
const entry = { id: path, filename: path, loaded: true, exports: ink };
require.cache[path] = entry as unknown as NodeModule;

export default require('ink-table') as typeof import('ink-table');
