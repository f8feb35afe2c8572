import { describe, expect, it } from 'vitest';
import { decoder, noBody } from '../../src/contract/decode.ts';
import { noDrift } from '../../src/contract/drift.ts';
import { integer, text } from '../../src/contract/scalars.ts';
import { object } from '../../src/contract/shape.ts';

const hit = decoder('hit', object({ Id: integer, Name: text }));

describe('the top level of an answer', () => {
  it('is decoded when it holds at least one field of the contract', () => {
    expect(hit.decode({ Name: 'a' }, noDrift)).toEqual({ Id: null, Name: 'a' });
  });

  it.each([
    [[], 'hit: an object was expected, an array arrived'],
    [null, 'hit: an object was expected, null arrived'],
    ['text', 'hit: an object was expected, a string arrived'],
    [undefined, 'hit: an object was expected, nothing arrived'],
    [{}, 'hit: an object with Id, Name was expected, an object arrived'],
    [{ id: 1 }, 'hit: an object with Id, Name was expected, an object arrived'],
  ])('is refused when it is %j', (json, message) => {
    expect(() => hit.decode(json, noDrift)).toThrow(message);
  });

  it('is not looked at where there is to be no body', () => {
    expect(noBody.decode({ any: 'thing' }, noDrift)).toBeNull();
  });
});
