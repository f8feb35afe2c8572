import { describe, expect, it } from 'vitest';
import { ApiError } from '../../src/contract/api-error.ts';
import { appOverview } from '../../src/contract/operations/app-overview.ts';
import {
  COUNTDOWN,
  type Deletion,
  type DeletionEffect,
  type DeletionEvent,
  type DeletionPlan,
  type DeletionTarget,
  deletionAfter,
  deletionPlan,
  IDLE,
  nextTick,
} from '../../src/mutations/deletion.ts';
import { words } from '../../src/text/printable.ts';
import { noDrift } from '../support/no-drift.ts';

const ID = 'k3Jd82';

const TARGET: DeletionTarget = {
  id: ID,
  name: 'checkout',
  host: words`api.example.net`,
  profile: words`prod`,
  isWatched: true,
};

const PLAN: DeletionPlan = {
  regions: ['DE'],
  instances: 1,
  pods: 1,
  volumes: 0,
  monthlyCost: 3,
  deleting: 0,
  readAt: { wall: 0, elapsed: 0 },
};

/** The dialog as it is played: what it became, and everything it asked to be done. */
function play(events: readonly DeletionEvent[], from: Deletion = { kind: 'closed' }) {
  let deletion = from;
  const effects: DeletionEffect[] = [];
  for (const event of events) {
    const [next, effect] = deletionAfter(deletion, event);
    deletion = next;
    if (effect) effects.push(effect);
  }
  return { deletion, effects, kinds: effects.map(({ kind }) => kind) };
}

const opened: DeletionEvent = { kind: 'opened', target: TARGET, at: 0 };
const read: DeletionEvent = { kind: 'read', id: ID, plan: PLAN, earlier: null };

/** The id typed behind `before` at a hand's pace, from `at` on. */
const typing = (text: string, at = 1000, before = ''): readonly DeletionEvent[] =>
  Array.from(text, (_, index) => changed(before + text.slice(0, index + 1), at + index * 100));

const changed = (typed: string, at: number): DeletionEvent => ({ kind: 'changed', typed, at });

const confirmed = (at: number, blocked?: ReturnType<typeof words>): DeletionEvent => ({
  kind: 'confirmed',
  at,
  blocked,
});
const esc = (at: number): DeletionEvent => ({ kind: 'cancelled', by: 'esc', at });
const enter = (at: number): DeletionEvent => ({ kind: 'cancelled', by: 'enter', at });
const tick = (at: number): DeletionEvent => ({ kind: 'tick', at });

const asking = [opened, read];
const counting = [...asking, ...typing(ID), confirmed(3000)];

describe('the dialog', () => {
  it('reads the overview again first', () => {
    expect(play([opened])).toMatchObject({
      deletion: { kind: 'reading', target: TARGET },
      effects: [{ kind: 'read', id: ID }],
    });
  });

  it('asks for the id after reading, and ignores other answers', () => {
    expect(
      play([opened, { kind: 'read', id: 'another', plan: PLAN, earlier: null }]).deletion.kind,
    ).toBe('reading');
    expect(play(asking).deletion).toMatchObject({ kind: 'asking', typed: '', plan: PLAN });
  });

  it('stops without an overview', () => {
    const error = new ApiError({ kind: 'service', title: 'broken' });
    const { deletion } = play([
      opened,
      { kind: 'not read', id: ID, error, earlier: null },
      ...typing(ID),
      confirmed(3000),
    ]);
    expect(deletion).toMatchObject({ kind: 'unreadable', error });
  });

  it('keeps its target when opened again', () => {
    const other = { ...opened, target: { ...TARGET, id: 'other' } };
    expect(play([...asking, other]).deletion).toMatchObject({ target: { id: ID } });
  });
});

