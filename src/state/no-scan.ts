import type { ApiError } from '../contract/api-error.ts';
import { type Printable, printable, words } from '../text/printable.ts';

/** The meaning of a 404 for a zone's scan: about the zone or its scans. Uses the service's words if it has some. */
export function noScanWords({ message, status, errorKey, detail }: ApiError): Printable {
  const answered = status === undefined ? words`` : words` (${status})`;
  return errorKey === undefined && detail === undefined
    ? words`Not found${answered}: this zone has no scan, or there is no such zone. The service does not say which.`
    : words`The service answered${answered}: ${printable(message)}`;
}
