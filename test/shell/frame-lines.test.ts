import { describe, expect, it } from 'vitest';
import type { Command } from '../../src/commands/command.ts';
import type { Pane } from '../../src/panes/pane.ts';
import { frameLines } from '../../src/shell/frame-lines.ts';
import type { Overlay } from '../../src/shell/overlay.ts';
import type { ConsoleState } from '../../src/state/console-state.ts';
import { words } from '../../src/text/printable.ts';
import { layoutOf } from '../../src/ui/layout.ts';
import { span } from '../../src/ui/line.ts';
import { consoleStore } from '../support/console-store.ts';

const pane: Pane = {
  id: 'apps',
  digit: '1',
  title: words`Apps`,
  commands: [],
  heading: () => ({ left: [span(words`28 watched`)], right: [span(words`as of 14:02`)] }),
  badges: () => [words`FILTER`],
  view: () => null,
  shown() {},
  hidden() {},
  refresh() {},
  wayBack: () => undefined,
};

const open: Command = {
  id: 'open',
  keys: ['enter'],
  label: words`Open it`,
  footer: words`open`,
  group: 'Apps',
  place: () => words`3/28`,
  run() {},
};

const ledger: Overlay = {
  id: 'ledger',
  title: () => words`Calls`,
  commands: [],
  view: () => null,
  opened() {},
  closed() {},
};

/** The lines without their styles, of a console that is as it was begun but for `change`. */
function lines(change: Partial<ConsoleState> = {}, overlay?: Overlay) {
  const store = consoleStore();
  store.setState({ pane: 'apps', ...change });
  const state = store.getState();
  const layout = layoutOf(state.size, state.fullPane);
  if (layout.kind !== 'full') return expect.fail('the screen is too small');
  const frame = frameLines(state, layout, {
    panes: [pane],
    overlay: () => overlay,
    table: () => [open],
  });
  const plain = (line = '') => line.replace(/\u001b\[[\d;]*m/g, '').trimEnd();
  return (
    frame && {
      ...frame,
      badges: plain(frame.badges),
      tabs: frame.tabs && plain(frame.tabs),
      title: plain(frame.title),
      notice: plain(frame.notice),
      keys: frame.keys && plain(frame.keys),
    }
  );
}

describe('the frame', () => {
  it('says where we are, what is shown, where the cursor is, and what the keys do', () => {
    expect(lines()).toMatchObject({
      badges: expect.stringMatching(/^ warren {2}prod {2}api\.service\.example {2}FILTER .* UTC$/),
      tabs: expect.stringContaining('1 Apps'),
      title: expect.stringMatching(/^── Apps · 28 watched ─+ as of 14:02 ──$/),
      notice: expect.stringMatching(/ 3\/28$/),
      keys: ' Enter open',
      prompt: undefined,
      room: { columns: 80, rows: 19 },
    });
  });

  it('leaves the room of tabs and keys to a pane that fills the screen', () => {
    expect(lines({ fullPane: true })).toMatchObject({
      tabs: undefined,
      keys: undefined,
      room: { columns: 80, rows: 21 },
    });
  });

  it('takes the room of the hint from the body', () => {
    const { hint, room } = lines({ hint: true }) ?? expect.fail('there is a pane');
    expect(hint.length).toBeGreaterThan(0);
    expect(room.rows).toBe(19 - hint.length);
  });

  it('names what lies over the pane, and the key that closes it', () => {
    const closing = (overlay: Overlay) => lines({}, overlay)?.title;
    expect(closing(ledger)).toMatch(/^── Calls ─+ Esc closes ──$/);
    const names = { keyNames: new Map([['back', words`b`]]) };
    expect(lines(names, ledger)?.title).toMatch(/ b closes ──$/);
    // A dialog has keys of its own.
    const dialog = { ...ledger, take() {} };
    expect(lines(names, dialog)?.title).toMatch(/ Esc closes ──$/);
  });

  it('is typed into in the place of the notice, unless the pane has the field', () => {
    const prompt = { label: words`:`, value: '', changed() {}, accepted() {}, cancelled() {} };
    expect(lines({ prompt: { ...prompt, id: 'command' } })?.prompt?.id).toBe('command');
    expect(lines({ prompt: { ...prompt, id: 'search' } })?.prompt).toBeUndefined();
  });

  it('is not there before there is a pane', () => {
    expect(lines({ pane: '' })).toBeUndefined();
  });
});
