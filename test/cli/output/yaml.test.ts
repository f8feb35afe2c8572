import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { yamlText } from '../../../src/cli/output/yaml.ts';
import { hostileStrings } from '../../support/hostile.ts';
import { leaks } from '../../support/leaks.ts';

describe('a document as YAML', () => {
  it('has the same values, texts of several lines as lines', () => {
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

  it('has integers as they were written', () => {
    expect(yamlText('{"id":9223372036854775807,"text":"9223372036854775807"}')).toBe(
      'id: 9223372036854775807\ntext: "9223372036854775807"\n',
    );
  });

  it('is harmless, and gives back every character', () => {
    for (const hostile of hostileStrings(3).take(2000)) {
      const value = { [hostile]: [hostile] };
      const text = yamlText(JSON.stringify(value));
      for (const line of text.split('\n')) expect(leaks(line)).toEqual([]);
      expect(parse(text)).toEqual(value);
    }
  });

  it('is what the service sent, when that is asked for', () => {
    expect(yamlText('{"a":"\u202egnp.exe"}', 'raw')).toContain('\u202egnp.exe');
  });
});
