import type { GuardianUploadAnswer } from '../../src/contract/operations/guardian-upload.ts';
import type { SeenPath } from '../../src/guardian/blast-radius.ts';
import type { ReadPreflight } from '../../src/guardian/preflight.ts';
import { type Assessment, assess, comparing } from '../../src/panes/guardian/assess.ts';
import { finished } from './finished.ts';

/** What sending `checked` would do, once it has been compared with what was returned. */
export function assessed(
  checked: ReadPreflight,
  returned: GuardianUploadAnswer['data'] | null,
  seen: readonly SeenPath[] = [],
): Assessment {
  const diff = returned && finished(comparing(checked, returned));
  return assess({ checked, returned }, { seen, diff });
}

/** The same, while it is still being compared. */
export const unassessed = (
  checked: ReadPreflight,
  returned: GuardianUploadAnswer['data'],
): Assessment => assess({ checked, returned }, { seen: [], diff: null });
