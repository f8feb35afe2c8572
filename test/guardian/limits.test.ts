import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { preflight } from '../../src/guardian/preflight.ts';
import {
  countEndpoints,
  countMostFields,
  countNestingDepth,
  countPatternLength,
  countSchemaNodes,
} from '../support/naive-counts.ts';
import { generatedDocuments, sampleDocuments, sampleText } from '../support/openapi-documents.ts';

function countsOf(text: string) {
  const checked = preflight(text);
  if (checked.kind !== 'read') return undefined;
  const { limits, placeOf } = checked;
  const at = (name: keyof typeof limits) => {
    const { worst } = limits[name];
    return worst && `${placeOf(worst.at).line} ${worst.pointer}`;
  };
  return { limits, at };
}

describe('limitCounts', () => {
  const documents = [...sampleDocuments(), ...generatedDocuments()];

  it('has more than 20 documents to count', () => {
    expect(documents.filter(({ text }) => countsOf(text)).length).toBeGreaterThan(20);
  });

  // Assumption: what-limits-count
  it.each(documents)('agrees with a naive count of $name', ({ text }) => {
    const limits = countsOf(text)?.limits;
    if (!limits) return expect(text).toMatch(/swagger|openapi: 3\.2/);
    const plain: unknown = text.startsWith('{') ? JSON.parse(text) : parse(text);
    const counts = Object.entries(limits).map(([name, { count, isExact }]) => [
      name,
      count,
      isExact,
    ]);
    expect(counts).toEqual([
      ['maxEndpoints', countEndpoints(plain), true],
      ['maxFieldsPerType', countMostFields(plain), true],
      ['maxNestingDepth', countNestingDepth(plain), true],
      ['maxTotalSchemaNodes', countSchemaNodes(plain), true],
      ['maxTotalRegexLength', countPatternLength(plain), true],
    ]);
  });

  it('names the places that are worst', () => {
    const { at } = countsOf(sampleText('petstore-expanded.yaml')) ?? {};
    expect(at?.('maxEndpoints')).toBe('10 /paths/~1pets');
    expect(at?.('maxFieldsPerType')).toBe('83 /components/schemas/NewPet');
    expect(at?.('maxNestingDepth')).toBe(
      '33 /paths/~1pets/get/responses/200/content/application~1json/schema',
    );
    expect(at?.('maxTotalSchemaNodes')).toBe('76 /components/schemas/Pet');
    expect(at?.('maxTotalRegexLength')).toBe(
      '87 /components/schemas/NewPet/properties/name/pattern',
    );
  });

  it('names no place where there is none of it', () => {
    const { at } = countsOf(sampleText('examples-only.yaml')) ?? {};
    expect(at?.('maxTotalSchemaNodes')).toBeUndefined();
    expect(at?.('maxTotalRegexLength')).toBeUndefined();
  });

  it('does not take data for schemas', () => {
    const limits = countsOf(sampleText('examples-only.yaml'))?.limits;
    expect(limits?.maxTotalRegexLength.count).toBe(0);
  });
});
