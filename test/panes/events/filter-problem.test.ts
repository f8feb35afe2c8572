import { describe, expect, it } from 'vitest';
import { EventStore } from '../../../src/events/store.ts';
import { unseenValue, whyNotApplied } from '../../../src/panes/events/filter-problem.ts';
import { sampleEntries } from '../../events/sample-entries.ts';

describe('why a filter is not applied', () => {
  it.each([
    ['status:blocked', null],
    ['', null],
    ['http://shop.example', null],
    ['contry:BG', 'There is no field contry; did you mean country?'],
    ['stats:blocked', 'There is no field stats; did you mean status?'],
    ['a:b', 'There is no field a. Put the term in quotes to look for it as text.'],
    ['(owa', 'This is not closed. (column 1)'],
  ])('%s', (text, why) => {
    expect(whyNotApplied(text)).toBe(why);
  });
});

describe('a value that was never seen', () => {
  const store = new EventStore();
  for (const _ of store.ingest('7', sampleEntries(1)(500), 'backfill', 1000));
  const seen = store.value(store.at(0) as number, 'status') ?? '';

  it.each(['status:blok', '-status:blok', 'owa or (asn:1 status:blok)'])('%s', (text) => {
    expect(unseenValue(text.replace('asn:1 ', ''), store)).toMatch(
      /^No status blok loaded\. Seen: .+\. Quote it to apply\.$/,
    );
  });

  it.each([
    `status:${seen}`,
    `status:${seen.toUpperCase()}`,
    'status:b*',
    'status:"blok"',
    'path:nowhere',
    'nothing',
    '-status:*',
  ])('is not said of %s', (text) => {
    expect(unseenValue(text, store)).toBeNull();
  });

  it('is not said where nothing is loaded', () => {
    expect(unseenValue('status:blok', new EventStore())).toBeNull();
  });
});
