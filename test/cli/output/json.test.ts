import { describe, expect, it } from 'vitest';
import { listUnder, wireDocument } from '../../../src/cli/output/json.ts';
import { dnsScan } from '../../../src/contract/operations/dns-scan.ts';
import { search } from '../../../src/contract/operations/search.ts';
import { parseJson } from '../../../src/contract/read-answer.ts';
import { noDrift } from '../../support/no-drift.ts';

const read = (text: string) => search.answer.decode(parseJson(text), noDrift);

describe('an answer as JSON', () => {
  it('has wire field names, and all digits of an identifier', () => {
    const answer = read(
      '{"Query":"x","Total":1,"From":0,"Size":20,"SearchResults":[{"Type":"dns","Id":90071992547409931,"Name":"n"}]}',
    );
    expect(JSON.stringify(wireDocument(search, answer))).toBe(
      '{"Query":"x","Total":1,"From":0,"Size":20,"SearchResults":[{"Type":"dns","Id":90071992547409931,"Name":"n"}]}',
    );
  });

  it('has null for absent fields, and keeps an identifier that is not a number as text', () => {
    const answer = read('{"SearchResults":[{"Id":"0x1f"},{"Id":"007"},{"Id":"-5"}]}');
    expect(JSON.stringify(wireDocument(search, answer))).toBe(
      '{"Query":null,"Total":null,"From":null,"Size":null,"SearchResults":[{"Type":null,"Id":"0x1f","Name":null},{"Type":null,"Id":"007","Name":null},{"Type":null,"Id":-5,"Name":null}]}',
    );
  });

  it('has enumerations by name', () => {
    const job = dnsScan.answer.decode({ Status: 2, Records: null }, noDrift);
    expect(wireDocument(dnsScan, job)).toMatchObject({ Status: 'Completed', Records: null });
  });

  it('provides its lists', () => {
    expect(listUnder({ a: [1, 2], b: null }, 'a')).toEqual([1, 2]);
    expect(listUnder({ a: [1, 2], b: null }, 'b')).toEqual([]);
    expect(listUnder(null, 'a')).toEqual([]);
  });
});
