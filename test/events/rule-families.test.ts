import { expect, test } from 'vitest';
import { ruleFamily } from '../../src/events/rule-families.ts';

test('the first three of six digits give the family of a core rule', () => {
  expect(ruleFamily('942100')).toBe('SQL injection');
  expect(ruleFamily('930130')).toBe('local file inclusion');
});

test('other ids are unchanged', () => {
  for (const id of ['', '100021', '9421000', '94210', '942abc', '999999', '942100 ', '__proto__']) {
    expect(ruleFamily(id)).toBeUndefined();
  }
});
