import { expect, it, onTestFinished } from 'vitest';
import type { TeamMark, TeamMarks } from '../../../src/archive/archive.ts';
import { EventStore } from '../../../src/events/store.ts';
import { createSupervisor } from '../../../src/feeds/supervisor.ts';
import type { History } from '../../../src/history/history.ts';
import type { KeptMark } from '../../../src/history/history-file.ts';
import { NO_HISTORY } from '../../../src/history/history-state.ts';
import { keepMarks, shareMarks } from '../../../src/panes/events/marks.ts';
import { EMPTY_EVENTS } from '../../../src/panes/events/state.ts';
import { DatabaseError } from '../../../src/sqlite/database.ts';
import { createSlices } from '../../../src/state/slice.ts';
import { entryWith } from '../../events/sample-entries.ts';
import { fakeClock } from '../../support/fake-clock.ts';

const PLACE = 'clickhouse://warren@127.0.0.1:1/team';
const NOON = Date.UTC(2026, 2, 14, 12);

/** The marks on a server, and its answer to connections. */
function board() {
  const rows: TeamMark[] = [];
  const found: { trouble: DatabaseError | null; readOnly: boolean } = {
    trouble: null,
    readOnly: false,
  };
  const answer = async <Value>(value: () => Value): Promise<Value> => {
    if (found.trouble) throw found.trouble;
    return value();
  };
  const as = (author: string): TeamMarks => ({
    read: (zones) =>
      answer(() => {
        const last = new Map(rows.map((row) => [row.logId, row]));
        return [...last.values()].filter(({ zone }) => zones?.includes(zone));
      }),
    write: (marks) =>
      answer(() => {
        if (found.readOnly && marks.length > 0) throw new DatabaseError('You may only read.');
        for (const { age, ...mark } of marks) rows.push({ ...mark, author, at: rows.length });
      }),
    close: async () => {},
  });
  return Object.assign(found, { rows, as });
}

/** A console that lists the entries a and b and has the team's archive open. */
function member(team: ReturnType<typeof board>, name: string) {
  const clock = fakeClock(NOON);
  const store = new EventStore({ unit: 'ms' });
  store.add('7', [
    entryWith({ logId: 'a', timestamp: NOON }),
    entryWith({ logId: 'b', timestamp: NOON + 1 }),
    entryWith({ logId: '', timestamp: NOON + 2, log: 'one' }),
    entryWith({ logId: '', timestamp: NOON + 2, log: 'two' }),
  ]);
  const slices = createSlices();
  const slice = slices.create({ ...EMPTY_EVENTS, zones: ['7'] });
  const local: string[] = [];
  const history = {
    slice: slices.create(NO_HISTORY),
    mark: ({ logId, note }: KeptMark) => local.push(`${logId} ${note}`),
    unmark: ({ logId }: KeptMark) => local.push(`no ${logId}`),
  } as unknown as History;
  const said: string[] = [];
  const feeds = createSupervisor((error) => expect.fail(String(error)));
  onTestFinished(() => feeds.stopAll());
  const sharing = {
    feeds,
    clock,
    archivePasswords: undefined,
    say: (text: string) => void said.push(text),
  };
  const shared = shareMarks(sharing, slice, async () => team.as(name));
  keepMarks({ history }, { slice, shown: () => ({ zones: ['7'], store }) as never }, shared);
  const idOf = (logId: string) =>
    String(
      [0, 1, 2]
        .map((at) => store.at(at))
        .find((id) => id !== undefined && store.logIdOf(id) === logId),
    );
  const change = (logId: string, note: string | null) =>
    slice.setState(({ list, notes }) => {
      const marks = new Set(list.marks);
      const more = new Map(notes);
      if (note === null) marks.delete(idOf(logId));
      else marks.add(idOf(logId));
      if (note) more.set(idOf(logId), note);
      else more.delete(idOf(logId));
      return { list: { ...list, marks }, notes: more };
    });
  slice.setState({ archiving: { kind: 'on', path: PLACE, late: 0 } });
  return {
    change,
    local,
    said,
    slice,
    pass: () => clock.advance(15_000),
    /** The marked entries, with the author if the team's archive has one. */
    marked: () => {
      const { list, notes, team: known } = slice.getState();
      return ['a', 'b'].flatMap((logId) => {
        if (!list.marks.has(idOf(logId))) return [];
        const by = [...known.values()].find((mark) => mark.logId === logId)?.author ?? '?';
        return `${logId} ${notes.get(idOf(logId)) ?? ''} by ${by}`;
      });
    },
  };
}

