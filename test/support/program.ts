import { fileURLToPath } from 'node:url';

/** The shipped program. `npm run build` makes it, and `npm test` builds it first. */
export const PROGRAM = fileURLToPath(new URL('../../dist/warren.cjs', import.meta.url));
