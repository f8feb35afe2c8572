import { describe, expect, it } from 'vitest';
import { createFrameParser } from '../../src/painter/grid.ts';
import type { Pane } from '../../src/panes/pane.ts';
import { pictureOf } from '../../src/shell/picture.ts';
import { openPrompt } from '../../src/shell/prompts.ts';
import type { Prompt } from '../../src/state/prompt.ts';
import { LINEAR } from '../../src/text/linear.ts';
import { words } from '../../src/text/printable.ts';
import { THEMES } from '../../src/text/themes.ts';
import { consoleUnderTest, type Setting } from '../support/console.ts';
import { consoleStore } from '../support/console-store.ts';

/** The first two frames, as what they put into each cell. */
async function firstFrames(setting: Setting) {
  const test = await consoleUnderTest(setting);
  // So long the first picture waits for answers.
  await test.pass(150);
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

/** A console's store, and a pane in it that is lines alone. */
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
    picture: () => [],
    shown() {},
    hidden() {},
    refresh() {},
    wayBack: () => undefined,
  };
  return { store, pane, panes: [pane] };
}

type Parts = ReturnType<typeof paneOfLines>;

describe('the picture before Ink', () => {
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
    // It is not an empty one.
    expect(frames[0]).toContain('Apps');
  });

  it.each<[string, (parts: Parts) => void]>([
    ['the pane has none', ({ pane }) => Object.assign(pane, { picture: undefined })],
    [
      'more than lines is to be seen',
      ({ pane }) => Object.assign(pane, { picture: () => undefined }),
    ],
    ['something is typed into', ({ store }) => openPrompt(store, prompt)],
    ['something lies over the pane', ({ store }) => store.setState({ overlays: ['help'] })],
    [
      'the screen is too small for panes',
      ({ store }) => {
        store.setState({ size: { columns: 59, rows: 24 } });
      },
    ],
    ['it is said in lines', ({ store }) => store.setState({ size: LINEAR })],
    ['there is no pane yet', ({ store }) => store.setState({ pane: '' })],
  ])('is left to Ink where %s', (_, change) => {
    const parts = { ...paneOfLines(), overlay: () => undefined, table: () => [] };
    expect(pictureOf(parts)?.split('\n')).toHaveLength(24);
    change(parts);
    expect(pictureOf(parts)).toBeUndefined();
  });
});