it('marks, notes and their removal appear in the other console with the author', async () => {
  const team = board();
  const [ann, ben] = [member(team, 'ann@jump1'), member(team, 'ben@jump2')];
  ann.change('a', 'scanner');
  ann.change('b', '');
  await ann.pass();
  await ben.pass();
  expect(ben.marked()).toEqual(['a scanner by ann@jump1', 'b  by ann@jump1']);
  // Marks of others are not written to the local file.
  expect([ann.local, ben.local]).toEqual([['a scanner', 'b '], []]);
  ben.change('a', 'ours: load test');
  ben.change('b', null);
  await ben.pass();
  await ann.pass();
  expect(ann.marked()).toEqual(['a ours: load test by ben@jump2']);
  expect(ben.marked()).toEqual(ann.marked());
  expect(team.rows).toHaveLength(4);
});

it('a mark on an entry with an empty id is not kept beyond the run', async () => {
  const team = board();
  const ann = member(team, 'ann');
  ann.change('', 'mine');
  ann.change('a', 'scanner');
  await ann.pass();
  expect(ann.local).toEqual(['a scanner']);
  expect(team.rows.map(({ logId }) => logId)).toEqual(['a']);
});

it('marks set while the server is away wait, are not overwritten, and are sent later', async () => {
  const team = board();
  const [ann, ben] = [member(team, 'ann'), member(team, 'ben')];
  ann.change('a', 'first');
  await ann.pass();
  await ben.pass();
  team.trouble = new DatabaseError('away.', true);
  ben.change('a', 'second');
  ben.change('a', 'third');
  ben.change('b', 'new');
  await ben.pass();
  await ben.pass();
  expect(team.rows).toHaveLength(1);
  team.trouble = null;
  await ben.pass();
  await ann.pass();
  expect(ann.marked()).toEqual(['a third by ben', 'b new by ben']);
  // The operator learns what the team cannot see yet: once, not with every attempt.
  expect(ben.said).toEqual([
    'The archive of the team takes nothing: marks set here wait for it, as long as this console runs.',
    'The archive of the team has the marks that waited.',
  ]);
});

it('marks waiting for one archive are not reported as sent to another', async () => {
  const team = board();
  const ann = member(team, 'ann');
  team.trouble = new DatabaseError('away.', true);
  ann.change('a', 'first');
  await ann.pass();
  team.trouble = null;
  ann.slice.setState({ archiving: { kind: 'on', path: `${PLACE}2`, late: 0 } });
  await ann.pass();
  expect([team.rows.length, ann.said.length]).toEqual([0, 1]);
  ann.slice.setState({ archiving: { kind: 'on', path: PLACE, late: 0 } });
  await ann.pass();
  expect(team.rows.length).toBe(1);
  expect(ann.said.at(-1)).toBe('The archive of the team has the marks that waited.');
});

it('a read-only user is told once that marks stay local, and sees those of others', async () => {
  const team = board();
  const [ann, ben] = [member(team, 'ann'), member(team, 'ben')];
  await ben.pass();
  team.readOnly = true;
  ben.change('b', 'mine');
  await ben.pass();
  team.readOnly = false;
  ann.change('a', 'theirs');
  await ann.pass();
  await ben.pass();
  expect(ben.said).toEqual(['Marks and notes stay on this machine: You may only read.']);
  expect(ben.marked()).toEqual(['a theirs by ann', 'b mine by ?']);
  expect(ben.local).toEqual(['b mine']);
});

it('a mark is only written to the archive that was open when it was set', async () => {
  const team = board();
  const ann = member(team, 'ann');
  await ann.pass();
  ann.slice.setState({ archiving: { kind: 'on', path: '/tmp/a.db', late: 0 } });
  ann.change('a', 'private');
  await ann.pass();
  ann.slice.setState({ archiving: { kind: 'on', path: PLACE, late: 0 } });
  await ann.pass();
  expect(team.rows).toEqual([]);
  expect(ann.local).toEqual(['a private']);
});
