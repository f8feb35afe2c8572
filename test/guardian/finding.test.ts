import { expect, it } from 'vitest';
import { quoted } from '../../src/guardian/finding.ts';

it('names stand in quotes', () => {
  expect(quoted('name')).toBe('"name"');
});

it('long names are shortened to 80 characters', () => {
  expect(quoted('x'.repeat(80))).toBe(`"${'x'.repeat(80)}"`);
  expect(quoted('x'.repeat(81))).toBe(`"${'x'.repeat(80)}…"`);
});
