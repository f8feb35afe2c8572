import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseAddress } from '../../../src/events/filter/address-range.ts';
import { excludeTerm, includeTerm, wordTerm } from '../../../src/events/filter/fields.ts';
import { parseFilter } from '../../../src/events/filter/parse.ts';
import { FilteredView } from '../../../src/events/filtered-view.ts';
import { COLUMNS } from '../../../src/events/storage/columns.ts';
import { EventStore } from '../../../src/events/store.ts';
import { SOME_VALUES } from '../arbitrary-entries.ts';
import { naivelyPasses } from '../naive-filter.ts';
import { entryWith, SAMPLE_DAY } from '../sample-entries.ts';

const MOMENT = { now: SAMPLE_DAY, day: SAMPLE_DAY, offsetMinutes: 0 };

const value = fc.oneof(fc.constantFrom(...SOME_VALUES), fc.string({ unit: 'grapheme' }));

/** An entry with this value in this column. */
function bearing(column: (typeof COLUMNS)[number], value: string | null) {
  const log = JSON.stringify({
    ...(column === 'message' && { Message: value }),
    ...(column === 'remoteIp' && { RemoteIp: value }),
    ...(column === 'host' && { Url: `https://${value}` }),
    ...(column === 'path' && { Url: value }),
    ...(column === 'userAgent' && { Headers: [{ Name: 'User-Agent', Value: value }] }),
    ...(column === 'trigger' && { TriggerMatch: { Key: value } }),
  });
  const entry = entryWith({ log, labels: { [column]: value } });
  return { ...entry, zone: '7', time: SAMPLE_DAY, late: false, conflict: false };
}

test('the term of a value keeps exactly the entries with it, and the opposite term removes them', () => {
  fc.assert(
    fc.property(fc.constantFrom(...COLUMNS), fc.option(value), (column, value) => {
      // These characters end a host in a Url, and the last two end a path. An absent path is not written as null.
      if ((column === 'host' || column === 'path') && (value === null || /[/?#:]/.test(value)))
        return;
      const entry = bearing(column, value);
      const include = parseFilter(includeTerm(column, value) ?? '');
      const exclude = parseFilter(excludeTerm(column, value) ?? '');
      expect([include.problems, exclude.problems]).toEqual([[], []]);
      expect(naivelyPasses(include.filter, entry, MOMENT)).toBe(true);
      expect(naivelyPasses(exclude.filter, entry, MOMENT)).toBe(false);
      // An address may be masked: its terms are tested below.
      if (column === 'remoteIp') return;
      for (const longer of [`${value ?? ''}x`, `x${value ?? ''}`]) {
        const other = bearing(column, longer);
        expect(naivelyPasses(include.filter, other, MOMENT)).toBe(false);
        expect(naivelyPasses(exclude.filter, other, MOMENT)).toBe(true);
      }
    }),
    { numRuns: 1000 },
  );
});

test('the term of a value keeps no entry whose value only contains it, and removes no such entry', () => {
  for (const column of COLUMNS) {
    const kept = (term: string, value: string) =>
      naivelyPasses(parseFilter(term).filter, bearing(column, value), MOMENT);
    for (const other of ['/login/admin', '/a/login', '/login ']) {
      const own = column === 'host' ? 'shop' : '/login';
      const value = column === 'host' ? other.replaceAll('/', '').replace('login', 'shop') : other;
      expect(kept(includeTerm(column, own), own)).toBe(true);
      if (value !== own)
        expect([value, kept(includeTerm(column, own), value)]).toEqual([value, false]);
      if (value !== own)
        expect([value, kept(excludeTerm(column, own), value)]).toEqual([value, true]);
    }
  }
});

/** The addresses that a filter keeps, of entries with one address each. */
function kept(filter: string, addresses: readonly string[]): readonly (string | null)[] {
  const store = new EventStore();
  const entries = addresses.map((address, at) =>
    entryWith({ logId: `${at}`, log: JSON.stringify({ RemoteIp: address }) }),
  );
  store.add('7', entries);
  const parsed = parseFilter(filter);
  expect(parsed.problems).toEqual([]);
  const view = new FilteredView(store, parsed.filter, MOMENT);
  while (view.advance(Number.POSITIVE_INFINITY));
  return [...view.ids()].map((id) => store.value(id, 'remoteIp'));
}

test.each([
  ['10.0.0.1:443', 'ip="10.0.0.1:443"'],
  ['fe80::1%eth0', 'ip="fe80::1%eth0"'],
  ['10.0.0.1', 'ip:10.0.0.1'],
])('the term of the sender %s is %s, and of no other', (address, term) => {
  const addresses = [`${address}1`, address, `${address}10`, `1${address}`];
  expect(includeTerm('remoteIp', address)).toBe(term);
  expect(kept(term, addresses)).toEqual([address]);
  expect(kept(excludeTerm('remoteIp', address), addresses)).toEqual(
    addresses.filter((other) => other !== address),
  );
});

test('the term of a sender that is not an address keeps only that one, and the opposite term all others', () => {
  const part = fc.constantFrom(
    ...['10.0.0.1', '::1', 'fe80::', ':443', '%eth0', '1', 'a', 'A', '.', '*', '-', ' ', '"'],
    ...['\\', '^', '$', '(', ')', '[', ']', '{2}', '|', '+', '?', '/', 'ö', '😀', '\n'],
  );
  const sender = fc.array(part, { minLength: 1, maxLength: 4 }).map((parts) => parts.join(''));
  fc.assert(
    fc.property(sender, fc.array(sender), part, (own, others, more) => {
      fc.pre(parseAddress(own) === undefined);
      const senders = [...new Set([own, `${own}${more}`, `${more}${own}`, ...others])];
      const isOwn = (other: string) => other.toLowerCase() === own.toLowerCase();
      const [include, exclude] = [includeTerm('remoteIp', own), excludeTerm('remoteIp', own)];
      const sorted = (list: readonly (string | null)[]) => [...list].sort();
      expect(sorted(kept(include, senders))).toEqual(sorted(senders.filter(isOwn)));
      expect(sorted(kept(exclude, senders))).toEqual(
        sorted(senders.filter((other) => !isOwn(other))),
      );
    }),
    { numRuns: 300 },
  );
});

test('a quoted phrase is read as its text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', minLength: 1 }), (text) => {
      expect(parseFilter(wordTerm(text))).toEqual({
        filter: { kind: 'word', text },
        problems: [],
      });
    }),
  );
});
