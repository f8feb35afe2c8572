import { flag, integer, text } from './scalars.ts';
import { object } from './shape.ts';

/** GenericRequestResponse (Resources; Errors, rule 2). A success may carry one filled with defaults. */
export const genericResponse = object({
  /** An HTTP status code; 0 in a default-filled object. */
  statusCode: integer,
  /** Whether the operation succeeded. False in a default-filled object: see `problems.ts`. */
  success: flag,
  /** For people. Hostile text. */
  message: text,
  /** For programs: `not_found.ratelimit_shieldzone`. */
  errorKey: text,
});
