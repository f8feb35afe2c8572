import { expect, test } from 'vitest';
import { namedValue } from '../../../src/panes/events/values.ts';
import { printable } from '../../../src/text/printable.ts';

test('countries and rules of the core rule set are named beside their codes', () => {
  expect(namedValue('country', 'IE')).toBe('IE Ireland');
  expect(namedValue('ruleId', '932130')).toBe('932130 remote command execution');
});

test('what has no name stays itself, whatever it is', () => {
  expect(namedValue('country', 'QQ')).toBe('QQ');
  expect(namedValue('country', 'ie')).toBe('ie');
  expect(namedValue('country', 'not a code')).toBe('not a code');
  expect(namedValue('ruleId', '100021')).toBe('100021');
  expect(namedValue('path', '942100')).toBe('942100');
  expect(namedValue('path', '')).toBe('(empty)');
  expect(namedValue('asn', null)).toBe('(none)');
  expect(namedValue('country', '\u001b[31m')).not.toContain('\u001b');
});

test('networks are named where a file names them', () => {
  const asns = new Map([['13335', printable('Cloudflare')]]);
  expect(namedValue('asn', '13335', asns)).toBe('13335 Cloudflare');
  expect(namedValue('asn', '64500', asns)).toBe('64500');
  expect(namedValue('asn', '13335')).toBe('13335');
});
