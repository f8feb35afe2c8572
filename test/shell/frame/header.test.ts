import { describe, expect, it } from 'vitest';
import { ApiError } from '../../../src/contract/api-error.ts';
import { takesTitle } from '../../../src/edges/terminal.ts';
import type { Pane } from '../../../src/panes/pane.ts';
import { badgeLine, tabsLine, titleLine, windowTitle } from '../../../src/shell/frame/header.ts';
import { NO_KEY_NAMES } from '../../../src/text/key-names.ts';
import { type Printable, words } from '../../../src/text/printable.ts';
import { span } from '../../../src/ui/line.ts';
import { consoleUnderTest } from '../../support/console.ts';
import { consoleStore } from '../../support/console-store.ts';
import { styledText } from '../../support/line-text.ts';

const BEGIN = Date.parse('2026-03-14T14:02:00Z');

const pane = (
  id: string,
  digit: string,
  title: Printable,
  badges: readonly Printable[] = [],
): Pane => ({
  id,
  digit,
  title,
  commands: [],
  heading: () => ({ left: [], right: [] }),
  badges: () => badges,
  view: () => null,
  shown() {},
  hidden() {},
  refresh() {},
  wayBack: () => undefined,
});

const quiet = pane('apps', '1', words`Apps`);

function state(change: Partial<ReturnType<ReturnType<typeof consoleStore>['getState']>> = {}) {
  const store = consoleStore();
  store.setState({ connection: connected, ...change });
  return store.getState();
}

const down = {
  connection: {
    kind: 'unreachable',
    error: new ApiError({ kind: 'unreachable', title: 'Connection refused' }),
    attempts: 4,
    since: { wall: BEGIN, elapsed: 0 },
    lastAnswer: { wall: BEGIN - 5000, elapsed: -5000 },
    good: 0,
    newest: 1,
    answered: 0,
    failed: 2,
    returnedAt: null,
    nextAt: 12_000,
  },
  retry: 'waiting',
} as const;

const connected = {
  kind: 'connected',
  lastAnswer: { wall: BEGIN, elapsed: 0 },
  newest: 1,
  answered: 2,
  doubts: 0,
  returnedAt: null,
} as const;

const badges = (columns: number, change = {}, shown = quiet) =>
  styledText([badgeLine(state(change), shown, columns)])[0];

describe('the badge line', () => {
  it('shows the service and the state of the connection', () => {
    expect(badges(80)).toBe(
      ' warren  prod  api.service.example                             ● connected  UTC',
    );
  });

  it('shortens the connection and then leaves out the host before it cuts a badge', () => {
    const filtered = pane('apps', '1', words`Apps`, [words`FILTER: 8,412 hidden`]);
    expect(badges(150, down, filtered)).toMatch(
      / warren {2}prod {2}api\.service\.example {2}FILTER: 8,412 hidden +✖ unreachable · last answer 14:01:55 · attempt 4 · next try 14:02:12 {2}UTC/,
    );
    expect(badges(104, down, filtered)).toMatch(
      / warren {2}prod {3}FILTER: 8,412 hidden +✖ unreachable · last answer 14:01:55 · next try 14:02:12 {2}UTC/,
    );
    expect(badges(91, down, filtered)).toMatch(
      / warren {2}prod {3}FILTER: 8,412 hidden +✖ unreachable · attempt 4 · next try 14:02:12 {2}UTC/,
    );
    expect(badges(78, down, filtered)).toMatch(
      / warren {2}prod {3}FILTER: 8,412 hidden +✖ unreachable · next try 14:02:12 {2}UTC/,
    );
    expect(badges(64, down, filtered)).toMatch(
      / warren {2}prod {3}FILTER: 8,412 hidden +✖ unreachable {2}UTC/,
    );
  });

  it('shows the active modes', () => {
    const line = badges(100, {
      pausedAt: { wall: BEGIN, elapsed: 0 },
      profile: { ...state().profile, readOnly: true, demo: true },
      timeZone: 'local',
    });
    expect(line).toContain(' DEMO ');
    expect(line).toContain(' READ-ONLY ');
    expect(line).toMatch(/ PAUSED \d\d:\d\d:00 /);
    expect(line).toMatch(/ local time$/);
  });
});

describe('the tabs', () => {
  const panes = [quiet, pane('events', '2', words`Events`), pane('dns', '3', words`DNS scan`)];
  const tabs = (columns: number) =>
    styledText([tabsLine(panes, { pane: 'events', keyNames: NO_KEY_NAMES }, columns)])[0];

  it('show every pane with its digit, and the global keys', () => {
    expect(tabs(80)).toBe(
      '  1 Apps   2 Events   3 DNS scan                   @ calls  Ctrl-P find  ? help',
    );
  });

  it('move closer, and then drop the names of other panes, if there is little room', () => {
    expect(tabs(36)).toBe('  1 Apps   2 Events   3 DNS scan');
    expect(tabs(31)).toBe('  1 Apps  2 Events  3 DNS scan');
    expect(tabs(20)).toBe('  1  2 Events  3');
  });
});

describe('the title', () => {
  const title = (columns: number, short?: Printable) =>
    styledText([
      titleLine(
        words`Apps`,
        {
          left: [span(words`28 watched`)],
          ...(short !== undefined && { shorter: [[span(short)]] }),
          right: [span(words`as of 14:02:05`)],
        },
        columns,
      ),
    ])[0];

  it('has the pane on the left and its freshness on the right, with a rule between them', () => {
    expect(title(50)).toBe('── Apps · 28 watched ─────────── as of 14:02:05 ──');
  });

  it('is cut on the left before the freshness is', () => {
    expect(title(38)).toBe('── Apps · 28 watc… ─ as of 14:02:05 ──');
    expect(title(38, words`28`)).toBe('── Apps · 28 ─────── as of 14:02:05 ──');
    expect(title(30)).toBe('── Apps ──── as of 14:02:05 ──');
  });

  it('is cut if it is long, but keeps the key that closes an overlay', () => {
    const audit = words`Audit · /home/operator/.local/state/warren/audit.ndjson`;
    const line = titleLine(audit, { left: [], right: [span(words`Esc closes`)] }, 60);
    expect(styledText([line])[0]).toBe(
      '── Audit · /home/operator/.local/state/warr… ─ Esc closes ──',
    );
  });

  it('always fills its line', () => {
    for (let columns = 20; columns < 90; columns += 1) {
      expect(title(columns)).toHaveLength(columns);
    }
  });
});

const titled = (inShort: Printable | undefined) => [{ id: 'apps', inShort: () => inShort }];

describe('the title of the window', () => {
  it('names the worst problem and where it is, and never claims that all is well without answers', async () => {
    const { console, platform, pass, press } = await consoleUnderTest();
    const title = (inShort?: Printable) => windowTitle(console.state(), titled(inShort));
    expect(title(words`✖ 1 failing`)).toBe('✖ 1 failing · warren demo');
    expect(title()).toBe('warren demo');
    await press('=');
    expect(title(words`● ok`)).toBe('PAUSED · warren demo');
    await press('=');
    await platform.close();
    await pass(30_000);
    expect(title(words`● ok`)).toBe('✖ unreachable · warren demo');
  });

  it('is set only in terminals that restore their own title', () => {
    const terms = [
      'xterm-256color',
      'tmux-256color',
      'foot',
      'screen',
      'linux',
      'vt100',
      'xtermish',
      '',
    ];
    expect(terms.filter((TERM) => takesTitle({ TERM }))).toEqual(terms.slice(0, 3));
  });
});
