import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { yamlText } from '../../../src/cli/output/yaml.ts';
import { hostileStrings } from '../../support/hostile.ts';
import { leaks } from '../../support/leaks.ts';

describe('a document as YAML', () => {
  it('has the same values, with multi-line text as a block', () => {
    const value = {
      b: 'true',
      a: [1, 0.1, null, true],
      text: 'type: object\nnullable: true\n',
      no: {},
    };
    const text = yamlText(JSON.stringify(value));
    expect(parse(text)).toEqual(value);
    expect(text).toContain('text: |\n  type: object\n  nullable: true\n');
    expect(text).toContain('b: "true"');
  });

  it('keeps integers as written', () => {
    expect(yamlText('{"id":9223372036854775807,"text":"9223372036854775807"}')).toBe(
      'id: 9223372036854775807\ntext: "9223372036854775807"\n',
    );
  });

  it.each([
    ...['NO', 'no', 'n', 'Yes', 'y', 'on', 'Off', '1:30', '-190:20:30.15', '2026-01-01'],
    ...['2026-03-14T14:02:00Z', '2001-12-14 21:59:43 -5', '017', '08', '0o17', '1_000', '0b11'],
    ...['0x1f', '1e3', '.5', '.inf', '.NaN', '~', 'null', 'TRUE', '=', '<<', ''],
  ])('quotes %j, which YAML 1.1 parsers would misread', (word) => {
    const value = { country: word, [word]: [word] };
    const text = yamlText(JSON.stringify(value));
    expect(text).toBe(`country: "${word}"\n"${word}":\n  - "${word}"\n`);
    for (const version of ['1.1', '1.2'] as const) expect(parse(text, { version })).toEqual(value);
  });

  it('writes numbers so that YAML 1.1 parsers read them as numbers', () => {
    const value = { small: 3e-7, large: 1e21, negative: -2e-9, precise: 1.5e-7, list: [5e300, 7] };
    const text = yamlText(JSON.stringify(value));
    expect(text).toBe(
      'small: 3.0e-7\nlarge: 1.0e+21\nnegative: -2.0e-9\nprecise: 1.5e-7\nlist:\n  - 5.0e+300\n  - 7\n',
    );
    for (const version of ['1.1', '1.2'] as const) expect(parse(text, { version })).toEqual(value);
  });

  it('quotes nothing without need', () => {
    expect(yamlText('{"country":"FR","status":"Blocked","log":"a=b << c"}')).toBe(
      'country: FR\nstatus: Blocked\nlog: a=b << c\n',
    );
  });

  it('is safe, and preserves every character', () => {
    for (const hostile of hostileStrings(3).take(2000)) {
      const value = { [hostile]: [hostile] };
      const text = yamlText(JSON.stringify(value));
      for (const line of text.split('\n')) expect(leaks(line)).toEqual([]);
      expect(parse(text)).toEqual(value);
    }
  });

  it('is unchanged text from the service on request', () => {
    expect(yamlText('{"a":"\u202egnp.exe"}', 'raw')).toContain('\u202egnp.exe');
  });
});