describe('the id', () => {
  it.each([
    ['nothing', []],
    ['a part of it', typing('k3Jd8')],
    ['more than it', typing('k3Jd82x')],
    ['it in other case', typing('K3jD82')],
    ['it with a blank', typing('k3Jd82 ')],
  ])('that is %s confirms nothing', (_, typed) => {
    const { deletion, kinds } = play([...asking, ...typed, confirmed(3000)]);
    expect(deletion).toMatchObject({ kind: 'asking', note: expect.stringMatching(/ID|id/) });
    expect(kinds).toEqual(['read']);
  });

  it('may be corrected', () => {
    const corrected = [...typing('k3Jx'), changed('k3J', 1500), ...typing('d82', 1600, 'k3J')];
    const { deletion } = play([...asking, ...corrected]);
    expect(deletion).toMatchObject({ typed: ID });
    expect(play([changed('', 2000)], deletion).deletion).toMatchObject({ typed: '' });
  });

  it('is not accepted from a paste', () => {
    const { deletion } = play([...asking, { kind: 'pasted', at: 1000 }, confirmed(3000)]);
    expect(deletion).toMatchObject({ kind: 'asking', typed: '' });
  });

  it('is not accepted when typed impossibly fast, even without paste marks', () => {
    const burst = Array.from(ID, (_, at) => changed(ID.slice(0, at + 1), 1000));
    for (const events of [burst, [changed(ID, 1000)]]) {
      expect(play([...asking, ...events]).deletion).toMatchObject({
        typed: '',
        note: expect.stringContaining('Too many keys at once'),
      });
    }
  });
});

it('is accepted if two of its letters come close together', () => {
  const { deletion } = play([
    ...asking,
    changed(ID.slice(0, 1), 1000),
    changed(ID.slice(0, 2), 1010),
    ...typing(ID.slice(2), 1500, ID.slice(0, 2)),
  ]);
  expect(deletion).toMatchObject({ typed: ID, note: null });
});

describe('the key that deletes', () => {
  it('starts a countdown in which nothing is sent', () => {
    const { deletion, kinds } = play([...counting, tick(4000), tick(5000), tick(7999)]);
    expect(deletion).toMatchObject({ kind: 'counting', left: 1 });
    expect(kinds).toEqual(['read']);
  });

  it('must be pressed on its own', () => {
    const events = [...asking, ...typing(ID), confirmed(1500 + 149)];
    expect(play(events).deletion.kind).toBe('asking');
    expect(play([...asking, ...typing(ID), confirmed(1500 + 150)]).deletion.kind).toBe('counting');
  });

  it('says why nothing can be deleted now', () => {
    const reason = words`The service does not answer.`;
    expect(play([...asking, ...typing(ID), confirmed(3000, reason)]).deletion).toMatchObject({
      kind: 'asking',
      note: reason,
    });
  });

  it('reads the overview again if it is a minute old', () => {
    const typedLate = typing(ID, 59_000);
    const { deletion, kinds } = play([...asking, ...typedLate, confirmed(61_000)]);
    expect(deletion.kind).toBe('reading');
    expect(kinds).toEqual(['read', 'read']);
    expect(play([read], deletion).deletion).toMatchObject({
      kind: 'asking',
      typed: '',
      note: 'Read again: it was over a minute old. Type the ID again.',
    });
  });
});

describe('the countdown', () => {
  it('ends in exactly one request, for the id on screen', () => {
    const { effects, deletion } = play([
      ...counting,
      tick(3000 + COUNTDOWN),
      tick(8100),
      tick(9000),
    ]);
    expect(effects.slice(1)).toEqual([{ kind: 'send', target: TARGET }]);
    expect(deletion).toMatchObject({ kind: 'sent', attempt: null });
  });

  it.each([
    ['Esc', esc(7999)],
    ['Enter, which stands on Cancel', enter(7999)],
  ])('is stopped by %s to its last moment: nothing was sent', (_, event) => {
    const { deletion, effects } = play([...counting, event, tick(8000)]);
    expect(deletion.kind).toBe('closed');
    expect(effects.slice(1)).toEqual([
      { kind: 'say', text: expect.stringContaining('Nothing was sent') },
    ]);
  });

  it('continues on any other key, without restarting', () => {
    const { deletion } = play([
      ...counting,
      confirmed(3033),
      changed('x', 4000),
      { kind: 'pasted', at: 4100 },
      { kind: 'key', at: 4200 },
    ]);
    expect(deletion).toMatchObject({ kind: 'counting', endsAt: 8000 });
  });

  it('sends nothing if the console was suspended meanwhile', () => {
    const { deletion, kinds } = play([...counting, tick(3000 + COUNTDOWN + 1500)]);
    expect([deletion.kind, kinds]).toEqual(['closed', ['read', 'say']]);
  });

  it('sends nothing if it can no longer be seen', () => {
    const { deletion, kinds } = play([...counting, { kind: 'hidden' }, tick(8000)]);
    expect([deletion.kind, kinds]).toEqual(['closed', ['read', 'say']]);
  });

  it('counts every second', () => {
    const { deletion } = play(counting);
    expect(nextTick(deletion)).toBe(4000);
    expect(nextTick(play([...counting, tick(4000)]).deletion)).toBe(5000);
  });
});

