import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { TYPED_COMMANDS } from '../../../src/commands/typed-commands.ts';
import { NO_HISTORY } from '../../../src/history/history-state.ts';
import {
  commandLine,
  completed,
  runLine,
  suggestionsFor,
} from '../../../src/shell/keys/command-line.ts';
import type { GlobalContext } from '../../../src/shell/keys/global-context.ts';
import { createSlices } from '../../../src/state/slice.ts';
import { printable, words } from '../../../src/text/printable.ts';
import { consoleStore } from '../../support/console-store.ts';

/** A command line, the store it acts on, and its effects. */
function line({ readOnly = false } = {}) {
  const store = consoleStore();
  store.setState(({ profile }) => ({ profile: { ...profile, readOnly } }));
  const did: string[] = [];
  const note = (what: string) => (detail?: unknown) => void did.push(`${what} ${detail ?? ''}`);
  const context: GlobalContext = {
    store,
    watches: { add: () => undefined },
    recording: { start: () => undefined, stop: () => undefined },
    panes: [],
    table: () => [],
    history: { slice: createSlices().create(NO_HISTORY) },
    moment: () => ({ wall: 0, elapsed: 0 }),
    say: note('said'),
    ask: (prompt) => note('asked')(prompt.placeholder),
    show: note('shows'),
    open: note('opens'),
    close: note('closes'),
    copy: note('copies'),
    redraw: note('redraws'),
    setTheme: note('sets the theme'),
    choose(what, isOn) {
      note('chooses')(`${what} ${isOn}`);
      return undefined;
    },
    suspend: note('suspends'),
    deleteApp(id) {
      note('deletes')(id);
      return undefined;
    },
    places: (kind) => (kind === 'profile' ? ['prod', 'staging'] : []),
    go: ({ kind, name }) => note('goes')(`${kind} ${name}`),
    workspace: {
      keep(thing) {
        note('keeps')(thing && `${thing.kind} ${thing.id} ${thing.name}`);
        return undefined;
      },
      remove(thing) {
        note('removes')(thing && `${thing.kind} ${thing.id}`);
        return undefined;
      },
      commands: [],
    },
    lineHistory: { lines: () => [], add: note('remembers') },
    quit: note('quits'),
  };
  return { store, context, did, run: (typed: string) => runLine(context, typed) };
}

describe('a command that switches the profile', () => {
  it('switches to the profile of that name', () => {
    const { run, did } = line();
    expect(run('profile staging')).toBeUndefined();
    expect(did).toEqual(['goes profile staging']);
  });

  it('lists the profiles and names the current one without an argument', () => {
    const { store, run, did } = line();
    store.setState(({ profile }) => ({ profile: { ...profile, name: words`prod` } }));
    expect(run('profile')).toBe('Usage: profile NAME. There are: prod (here), staging.');
    expect(run('workspace shop')).toBe(
      'There is no other workspace to switch to: warren init writes one.',
    );
    expect(did).toEqual([]);
  });
});

