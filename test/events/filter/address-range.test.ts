import { expect, test } from 'vitest';
import { intersects, parseAddress } from '../../../src/events/filter/address-range.ts';

const couldBe = (address: string, block: string) => {
  const [one, other] = [parseAddress(address), parseAddress(block)];
  return one !== undefined && other !== undefined && intersects(one, other);
};

test.each([
  ['1.2.3.4', '1.2.3.4'],
  ['1.2.3.*', '1.2.3.4'],
  ['1.2.3.*', '1.2.3.128/25'],
  ['1.2.*.*', '1.2.200.0/24'],
  ['1.2.3.*', '0.0.0.0/0'],
  ['255.255.255.255', '255.255.255.255/32'],
  ['2001:db8::1', '2001:db8::/32'],
  ['2001:db8:*', '2001:db8:5::1'],
  ['2001:db8::*', '2001:db8::ff'],
  ['::ffff:1.2.3.*', '::ffff:1.2.3.9'],
  ['2001:DB8::1', '2001:db8:0:0:0:0:0:1'],
])('%s could be in %s', (address, block) => {
  expect(couldBe(address, block)).toBe(true);
});

test.each([
  ['1.2.3.*', '1.2.4.0/24'],
  ['1.2.3.4', '1.2.3.5'],
  ['128.0.0.1', '0.0.0.0/1'],
  ['2001:db8::1', '2001:db9::/32'],
  ['1.2.3.4', '::/0'],
])('%s is not in %s', (address, block) => {
  expect(couldBe(address, block)).toBe(false);
});

test.each([
  '',
  '1.2.3',
  '1.2.3.256',
  '1.2.3.4.5',
  '1.2.3.4/33',
  '1.2.3.4/',
  '1.2.3.4/8/8',
  '01x.2.3.4',
  ':',
  ':::',
  '1::2::3',
  '2001:db8:',
  '1:2:3:4:5:6:7:8:9',
  'g::1',
  `${'1'.repeat(100)}`,
])('%s is no address', (text) => {
  expect(parseAddress(text)).toBeUndefined();
});