describe('the typed text', () => {
  const half = [...asking, ...typing('k', 1000)];

  it('is cleared after thirty seconds without a key, and the dialog says so', () => {
    expect(nextTick(play(half).deletion)).toBe(1000 + IDLE);
    expect(play([...half, tick(999 + IDLE)]).deletion).toMatchObject({ typed: 'k', note: null });
    const { deletion, kinds } = play([...half, tick(1000 + IDLE)]);
    expect(deletion).toMatchObject({
      kind: 'asking',
      typed: '',
      note: 'No key for 30 s: nothing was sent. Type the ID again.',
    });
    expect(kinds).toEqual(['read']);
  });

  it('deletes nothing once cleared, even if it was the whole id', () => {
    const whole = [...asking, ...typing(ID, 1000)];
    const at = 1000 + 100 * ID.length + IDLE;
    const { deletion, kinds } = play([...whole, tick(at), confirmed(at + 1000), tick(at + 9000)]);
    expect(deletion).toMatchObject({ kind: 'asking', typed: '' });
    expect(kinds).toEqual(['read']);
  });
});

describe('leaving', () => {
  it('is what Enter does, unless it is still held down from opening', () => {
    expect(play([opened, read, enter(100)]).deletion.kind).toBe('asking');
    expect(play([opened, read, enter(100), enter(200)]).deletion.kind).toBe('asking');
    expect(play([opened, read, enter(400)]).deletion.kind).toBe('closed');
  });

  const error = new ApiError({ kind: 'service', title: 'broken' });
  const unread: readonly DeletionEvent[] = [
    opened,
    { kind: 'not read', id: ID, error, earlier: null },
  ];

  it('never happens automatically, because the rest of an id would run as keys', () => {
    for (const events of [[opened], unread, asking]) {
      expect(nextTick(play(events).deletion)).toBe(Number.POSITIVE_INFINITY);
      expect(play([...events, tick(1000 + IDLE), tick(100 * IDLE)])).toEqual(play(events));
    }
  });

  it('does not mention sending once the request was sent', () => {
    const sent = play([...counting, tick(8000), { kind: 'began', attempt: 'a1' }]);
    expect(sent.deletion).toMatchObject({ kind: 'sent', attempt: 'a1' });
    expect(nextTick(sent.deletion)).toBeNull();
    expect(play([esc(9000)], sent.deletion)).toMatchObject({
      deletion: { kind: 'closed' },
      effects: [],
    });
  });

  it('follows a request that could not begin', () => {
    const { deletion, effects } = play([...counting, tick(8000), { kind: 'not begun' }]);
    expect(deletion.kind).toBe('closed');
    expect(effects.at(-1)).toMatchObject({ kind: 'say' });
  });
});

it('a closed dialog ignores events', () => {
  for (const event of [read, confirmed(0), esc(0), tick(0), ...typing('k')]) {
    expect(play([event])).toMatchObject({ deletion: { kind: 'closed' }, effects: [] });
  }
});

it('lists what the overview names, and nothing it does not', () => {
  const decode = (json: object) => appOverview.answer.decode(json, noDrift);
  expect(
    deletionPlan(
      decode({
        activeInstances: { indicator: 2 },
        totalVolumeSizeInGb: 20,
        monthlyCost: 41.5,
        regions: [
          {
            region: 'DE',
            pods: [
              { name: 'a', status: 'ready' },
              { name: 'b', status: 'deleting' },
            ],
          },
          { region: null, pods: null },
        ],
      }),
      { wall: 77, elapsed: 7 },
    ),
  ).toEqual({
    regions: ['DE', '?'],
    instances: 2,
    pods: 2,
    volumes: 20,
    monthlyCost: 41.5,
    deleting: 1,
    readAt: { wall: 77, elapsed: 7 },
  });
  expect(deletionPlan(decode({ regions: null }), PLAN.readAt)).toMatchObject({
    regions: [],
    instances: null,
    pods: 0,
    volumes: null,
    monthlyCost: null,
  });
});

it('unreadable regions and pods are not shown as none', () => {
  const instances = { activeInstances: { indicator: 9 } };
  const plan = (regions: unknown) =>
    deletionPlan(appOverview.answer.decode({ ...instances, regions }, noDrift), PLAN.readAt);
  expect(plan({ DE: { pods: [] } })).toMatchObject({ regions: null, instances: 9, pods: null });
  expect(plan([{ region: 'DE', pods: { p: {} } }])).toMatchObject({ regions: ['DE'], pods: null });
});