describe('a command', () => {
  it('adds a thing to the workspace, by its id if it has no name', () => {
    const { store, run, did } = line();
    expect(run('add app eiY0  my shop ')).toBeUndefined();
    expect(run(' add dns 803 ')).toBeUndefined();
    expect(store.getState().workspace).toMatchObject({
      apps: [{ id: 'eiY0', name: 'my shop' }],
      dnsZones: [{ id: '803', name: '803' }],
    });
    expect(did).toEqual([
      'said Added for this session. To save it: :keep app eiY0 my shop',
      'said Added for this session. To save it: :keep dns 803',
    ]);
    // An existing thing keeps its name.
    const [before, { length }] = [store.getState().workspace, did];
    expect(run('add app eiY0 renamed')).toBe('eiY0 is in the workspace already, as my shop.');
    expect(run('add dns 803')).toBe('803 is in the workspace already.');
    expect(store.getState().workspace).toBe(before);
    expect(did).toHaveLength(length);
  });

  it('saves and removes a named thing, or the one under the cursor', () => {
    const { store, run, did } = line();
    store.setState(({ workspace }) => ({
      workspace: { ...workspace, rateLimits: [{ id: '9', name: 'login' }] },
    }));
    run('keep zone 7 my shop');
    run('keep');
    run('remove rate-limit login');
    run('remove');
    expect(did).toEqual([
      'keeps shieldZones 7 my shop',
      'keeps ',
      'removes rateLimits 9',
      'removes ',
    ]);
    expect(run('keep boat 7')).toMatch(/^Usage: keep /);
    expect(run('remove app')).toMatch(/^Usage: remove /);
  });

  it.each([
    ['interval 2', 2000],
    ['interval 30s', 30_000],
    ['interval 0.2', 5000],
    ['interval', 5000],
    ['interval 1e9', 5000],
    ['interval -3', 5000],
  ])('%j leaves an interval of %i', (typed, interval) => {
    const { store, run } = line();
    const reason = run(typed);
    expect(store.getState().interval).toBe(interval);
    expect(reason === undefined).toBe(interval !== 5000);
  });

  it.each([
    ['add', /^Usage: add /],
    ['add toString 7', /^Usage: add /],
    ['pane nowhere', /^There is no such pane\./],
    ['rm \u001b[2J', /^There is no command “rm”\./],
  ])('%j is answered with a sentence', (typed, sentence) => {
    expect(line().run(typed)).toMatch(sentence);
  });

  it('that is empty does nothing', () => {
    const { run, did } = line();
    expect(run('   ')).toBeUndefined();
    expect(did).toEqual([]);
  });

  it('q is the same as quit', () => {
    const { run, did } = line();
    run('q');
    run('quit');
    expect(did).toEqual(['quits ', 'quits ']);
  });
});

it('in read-only mode a command that changes production says so and does nothing', () => {
  const { run, did, context } = line({ readOnly: true });
  for (const [name, word] of Object.entries(TYPED_COMMANDS)) {
    if ('danger' in word) expect(run(`${name} eiY0`)).toMatch(/^Read-only: .* Nothing was sent\.$/);
  }
  expect(did).toEqual([]);
  commandLine(context);
  expect(did.join()).not.toContain('delete');
});

const word = (name: string, values?: readonly string[]) => ({
  name,
  usage: values ? words`${printable(name)} NAME` : printable(name),
  help: words`Does it`,
  ...(values && { values: () => values }),
});

const all = [
  word('apps'),
  word('audit'),
  word('theme', ['dark', 'light', 'dark-16']),
  word('add', ['app ', 'dns ']),
];
const offered = (typed: string) => suggestionsFor(all, typed).map(({ value }) => value);
const tab = (typed: string) => completed(suggestionsFor(all, typed), typed);

describe('completing a command', () => {
  it('offers the words that start with the text, then those that contain it', () => {
    expect(offered('a')).toEqual(['apps', 'audit', 'add ']);
    expect(offered('d')).toEqual(['audit', 'add ']);
    expect(offered('zzz')).toEqual([]);
  });

  it('offers arguments of a command, or its usage if there are none', () => {
    expect(offered('theme ')).toEqual(['theme dark', 'theme light', 'theme dark-16']);
    expect(offered('theme LI')).toEqual(['theme light']);
    expect(suggestionsFor(all, 'apps now')).toEqual([
      { value: 'apps now', label: 'apps', help: 'apps: Does it' },
    ]);
    expect(offered('nothing at')).toEqual([]);
  });

  it('completes the common prefix with Tab, then the first word', () => {
    expect(tab('au')).toBe('audit');
    expect(tab('ad')).toBe('add ');
    expect(tab('theme d')).toBe('theme dark');
    expect(tab('theme dark')).toBe('theme dark');
    expect(tab('a')).toBe('apps');
    expect(tab('add ')).toBe('add app ');
    expect(tab('zzz')).toBeUndefined();
  });

  it('completes to the beginning of a word, or leaves the text as it is', () => {
    const letters = fc.string({ unit: fc.constantFrom('a', 'b', ' ') });
    fc.assert(
      fc.property(fc.array(letters, { maxLength: 8 }), letters, (values, typed) => {
        const line = `w ${typed}`;
        const next = completed(suggestionsFor([word('w', values)], line), line);
        return (
          next === undefined ||
          [...values.map((each) => `w ${each}`), line].some((each) => each.startsWith(next))
        );
      }),
    );
  });
});
