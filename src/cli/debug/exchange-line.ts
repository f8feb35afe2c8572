import type { Exchange } from '../../contract/exchange.ts';
import { type Printable, printable } from '../../text/printable.ts';

/** Longer ones say no more. */
const LONGEST_PATH = 300;

/** A path without what an operator typed: of a query, numbers and dates stay, other values give their length. */
function redactedPath(path: string): string {
  const [place = '', query] = path.split('?', 2);
  if (query === undefined) return place;
  const values = [...new URLSearchParams(query)].map(([name, value]) =>
    /^[\d-]{1,20}$/.test(value) ? `${name}=${value}` : `${name}=‹${value.length} characters›`,
  );
  return `${place}?${values.join('&')}`;
}

/**
 * An exchange as a line of the debug log, with no text that the operator typed or the service wrote: of an
 * error only its kind. What service and operator say to each other is theirs.
 */
export function exchangeLine({ id, operation, method, path, outcome }: Exchange): Printable {
  const request = `#${id} ${operation}`;
  switch (outcome.kind) {
    case 'in-flight':
      return printable(`→ ${request} ${method} ${redactedPath(path).slice(0, LONGEST_PATH)}`);
    case 'answered': {
      const { status, ms, bytes, skewMs, error } = outcome;
      const skew = skewMs === null ? '' : ` skew ${Math.round(skewMs)} ms`;
      const failure = error ? ` ${error.kind}` : '';
      return printable(`← ${request} ${status} ${Math.round(ms)} ms ${bytes} B${skew}${failure}`);
    }
    case 'failed':
      return printable(`✖ ${request} ${outcome.error.kind} after ${Math.round(outcome.ms)} ms`);
  }
}
