import fc from 'fast-check';
import { expect, test } from 'vitest';
import { includeTerm } from '../../../src/events/filter/fields.ts';
import { EVERYTHING } from '../../../src/events/filter/filter.ts';
import { parseFilter } from '../../../src/events/filter/parse.ts';
import { FilteredView } from '../../../src/events/filtered-view.ts';
import { answered } from '../../../src/events/questions/ask.ts';
import type { MatchGroup } from '../../../src/events/questions/false-positives.ts';
import type { QuestionOf } from '../../../src/events/questions/question.ts';
import { storeSum } from '../../../src/events/questions/store-sums.ts';
import { EventStore } from '../../../src/events/store.ts';
import { entryWith, SAMPLE_DAY } from '../sample-entries.ts';

const MOMENT = { now: SAMPLE_DAY, day: SAMPLE_DAY, offsetMinutes: 0 };

const QUESTION: QuestionOf<'matches'> = {
  kind: 'matches',
  scope: { filter: EVERYTHING, moment: MOMENT },
  most: 1000,
};

interface Match {
  readonly rule: string | null;
  readonly trigger: string | null;
  readonly path: string | null;
}

const entryOf = ({ rule, trigger, path }: Match, at: number) =>
  entryWith({
    logId: String(at),
    timestamp: SAMPLE_DAY + at,
    labels: { ruleId: rule, asn: String(at) },
    log: JSON.stringify({
      RemoteIp: `10.0.0.${at}`,
      ...(path !== null && { Url: path }),
      ...(trigger !== null && { TriggerMatch: { Key: trigger } }),
    }),
  });

function storeOf(matches: readonly Match[], values = 1000) {
  const store = new EventStore({ unit: 'ms', dictionaries: { values } });
  store.add('7', matches.map(entryOf));
  return store;
}

const paths = fc.constantFrom(
  '/Admin',
  '/admin',
  '/ADMIN',
  '/straße',
  '/STRASSE',
  '/k',
  '/K',
  '/K',
);
const match: fc.Arbitrary<Match> = fc.record({
  rule: fc.constantFrom('930130', 'Custom', 'custom', null),
  trigger: fc.constantFrom('PMF', 'pmf', null),
  path: fc.option(paths),
});

test('a group has as many entries as the list that its filter opens, in memory and in an archive', () => {
  fc.assert(
    fc.property(fc.array(match, { maxLength: 30 }), fc.nat(30), (all, split) => {
      const store = storeOf(all);
      const sum = storeSum(QUESTION);
      for (const part of [all.slice(0, split), all.slice(split)]) sum.take(storeOf(part));
      for (const { rows } of [answered(store, QUESTION, []).answer, sum.answer()]) {
        expect(rows.reduce((total, { count }) => total + count, 0)).toBe(all.length);
        for (const { rule, trigger, path, count } of rows) {
          const terms = [
            includeTerm('ruleId', rule),
            includeTerm('trigger', trigger),
            includeTerm('path', path),
          ];
          const { filter, problems } = parseFilter(terms.join(' '));
          expect(problems).toEqual([]);
          const view = new FilteredView(store, filter, MOMENT);
          while (view.advance(Number.POSITIVE_INFINITY));
          expect([terms, view.size]).toEqual([terms, count]);
        }
      }
    }),
    { numRuns: 200 },
  );
});

test('a group from many addresses has its newest samples among very many groups', () => {
  const sum = storeSum(QUESTION);
  const matchAt = (path: string) => ({ rule: '1', trigger: 'PMF', path });
  for (let part = 0; part < 4; part += 1) {
    const once = Array.from({ length: 6000 }, (_, at) => matchAt(`/${part}/${at}`));
    sum.take(storeOf([...once, ...Array(100).fill(matchAt('/checkout'))], 65_000));
  }
  const { rows, groups } = sum.answer();
  expect(groups).toBe(24_001);
  expect(rows[0]).toMatchObject({ path: '/checkout', count: 400, addresses: 100 });
  expect(rows[0]?.samples.length).toBe(8);
});

test('addresses and networks of many stores are those of one store with all entries', () => {
  const numbers = fc.array(fc.record({ path: fc.nat(3), ip: fc.nat(20) }), { maxLength: 40 });
  fc.assert(
    fc.property(fc.array(numbers, { maxLength: 8 }), (stores) => {
      const sum = storeSum(QUESTION);
      const all = new EventStore({ unit: 'ms' });
      let id = 0;
      for (const own of stores) {
        const entries = own.map(({ path, ip }) => {
          id += 1;
          return {
            ...entryOf({ rule: '1', trigger: 'PMF', path: `/${path}` }, ip),
            logId: `${id}`,
          };
        });
        const store = new EventStore({ unit: 'ms' });
        store.add('7', entries);
        sum.take(store);
        all.add('7', entries);
      }
      const figures = ({ path, count, addresses, networks }: MatchGroup) =>
        [path, count, addresses, networks].join();
      const one = answered(all, QUESTION, []).answer;
      expect(sum.answer().rows.map(figures).sort()).toEqual(one.rows.map(figures).sort());
    }),
  );
});

test('addresses and networks beyond the limit of what is told apart are said to be more', () => {
  const all = Array.from({ length: 5 }, () => ({ rule: '1', trigger: 'PMF', path: '/a' }));
  const told = (values: number) => {
    const [row] = answered(storeOf(all, values), QUESTION, []).answer.rows;
    const sum = storeSum(QUESTION);
    sum.take(storeOf(all, values));
    const [summed] = sum.answer().rows;
    for (const each of [row, summed]) {
      expect(each?.moreAddresses).toBe(row?.moreAddresses);
      expect([each?.addresses, each?.networks]).toEqual([row?.addresses, row?.networks]);
    }
    return [row?.addresses, row?.moreAddresses, row?.networks, row?.moreNetworks];
  };
  expect(told(1000)).toEqual([5, false, 5, false]);
  expect(told(3)).toEqual([4, true, 4, true]);
});
