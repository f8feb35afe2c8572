import type { GuardianConfiguration } from '../../contract/operations/guardian-upload.ts';
import type { UnmatchedFate } from '../../guardian/blast-radius.ts';
import { type Printable, printable, words } from '../../text/printable.ts';
import type { Style } from '../../text/style.ts';
import { theme } from '../../ui/theme.ts';

/** What becomes of requests that no endpoint matches, as the end of a sentence: `would be blocked`. */
export const FATES: Readonly<
  Record<UnmatchedFate, { readonly would: Printable; readonly style: Style }>
> = {
  blocked: { would: words`would be blocked`, style: theme.bad },
  logged: { would: words`would be logged and let through`, style: theme.warn },
  'let through': { would: words`would be let through`, style: theme.plain },
  unknown: { would: words`may be blocked`, style: theme.warn },
};

/** The settings that decide it, as the service told them. */
export function fateReason({
  isEnabled,
  executionMode,
  unmatchedPathAction,
}: Pick<GuardianConfiguration, 'isEnabled' | 'executionMode' | 'unmatchedPathAction'>): Printable {
  const told = (value: string | null): Printable =>
    value === null ? words`not told` : printable(value);
  const enabled = isEnabled === null ? words`not told` : isEnabled ? words`on` : words`off`;
  return words`API Guardian ${enabled}, mode ${told(executionMode)}, unmatched paths ${told(unmatchedPathAction)}`;
}
