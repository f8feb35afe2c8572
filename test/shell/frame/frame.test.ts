import { describe, expect, it } from 'vitest';
import type { Command } from '../../../src/commands/command.ts';
import { createFrameParser } from '../../../src/painter/grid.ts';
import type { Pane } from '../../../src/panes/pane.ts';
import { firstPaintOf, frameOf, promptOf } from '../../../src/shell/frame/frame.ts';
import { openPrompt } from '../../../src/shell/keys/prompts.ts';
import type { Overlay } from '../../../src/shell/overlay.tsx';
import type { ConsoleState, Prompt } from '../../../src/state/console-state.ts';
import { words } from '../../../src/text/printable.ts';
import { SPOKEN_ROOM } from '../../../src/text/spoken.ts';
import { THEMES } from '../../../src/text/themes.ts';
import { layoutOf } from '../../../src/ui/layout.ts';
import { span } from '../../../src/ui/line.ts';
import { consoleUnderTest, type Setting } from '../../support/console.ts';
import { consoleStore } from '../../support/console-store.ts';

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

/** The lines without styles of a new console with `change`. */
function lines(change: Partial<ConsoleState> = {}, overlay?: Overlay) {
  const store = consoleStore();
  store.setState({ pane: 'apps', ...change });
  const state = store.getState();
  const layout = layoutOf(state.size, state.fullPane);
  if (layout.kind !== 'full') return expect.fail('the screen is too small');
  const frame = frameOf(
    { store, panes: [pane], overlay: () => overlay, table: () => [open] },
    layout,
  );
  const plain = (line = '') => line.replace(/\u001b\[[\d;]*m/g, '').trimEnd();
  return (
    frame && {
      ...frame,
      badges: plain(frame.badges(state)),
      tabs: frame.tabs && plain(frame.tabs),
      title: plain(frame.title(state)),
      notice: plain(frame.notice(state)),
      keys: frame.keys && plain(frame.keys(state)),
      prompt: promptOf(state),
    }
  );
}

describe('the frame', () => {
  it('shows the service, the pane, the position of the cursor, and the keys', () => {
    expect(lines()).toMatchObject({
      badges: expect.stringMatching(/^ warren {2}prod {2}api\.service\.example {2}FILTER .* UTC$/),
      tabs: expect.stringContaining('1 Apps'),
      title: expect.stringMatching(/^── Apps · 28 watched ─+ as of 14:02 ──$/),
      notice: expect.stringMatching(/ 3\/28$/),
      keys: ' Enter open',
      prompt: null,
      room: { columns: 80, rows: 19 },
    });
  });

  it('gives the room of tabs and keys to a pane that fills the screen', () => {
    expect(lines({ fullPane: true })).toMatchObject({
      tabs: undefined,
      keys: undefined,
      room: { columns: 80, rows: 21 },
    });
  });

  it('takes the line of the hint from the body', () => {
    const { hint, room } = lines({ hint: true }) ?? expect.fail('there is a pane');
    expect(hint.length).toBeGreaterThan(0);
    expect(room.rows).toBe(19 - hint.length);
  });

  it('names the overlay and the key that closes it', () => {
    const closing = (overlay: Overlay) => lines({}, overlay)?.title;
    expect(closing(ledger)).toMatch(/^── Calls ─+ Esc closes ──$/);
    const names = { keyNames: new Map([['back', words`b`]]) };
    expect(lines(names, ledger)?.title).toMatch(/ b closes ──$/);
    // A dialog has its own keys.
    const dialog = { ...ledger, handleInput: () => undefined };
    expect(lines(names, dialog)?.title).toMatch(/ Esc closes ──$/);
  });

  it('shows a prompt in place of the notice, unless the pane has the field', () => {
    const prompt = { label: words`:`, value: '', changed() {}, accepted() {}, cancelled() {} };
    expect(lines({ prompt: { ...prompt, id: 'command' } })?.prompt?.id).toBe('command');
    expect(lines({ prompt: { ...prompt, id: 'search' } })?.prompt).toBeNull();
  });

  it('does not exist before there is a pane', () => {
    expect(lines({ pane: '' })).toBeUndefined();
  });
});

/** The cells of the first two frames. */
async function firstFrames(setting: Setting) {
  const test = await consoleUnderTest(setting);
  // The time that the first frame waits for answers, and then for Ink.
  await test.pass(150);
  await test.pass(800);
  const { columns, rows } = test.terminal.size();
  const [picture = '', drawn = ''] = test.frames;
  const parse = createFrameParser({ columns, rows }, THEMES.dark);
  return { picture: parse(picture), drawn: parse(drawn), frames: test.frames };
}

const prompt: Prompt = {
  id: 'command',
  label: words`:`,
  value: '',
  changed() {},
  accepted() {},
  cancelled() {},
};

/** A console's store with a pane that consists of lines. */
function paneOfLines() {
  const store = consoleStore();
  store.setState({ pane: 'lines' });
  const pane: Pane = {
    id: 'lines',
    digit: '1',
    title: words`Lines`,
    commands: [],
    heading: () => ({ left: [], right: [] }),
    badges: () => [],
    view: () => null,
    firstPaint: () => [],
    shown() {},
    hidden() {},
    refresh() {},
    wayBack: () => undefined,
  };
  return { store, pane, panes: [pane] };
}

type Parts = ReturnType<typeof paneOfLines>;

describe('the first frame without Ink', () => {
  it.each<[string, Setting]>([
    ['on a wide screen, with the application beside the list', { columns: 200, rows: 50 }],
    ['on a small screen', { columns: 80, rows: 24 }],
    ['on the least there is', { columns: 60, rows: 15 }],
    ['at the width from which there are two sides', { columns: 140, rows: 20 }],
    ['with fewer lines than applications', { columns: 150, rows: 16 }],
    ['with the lines for who has configured nothing', { columns: 100, rows: 30, newcomer: true }],
    ['where nothing is watched', { workspace: (demo) => ({ ...demo, apps: [] }) }],
    [
      'of an application that is not there',
      {
        columns: 160,
        workspace: (demo) => ({ ...demo, apps: [{ id: 'nowhere', name: 'gone' }, ...demo.apps] }),
      },
    ],
    [
      'of names that are wide, joined, hostile and long',
      {
        columns: 170,
        workspace: (demo) => ({
          ...demo,
          apps: demo.apps.map(({ id }, at) => ({
            id,
            name:
              ['決済サービス', 'e\u0301\u0327\u0328', '\u001b[2Jx\u202e', '👩‍👩‍👧 '.repeat(30)][
                at % 4
              ] ?? '',
          })),
        }),
      },
    ],
    ['while answers are waited for', { columns: 150, call: () => () => new Promise(() => {}) }],
    ['without colours', { columns: 150, colour: false }],
    ['when the key is refused', { columns: 150, accessKey: 'wrong' }],
    [
      'when keys that were configured do not go together',
      {
        columns: 150,
        keys: [{ id: 'list.down', kind: 'these', keys: ['q'], line: 1 }],
      },
    ],
  ])('is the frame that Ink draws, %s', async (_, setting) => {
    const { picture, drawn, frames } = await firstFrames(setting);
    expect(frames.length).toBeGreaterThanOrEqual(2);
    expect(picture).toEqual(drawn);
    // The frame is not empty.
    expect(frames[0]).toContain('Apps');
  });

  it.each<[string, (parts: Parts) => void]>([
    ['the pane has none', ({ pane }) => Object.assign(pane, { firstPaint: undefined })],
    [
      'more than lines is to be seen',
      ({ pane }) => Object.assign(pane, { firstPaint: () => undefined }),
    ],
    ['something is typed into', ({ store }) => openPrompt(store, prompt)],
    ['something lies over the pane', ({ store }) => store.setState({ overlays: ['help'] })],
    [
      'the screen is too small for panes',
      ({ store }) => {
        store.setState({ size: { columns: 59, rows: 24 } });
      },
    ],
    ['it is said in lines', ({ store }) => store.setState({ size: SPOKEN_ROOM })],
    ['there is no pane yet', ({ store }) => store.setState({ pane: '' })],
  ])('is left to Ink where %s', (_, change) => {
    const parts = { ...paneOfLines(), overlay: () => undefined, table: () => [] };
    expect(firstPaintOf(parts)?.split('\n')).toHaveLength(24);
    change(parts);
    expect(firstPaintOf(parts)).toBeUndefined();
  });
});
