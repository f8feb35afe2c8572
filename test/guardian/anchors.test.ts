import { describe, expect, it } from 'vitest';
import { MOST_ALIASED, noAnchors } from '../../src/guardian/anchors.ts';
import { read } from '../../src/guardian/read.ts';
import { nodeOf } from '../support/nodes.ts';

const place = { trail: null, depth: 1 };

describe('anchors', () => {
  it('give the last value of a name, as if it stood at the alias', () => {
    const anchors = noAnchors();
    anchors.set('x', nodeOf(1));
    anchors.set('x', nodeOf(2));
    expect(anchors.get('x', 7, place)).toMatchObject({ value: 2, at: 7 });
  });

  it('refuse a name that was not given', () => {
    expect(() => noAnchors().get('x', 0, place)).toThrow('names nothing');
  });

  it('refuse what would become too deep', () => {
    const anchors = noAnchors();
    anchors.set('x', nodeOf([[[1]]]));
    expect(anchors.get('x', 0, { trail: null, depth: 197 }).kind).toBe('sequence');
    expect(() => anchors.get('x', 0, { trail: null, depth: 198 })).toThrow('200 levels');
  });

  it('bound what aliases stand for, all together', () => {
    const anchors = noAnchors();
    const items = Array.from({ length: MOST_ALIASED / 2 - 1 }, () => 0);
    anchors.set('half', nodeOf(items));
    anchors.get('half', 0, place);
    anchors.get('half', 0, place);
    expect(() => anchors.get('half', 0, place)).toThrow('200000 values');
  });

  it.each(['', ' !!seq'])('defuse a document that doubles with every line%s', (tag) => {
    const lines = Array.from({ length: 60 }, (_, i) => `a${i + 1}: &a${i + 1} [*a${i}, *a${i}]`);
    const text = [`a0: &a0${tag} [x]`, ...lines].join('\n');
    expect(read(text)).toMatchObject({
      kind: 'unreadable',
      findings: [{ sentence: 'Aliases stand for more than 200000 values.' }],
    });
  });
});
