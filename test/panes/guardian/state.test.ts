import { expect, it } from 'vitest';
import {
  type Choice,
  EMPTY_GUARDIAN,
  fileOf,
  NEW_ZONE,
  onSection,
  onZone,
  type SpecificationFile,
  withWork,
  workOf,
} from '../../../src/panes/guardian/state.ts';
import { EMPTY_LIST } from '../../../src/state/list.ts';
import { printable } from '../../../src/text/printable.ts';
import { checked, SHOP } from '../../support/guardian-samples.ts';

const FILE: SpecificationFile = {
  path: '/x/shop.yaml',
  content: SHOP,
  bytes: 1,
  sha256: '00',
  readAt: { wall: 0, elapsed: 0 },
  preflight: checked(SHOP),
};

it('what is done about one zone is kept apart from another', () => {
  const one = { ...EMPTY_GUARDIAN, ...withWork(EMPTY_GUARDIAN, '1', () => ({ enforce: 'no' })) };
  const both = { ...one, ...withWork(one, '2', () => ({ enforce: 'yes' })) };
  expect(workOf({ ...both, zone: '1' }).enforce).toBe('no');
  expect(workOf({ ...both, zone: '2' }).enforce).toBe('yes');
  expect(workOf({ ...both, zone: '3' })).toBe(NEW_ZONE);
  expect(workOf({ ...both, zone: null })).toBe(NEW_ZONE);
});

it('another zone is begun at its top', () => {
  const scrolled = { ...EMPTY_GUARDIAN, detail: 2, list: { ...EMPTY_LIST, filter: 'get' } };
  expect({ ...scrolled, ...onZone('2') }).toMatchObject({
    zone: '2',
    detail: null,
    list: EMPTY_LIST,
  });
});

it('every section keeps its list, and none its open details', () => {
  const list = { ...EMPTY_LIST, filter: 'get' };
  const checking = { ...EMPTY_GUARDIAN, list, detail: 1 };
  const sending = { ...checking, ...onSection(checking, 'send') };
  expect(sending).toMatchObject({ section: 'send', list: EMPTY_LIST, detail: null });
  expect(onSection(sending, 'check')).toMatchObject({ section: 'check', list, detail: null });
});

it('only the chosen file is on screen, also while it is read again; an earlier one never stands under its name', () => {
  const shown = (choice: Choice) => fileOf({ choice });
  expect(shown({ kind: 'none' })).toBeNull();
  expect(shown({ kind: 'read', file: FILE })).toBe(FILE);
  const reading = { kind: 'reading', progress: null, last: FILE } as const;
  expect(shown({ ...reading, path: FILE.path })).toBe(FILE);
  expect(shown({ ...reading, path: '/y' })).toBeNull();
  const reason = printable('It is not there.');
  expect(shown({ kind: 'unusable', path: FILE.path, reason })).toBeNull();
});
