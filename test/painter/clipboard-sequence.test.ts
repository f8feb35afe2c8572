import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { clipboardSequence } from '../../src/painter/clipboard-sequence.ts';

describe('the sequence for the clipboard', () => {
  it('carries the text as base64 and nothing that could end it early, whatever the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const [, encoded] =
          /^\u001b\]52;c;([A-Za-z0-9+/=]*)\u0007$/.exec(clipboardSequence(text) ?? '') ?? [];
        expect(Buffer.from(encoded ?? '', 'base64').toString()).toBe(Buffer.from(text).toString());
      }),
    );
  });

  it('is not made for what terminals would cut or refuse', () => {
    expect(clipboardSequence('x'.repeat(56_244))).toBeDefined();
    expect(clipboardSequence('x'.repeat(56_245))).toBeUndefined();
  });
});
