import { expect, test } from 'vitest';
import { ruleFamily } from '../../src/events/rule-families.ts';

test('a rule of the core rule set has a family by the first three of its six digits', () => {
  expect(ruleFamily('942100')).toBe('SQL injection');
  expect(ruleFamily('930130')).toBe('local file inclusion');
});

test('every other id stays what it is', () => {
  for (const id of ['', '100021', '9421000', '94210', '942abc', '999999', '942100 ', '__proto__']) {
    expect(ruleFamily(id)).toBeUndefined();
  }
});
