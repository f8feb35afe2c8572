import { printable } from '../../text/printable.ts';
import type { Style } from '../../text/style.ts';
import { type Span, span } from '../../ui/line.ts';
import { theme } from '../../ui/theme.ts';

/** Words the labels were seen to hold; anything else is drawn plain. */
const OF_STATUS: Readonly<Record<string, Style>> = {
  blocked: theme.bad,
  challenged: theme.warn,
  logged: theme.plain,
};

/** What was done with the request, told apart by its word. */
export const statusCell = (status: string | null): Span => {
  const folded = (status ?? '').toLowerCase();
  return span(
    printable(status || '–'),
    Object.hasOwn(OF_STATUS, folded) ? OF_STATUS[folded] : theme.plain,
  );
};
