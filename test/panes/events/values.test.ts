import { expect, test } from 'vitest';
import { namedValue } from '../../../src/panes/events/values.ts';
import { printable } from '../../../src/text/printable.ts';

test('countries and core rules have a name beside their code', () => {
  expect(namedValue('country', 'IE')).toBe('IE Ireland');
  expect(namedValue('ruleId', '932130')).toBe('932130 remote command execution');
});

test('a value without a name is shown as it is', () => {
  expect(namedValue('country', 'QQ')).toBe('QQ');
  expect(namedValue('country', 'ie')).toBe('ie');
  expect(namedValue('country', 'not a code')).toBe('not a code');
  expect(namedValue('ruleId', '100021')).toBe('100021');
  expect(namedValue('path', '942100')).toBe('942100');
  expect(namedValue('path', '')).toBe('(empty)');
  expect(namedValue('asn', null)).toBe('(none)');
  expect(namedValue('country', '\u001b[31m')).not.toContain('\u001b');
});

test('networks are named from the file of names', () => {
  const asns = new Map([['13335', printable('Cloudflare')]]);
  expect(namedValue('asn', '13335', asns)).toBe('13335 Cloudflare');
  expect(namedValue('asn', '64500', asns)).toBe('64500');
  expect(namedValue('asn', '13335')).toBe('13335');
});
