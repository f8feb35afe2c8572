import { expect, it } from 'vitest';
import type { AuditedChange } from '../../../src/mutations/audit.ts';
import { scriptLayout } from '../../../src/panes/scripts/index.tsx';
import { EMPTY_SCRIPTS, visibleScripts } from '../../../src/panes/scripts/state.ts';
import { NO_KEY_NAMES } from '../../../src/text/key-names.ts';
import { words } from '../../../src/text/printable.ts';
import { styledText } from '../../support/line-text.ts';

const PROFILE = {
  name: words`prod`,
  host: words`api.example`,
  baseUrl: '',
  demo: false,
  readOnly: false,
};

const SHOWN = visibleScripts(
  EMPTY_SCRIPTS,
  Array.from({ length: 6 }, (_, at) => ({ id: String(at), name: `script-${at}` })),
  [],
);

it.each([
  [60, 10, 'below'],
  [80, 19, 'below'],
  [120, 31, 'below'],
  [200, 45, 'beside'],
])('the list and what was done to a script use all of %i x %i', (columns, rows, where) => {
  const { list, details } = scriptLayout(
    EMPTY_SCRIPTS,
    { timeZone: 'utc', keyNames: NO_KEY_NAMES, preview: true, profile: PROFILE, changes: [] },
    SHOWN,
    { columns, rows },
  );
  expect(details?.where).toBe(where);
  expect(where === 'below' ? list.rows + (details?.rows ?? 0) : details?.rows).toBe(rows);
  expect(details?.lines.join('\n')).toContain('Press a to add a variable.');
});

it('what earlier sessions added is told by the audit: that of this script, with this profile, and nothing twice', () => {
  const added = (part: Partial<AuditedChange>): AuditedChange => ({
    attempt: 'a1',
    time: '2026-03-13T09:00:00Z',
    profile: 'prod',
    host: 'api.example',
    user: 'ops',
    tty: '',
    ssh: '',
    operation: 'script-add-variable',
    subject: { kind: 'script', id: '0', name: 'script-0' },
    request: { Name: 'API_URL' },
    outcome: 'accepted',
    status: 200,
    requestId: null,
    error: null,
    ...part,
  });
  const audited = [
    added({}),
    added({ attempt: 'a2', request: { Name: 'ELSEWHERE' }, host: 'other.example' }),
    added({
      attempt: 'a3',
      request: { Name: 'OF_ANOTHER' },
      subject: { kind: 'script', id: '1', name: 'x' },
    }),
    added({ attempt: 'a4', operation: 'app-delete', request: {} }),
  ];
  const { details } = scriptLayout(
    { ...EMPTY_SCRIPTS, audited },
    { timeZone: 'utc', keyNames: NO_KEY_NAMES, preview: true, profile: PROFILE, changes: [] },
    SHOWN,
    { columns: 200, rows: 45 },
  );
  const lines = styledText(details?.lines ?? []);
  expect(lines).toContain('2026-03-13 09:00:00Z API_URL: accepted · by ops');
  expect(lines.join('\n')).not.toMatch(/ELSEWHERE|OF_ANOTHER/);
});
