import { expect, it } from 'vitest';
import { choiceLine } from '../../../src/panes/guardian/file-line.ts';
import type { SpecificationFile } from '../../../src/panes/guardian/specification-file.ts';
import { printable } from '../../../src/text/printable.ts';
import { checked, SHOP } from '../../support/guardian-samples.ts';
import { lineText } from '../../support/line-text.ts';

const FILE: SpecificationFile = {
  path: '/home/tester/a/rather/long/way/down/to/shop.yaml',
  content: SHOP,
  bytes: 3343,
  sha256: '0123456789abcdef'.repeat(4),
  readAt: { wall: Date.parse('2026-03-14T14:02:05Z'), elapsed: 0 },
  preflight: checked(SHOP),
};

it('says which file is looked at, and what it is known by', () => {
  expect(lineText(choiceLine({ kind: 'read', file: FILE }, 'utc', 80)).trimEnd()).toBe(
    ' …er/long/way/down/to/shop.yaml   3.3 KiB · sha256 0123456789ab · read 14:02:05',
  );
});

it('says what is in the way of it', () => {
  const reason = printable('/x could not be read: it is not there.');
  expect(lineText(choiceLine({ kind: 'none' }, 'utc', 80))).toBe(' no file · o chooses one');
  expect(lineText(choiceLine({ kind: 'reading', path: '/x', last: null }, 'utc', 80))).toBe(
    ' Reading /x…',
  );
  expect(
    lineText(choiceLine({ kind: 'unusable', path: '/x', reason, last: FILE }, 'utc', 80)),
  ).toBe(` ✖ ${reason}`);
});
