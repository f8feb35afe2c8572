import { describe, expect, it } from 'vitest';
import { bytes, count, figure, percent, percentExact } from '../../src/text/numbers.ts';

describe('figures', () => {
  it.each([
    [3, '3'],
    [2.345_67, '2.35'],
    [null, '–'],
    [undefined, '–'],
    [Number.NaN, '?'],
    [0, '0'],
  ])('%s is shown as %s', (value, text) => {
    expect(figure(value)).toBe(text);
  });

  it.each([
    [0, '0'],
    [999, '999'],
    [8412, '8,412'],
    [1_234_567, '1,234,567'],
    [-1234, '-1,234'],
  ])('%d is counted as %s', (value, text) => {
    expect(count(value)).toBe(text);
  });

  it.each([
    [0, '0 B'],
    [1023, '1023 B'],
    [4_404_019, '4.2 MiB'],
  ])('%d bytes are %s', (value, text) => {
    expect(bytes(value)).toBe(text);
  });

  it.each([
    [0, '0%'],
    [0.004, '<1%'],
    [0.393, '39%'],
    [0.996, '>99%'],
    [1, '100%'],
  ])('a share of %d is %s: neither nothing nor all by rounding', (share, text) => {
    expect(percent(share)).toBe(text);
  });

  it.each([
    [0, '0.0%'],
    [0.0004, '<0.1%'],
    [0.2583, '25.8%'],
    [0.9996, '>99.9%'],
    [1, '100.0%'],
  ])('a share of %d with one decimal is %s', (share, text) => {
    expect(percentExact(share)).toBe(text);
  });
});
