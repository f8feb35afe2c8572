import { describe, expect, it } from 'vitest';
import type { PaneBody, PaneContext } from '../../src/panes/pane.ts';
import { paneOpenedLater } from '../../src/panes/pane-opened-later.ts';
import { words } from '../../src/text/printable.ts';
import { consoleStore } from '../support/console-store.ts';

const store = consoleStore();
const state = store.getState();
/** No pane below reads more of it. */
const context = { store } as PaneContext;

const command = {
  id: 'thing.find',
  keys: ['x'],
  label: words`Find the thing`,
  group: 'Apps',
  run() {},
} as const;
const seen = { method: 'GET', path: '/', count: 1 } as never;

const subject = { kind: 'apps', id: 'a', name: 'A', loadedAt: null } as const;
const copy = { what: words`name`, text: 'A' };

/** A pane of `parts`, and how often it was opened and told something. */
function pane(parts: Partial<PaneBody> = {}) {
  const told: string[] = [];
  const entry = {
    id: 'things',
    digit: '9',
    title: words`Things`,
    open(given: PaneContext): PaneBody {
      expect(given).toBe(context);
      told.push('opened');
      return {
        commands: [],
        heading: () => ({ left: [], right: [] }),
        badges: () => [],
        view: () => null,
        shown: (subject) => told.push(`shown ${subject?.id}`),
        hidden: () => told.push('hidden'),
        refresh: () => told.push('refresh'),
        wayBack: () => undefined,
        ...parts,
      };
    },
  };
  return { pane: paneOpenedLater(entry, context), told };
}

describe('a pane that is opened later', () => {
  it('shows its tab without being opened', () => {
    const { pane: closed, told } = pane();
    const { id, digit, title } = closed;
    expect({ id, digit, title }).toEqual({ id: 'things', digit: '9', title: 'Things' });
    expect(told).toEqual([]);
  });

  it('is not opened by what all panes are told', () => {
    const { pane: closed, told } = pane({ seenPaths: () => [seen] });
    closed.refresh();
    closed.hidden();
    expect(closed.seenPaths?.('1')).toEqual([]);
    expect(told).toEqual([]);
  });

  it('is not opened by the question what is under its cursor, which follows every change', () => {
    const { pane: closed, told } = pane({ subject: () => subject, copies: () => [copy] });
    expect(closed.subject?.(state)).toBeNull();
    expect(closed.watchable?.(state)).toBeNull();
    expect(closed.copies?.()).toEqual([]);
    expect(told).toEqual([]);
  });

  it('is opened once, by the first question that the tab does not answer', () => {
    const { pane: open, told } = pane({ commands: [command], seenPaths: () => [seen] });
    expect(open.commands).toEqual([command]);
    open.shown({ id: 'a', name: 'A' });
    open.open();
    open.refresh();
    open.hidden();
    expect(told).toEqual(['opened', 'shown a', 'refresh', 'hidden']);
    expect(open.seenPaths?.('1')).toEqual([seen]);
  });

  it('can be opened before anything is asked', () => {
    const { pane: open, told } = pane();
    open.open();
    expect(told).toEqual(['opened']);
  });

  it('has what the open one has', () => {
    const form = { title: words`a form`, isOpen: () => true, commands: [], take() {} };
    const verb = { name: 'do', usage: words`do`, help: words`Does`, run: () => undefined };
    const part = { title: words`a part`, commands: [command] };
    const { pane: open } = pane({
      form,
      typing: [command],
      parts: [part],
      verbs: [verb],
      heading: () => ({ left: [{ text: words`left`, style: undefined as never }], right: [] }),
      badges: () => [words`BADGE`],
      view: ({ rows }) => rows,
      picture: (_, { rows }) => [`${rows} rows` as never],
      subject: () => subject,
      watchable: () => ({ ...subject, id: 'b' }),
      copies: () => [copy],
      wayBack: () => open.refresh,
    });
    const room = { columns: 80, rows: 20 };
    expect(open).toMatchObject({ form, typing: [command], parts: [part], verbs: [verb] });
    expect(open.heading(state).left).toHaveLength(1);
    expect(open.badges(state)).toEqual(['BADGE']);
    expect(open.view(room)).toBe(20);
    expect(open.picture?.(state, room)).toEqual(['20 rows']);
    expect(open.subject?.(state)).toBe(subject);
    expect(open.watchable?.(state)?.id).toBe('b');
    expect(open.copies?.()).toEqual([copy]);
    expect(open.wayBack()).toBe(open.refresh);
  });

  it('has nothing that the open one has not', () => {
    const { pane: open } = pane();
    open.open();
    expect(open).toMatchObject({ form: undefined, typing: [], parts: [], verbs: [] });
    expect(open.picture?.(state, { columns: 80, rows: 20 })).toBeUndefined();
    expect(open.subject?.(state)).toBeNull();
    expect(open.watchable?.(state)).toBeNull();
    expect(open.copies?.()).toEqual([]);
  });
});
