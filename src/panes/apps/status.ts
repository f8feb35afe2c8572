import { type Printable, printable, words } from '../../text/printable.ts';
import type { Style } from '../../text/style.ts';
import { type Span, span } from '../../ui/line.ts';
import { theme } from '../../ui/theme.ts';

const KNOWN: Readonly<Record<string, { readonly sign: Printable; readonly style: Style }>> = {
  active: { sign: words`●`, style: theme.good },
  ready: { sign: words`●`, style: theme.good },
  progressing: { sign: words`◐`, style: theme.warn },
  started: { sign: words`◐`, style: theme.warn },
  scheduled: { sign: words`◐`, style: theme.warn },
  deleting: { sign: words`◌`, style: theme.warn },
  notScheduled: { sign: words`○`, style: theme.faint },
  notStarted: { sign: words`○`, style: theme.faint },
  inactive: { sign: words`○`, style: theme.faint },
  failing: { sign: words`✖`, style: theme.bad },
  suspended: { sign: words`■`, style: theme.special },
  unknown: { sign: words`?`, style: theme.faint },
};

/** A status word with a sign, so that it is told apart without colour; words nobody knows are shown raw. */
export function statusSpan(status: string | null | undefined): Span {
  if (status === null || status === undefined) return span(words`–`, theme.faint);
  const known = Object.hasOwn(KNOWN, status) ? KNOWN[status] : undefined;
  if (!known) return span(words`? ${printable(status)}`, theme.special);
  return span(words`${known.sign} ${printable(status)}`, known.style);
}
