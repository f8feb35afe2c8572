import type { ApiError } from '../contract/api-error.ts';
import { type Printable, printable, words } from '../text/printable.ts';

/** What a 404 for the scan of a zone means, in the service's words where it has some: it may be about the zone or about its scans. */
export function noScanWords({ message, status, errorKey, detail }: ApiError): Printable {
  const answered = status === undefined ? words`` : words` (${status})`;
  return errorKey === undefined && detail === undefined
    ? words`Not found${answered}: this zone has no scan, or there is no such zone. The service does not say which.`
    : words`The service answered${answered}: ${printable(message)}`;
}
