import { describe, expect, it } from 'vitest';
import { ApiError } from '../../src/contract/api-error.ts';

describe('an ApiError', () => {
  it('has a message made of title and detail', () => {
    expect(new ApiError({ kind: 'service', title: 'It failed' }).message).toBe('It failed');
    expect(new ApiError({ kind: 'service', title: 'It failed', detail: 'disk' }).message).toBe(
      'It failed: disk',
    );
  });

  it('keeps a code as its cause, and has none otherwise', () => {
    const error = new ApiError({ kind: 'unreachable', title: 'No', cause: 'ECONNREFUSED' });
    expect(error.cause).toBe('ECONNREFUSED');
    expect('cause' in new ApiError({ kind: 'unreachable', title: 'No' })).toBe(false);
  });
});
