import type { GuardianUploadAnswer } from '../../src/contract/operations/guardian-upload.ts';
import type { SeenPath } from '../../src/guardian/blast-radius.ts';
import type { ReadPreflight } from '../../src/guardian/preflight.ts';
import { type Assessment, assess, comparing } from '../../src/panes/guardian/assess.ts';
import { finished } from './finished.ts';

/** What sending `checked` would do, once it has been compared with what was returned. */
export function assessed(
  checked: ReadPreflight,
  data: GuardianUploadAnswer['data'] | null,
  seen: readonly SeenPath[] = [],
  sent: ReadPreflight | null = null,
): Assessment {
  const returned = data && { data, sent };
  const diff = returned && finished(comparing(checked, returned));
  return assess({ checked, returned }, { seen, diff });
}

/** The same, while it is still being compared. */
export const unassessed = (
  checked: ReadPreflight,
  data: GuardianUploadAnswer['data'],
): Assessment => assess({ checked, returned: { data, sent: null } }, { seen: [], diff: null });
