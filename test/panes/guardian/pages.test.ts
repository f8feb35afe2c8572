import { describe, expect, it } from 'vitest';
import { ApiError } from '../../../src/contract/api-error.ts';
import { type PageSource, pageOf, sectionMarks } from '../../../src/panes/guardian/layout.ts';
import { SECTIONS, type SectionId } from '../../../src/panes/guardian/page.ts';
import {
  EMPTY_GUARDIAN,
  type GuardianState,
  NEW_ZONE,
  type ZoneWork,
} from '../../../src/panes/guardian/state.ts';
import { uploadRequest } from '../../../src/panes/guardian/upload-request.ts';
import type { Change, ChangeState } from '../../../src/state/change.ts';
import { NO_KEY_NAMES } from '../../../src/state/key-names.ts';
import { EMPTY_WORKSPACE } from '../../../src/state/workspace.ts';
import { words } from '../../../src/text/printable.ts';
import { KEYS } from '../../support/console.ts';
import { guardianConsole, SHOP_FILE } from '../../support/guardian-console.ts';
import { SHOP } from '../../support/guardian-samples.ts';
import { ANSWERED, AT, CHOSEN, FILE, pageSays, UNREADABLE } from '../../support/guardian-states.ts';
import { styledText } from '../../support/line-text.ts';

const CONSOLE: PageSource = {
  workspace: { ...EMPTY_WORKSPACE, shieldZones: [{ id: '7', name: 'shop.example' }] },
  profile: {
    name: words`prod`,
    host: words`api.example`,
    baseUrl: '',
    demo: false,
    readOnly: false,
  },
  changes: [],
  timeZone: 'utc',
  keyNames: NO_KEY_NAMES,
};

const state = (section: SectionId, work: ZoneWork = NEW_ZONE): GuardianState => ({
  ...EMPTY_GUARDIAN,
  section,
  zone: '7',
  zones: new Map([['7', work]]),
});

const filtered = (section: SectionId, filter: string): GuardianState => {
  const { lists, ...rest } = state(section, ANSWERED);
  return { ...rest, lists: { ...lists, [section]: { ...lists[section], filter } } };
};

it('without a zone it says how to watch one', () => {
  expect(pageSays(pageOf({ ...state('check'), zone: null }, CONSOLE))).toContain(
    'Type :add zone ID',
  );
});

it('every section has something to say in every state', () => {
  for (const section of SECTIONS) {
    for (const work of [NEW_ZONE, CHOSEN, ANSWERED, UNREADABLE]) {
      expect(pageSays(pageOf(state(section, work), CONSOLE))).not.toBe('');
    }
  }
});

it('knows how many rows a filter hides', () => {
  const hidden = (shown: GuardianState) => pageOf(shown, CONSOLE).hidden;
  expect(hidden(state('endpoints', ANSWERED))).toBe(0);
  expect(hidden(filtered('endpoints', 'session'))).toBe(3);
  expect(hidden(filtered('changes', 'nothing like it'))).toBe(1);
});

describe('the tabs of the sections', () => {
  it('say what is in them', () => {
    expect(sectionMarks(NEW_ZONE, [])).toEqual({});
    expect(sectionMarks(UNREADABLE, [])).toMatchObject({ check: { text: '✖ 1' } });
    expect(sectionMarks(CHOSEN, [])).toMatchObject({
      check: { text: '✓' },
      changes: { text: '?' },
    });
    expect(sectionMarks(ANSWERED, [])).toMatchObject({
      changes: { text: '1' },
      endpoints: { text: '8' },
      compared: { text: '✓' },
    });
  });

  const error = new ApiError({ kind: 'timeout', title: 'x' });
  it.each<[ChangeState, string]>([
    [{ kind: 'pending' }, '…'],
    [{ kind: 'accepted', at: AT, said: null, requestId: null }, '✓'],
    [{ kind: 'refused', at: AT, error, requestId: null }, '✖'],
    [{ kind: 'not sent', at: AT, error, requestId: null }, '✖'],
    [{ kind: 'unknown', at: AT, error, requestId: null }, '?'],
  ])('say how it stands with sending: %j', (sent, text) => {
    const request = uploadRequest({ id: '7', name: 'shop.example' }, FILE, 'keep');
    const work: ZoneWork = { ...CHOSEN, sending: { kind: 'sent', request, attempt: 'one' } };
    const change: Change = {
      attempt: 'one',
      operation: 'guardian-upload',
      subject: { kind: 'zone', id: '7', name: 'shop.example' },
      what: '',
      begun: AT,
      state: sent,
      unrecorded: null,
      watch: null,
    };
    expect(sectionMarks(work, [change]).send?.text).toBe(text);
    const stopped = { kind: 'stopped', reason: words`x`, at: AT } as const;
    expect(sectionMarks({ ...work, sending: stopped }, []).send?.text).toBe('✖');
    expect(sectionMarks({ ...work, sending: { kind: 'looking', request } }, []).send?.text).toBe(
      '…',
    );
  });
});

it('what is under the cursor can be copied, in every section', async () => {
  const test = await guardianConsole();
  test.files.contents.set(SHOP_FILE, SHOP.replace('  /login:', '  login:'));
  expect(await test.line('no file')).toBeDefined();
  await test.press('y');
  expect(await test.text()).toContain('Nothing is under the cursor: move to a row to copy from.');
  await test.choose(SHOP_FILE);
  await test.press('y');
  expect(await test.cursor()).toMatch(
    /place and problem +\/home\/tester\/api\/shop\.yaml:34:3: The path/,
  );

  test.files.contents.set(SHOP_FILE, SHOP);
  await test.press(KEYS.escape, 'r');
  await test.upload();
  await test.press('y');
  expect(await test.cursor()).toMatch(/sha256 of the file +[0-9a-f]{20}/);
  await test.press(KEYS.escape, KEYS.right, 'y');
  expect(await test.cursor()).toMatch(/path +\/search$/);
  expect(await test.line('endpoint as JSON')).toContain('{"apiGuardianEndpointId":"');
});

it('before anything is returned, a declared endpoint can be copied', () => {
  const chosen = state('endpoints', CHOSEN);
  const { table } = pageOf(chosen, CONSOLE);
  const cursor = table?.ids[0] ?? null;
  const lists = { ...chosen.lists, endpoints: { ...chosen.lists.endpoints, cursor } };
  expect(pageOf({ ...chosen, lists }, CONSOLE).copies()).toContainEqual({
    what: 'path',
    text: '/search',
  });
});

it('the problems are in the order that is asked for', () => {
  const { preflight } = FILE;
  const problems = [3, 9, 5].map((line) => ({
    severity: 'error' as const,
    sentence: `in line ${line}`,
    pointer: '',
    line,
    column: 1,
  }));
  const file = { ...FILE, preflight: { ...preflight, problems } };
  const shown = state('check', { ...NEW_ZONE, choice: { kind: 'read', file } });
  const sort = { column: 'place', descending: true };
  const { check } = shown.lists;
  const sorted = { ...shown, lists: { ...shown.lists, check: { ...check, sort } } };
  const { table } = pageOf(sorted, CONSOLE);
  expect(table?.sortable).toContain('place');
  expect(
    styledText(table?.lines({ columns: 100, rows: 9 }, true) ?? []).map(
      (row) => row.match(/in line \d/)?.[0],
    ),
  ).toEqual([undefined, 'in line 9', 'in line 5', 'in line 3']);
});
