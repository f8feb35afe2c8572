import { expect, it } from 'vitest';
import type { Fact } from '../../../src/history/fact.ts';
import { EMPTY_WORKSPACE } from '../../../src/state/workspace.ts';
import { fakeClock } from '../../support/fake-clock.ts';
import { undrawnConsole } from '../../support/undrawn-console.ts';

const BEGIN = Date.parse('2026-03-14T14:02:00Z');

/** Restarts of one application after another; the oldest is a problem. */
const restarts = (count: number): readonly Fact[] =>
  Array.from({ length: count }, (_, at) => ({
    kind: 'restart',
    severity: at === 0 ? 'bad' : 'info',
    place: '',
    from: '0',
    to: '1',
    subject: { kind: 'apps', id: `app-${at % 28}` },
    after: BEGIN + at * 60_000 - 5000,
    by: BEGIN + at * 60_000,
  }));

function consoleWith(facts: readonly Fact[]) {
  const console = undrawnConsole({
    clock: fakeClock(),
    call: () => new Promise(() => {}),
    workspace: EMPTY_WORKSPACE,
  });
  console.know(facts);
  console.input({ kind: 'key', key: '8' });
  return console;
}

/** The id of what the cursor is on. */
const idIn = ({ panes }: Pick<ReturnType<typeof consoleWith>, 'panes'>) =>
  panes
    .find(({ id }) => id === 'timeline')
    ?.copies?.()
    .find(({ what }) => what === 'id')?.text;

it.each(['n', 'N', 'k', 'd'])(
  'at the oldest change %s takes no longer than there are changes',
  (key) => {
    const [few, many] = [1000, 8000].map((size) => {
      const console = consoleWith(restarts(size));
      return () => {
        console.input({ kind: 'key', key: 'G' });
        const began = performance.now();
        console.input({ kind: 'key', key });
        return performance.now() - began;
      };
    }) as [() => number, () => number];
    const times = Array.from({ length: 9 }, () => [few(), many()] as const);
    // The quickest: what other programs take of the processor is not of the key.
    const least = (at: 0 | 1) => Math.max(0.1, Math.min(...times.map((both) => both[at])));
    // Eight times as many, or 64 times for one that looks at each for each.
    expect(least(1) / least(0)).toBeLessThan(24);
  },
);

it.each([
  [9999, '9,999 changes seen'],
  [10_001, 'the last 10,000 changes seen'],
])(
  'of %i changes it says how many are listed, and whether there were more before',
  (count, said) => {
    const { panes, state } = consoleWith(restarts(count));
    const timeline = panes.find(({ id }) => id === 'timeline');
    const [first] = timeline?.heading?.(state())?.left ?? [];
    expect(first?.text).toBe(said);
  },
);

it('the cursor stays on the change that it is on while newer ones come, and is on the newest when the list is come back to', () => {
  const facts = restarts(6);
  const console = consoleWith([]);
  const here = () => idIn(console);
  const know = (count: number) => console.know(facts.slice(0, count));
  const press = (...keys: readonly string[]) => {
    for (const key of keys) console.input({ kind: 'key', key });
  };
  know(2);
  expect(here()).toBe('app-1');
  know(3);
  expect(here()).toBe('app-1');
  press('1', '8');
  expect(here()).toBe('app-2');
  // What is read, or was moved to, stays.
  press('d');
  know(4);
  press('1', '8');
  expect(here()).toBe('app-2');
  press('d', 'j');
  know(5);
  press('1', '8');
  expect(here()).toBe('app-1');
  // Of problems alone the one that is left is under the cursor.
  press('!');
  expect(here()).toBe('app-0');
});

it('the cursor is on the first of what was so already, in whichever order that became known', () => {
  const already = restarts(4).map((fact): Fact => {
    const was = { from: null, to: 'exit 1', by: BEGIN, after: null };
    return { ...fact, kind: 'health', severity: 'bad', ...was };
  });
  const ends = [already, already.toReversed()].map((facts) => {
    const console = consoleWith([]);
    for (let known = 1; known <= facts.length; known += 1) console.know(facts.slice(0, known));
    return idIn(console);
  });
  expect(ends).toEqual([idIn(consoleWith(already)), idIn(consoleWith(already.toReversed()))]);
});
