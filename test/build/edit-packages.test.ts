import { describe, expect, it } from 'vitest';
import { applyEdits } from '../../.build/edit-packages.ts';

describe('an edit of a package', () => {
  it('replaces the one piece it names', () => {
    expect(applyEdits('a.js', 'one two three', [{ find: 'two', replace: '$& 2' }])).toBe(
      'one $& 2 three',
    );
  });

  it('sees what the edits before it made', () => {
    const edits = [
      { find: 'b', replace: 'c' },
      { find: 'ac', replace: 'd' },
    ];
    expect(applyEdits('a.js', 'ab', edits)).toBe('d');
  });

  it.each([
    ['is gone', 'one three', 'found 0 times'],
    ['occurs twice', 'two two', 'found 2 times'],
  ])('stops the build when its piece %s', (_, text, reason) => {
    expect(() => applyEdits('p/a.js', text, [{ find: 'two', replace: '' }])).toThrow(
      `p/a.js: expected once, ${reason}: two`,
    );
  });
});
