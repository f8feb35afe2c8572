import { fileURLToPath } from 'node:url';

/** The program as it is shipped: `npm run build` makes it, and `npm test` begins with that. */
export const PROGRAM = fileURLToPath(new URL('../../dist/warren.cjs', import.meta.url));
