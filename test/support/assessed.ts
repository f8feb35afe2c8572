import type { GuardianUploadAnswer } from '../../src/contract/operations/guardian-upload.ts';
import type { SeenPath } from '../../src/guardian/blast-radius.ts';
import type { ReadPreflight } from '../../src/guardian/preflight.ts';
import { type Assessment, assess, comparing } from '../../src/panes/guardian/assess.ts';
import { finished } from './finished.ts';

/** The preflight of `checked`, compared with the specification in force. */
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

/** The preflight of `checked` while the comparison is still running. */
export const unassessed = (
  checked: ReadPreflight,
  data: GuardianUploadAnswer['data'],
): Assessment => assess({ checked, returned: { data, sent: null } }, { seen: [], diff: null });
