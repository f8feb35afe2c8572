import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

/*
 * The house: which way the arrows point and who may do what. Each failure says why the rule is there.
 */

const ROOT = resolve(import.meta.dirname, '..');
const SOURCE = join(ROOT, 'src');

const files = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.tsx?$/.test(name))
  .map((name) => name.replaceAll('\\', '/'))
  .sort();

const read = (name: string) => readFileSync(join(SOURCE, name), 'utf8');

const IMPORT = /(?:^|\n)\s*(?:import|export)\s[^'"]*?from\s+'([^']+)'|import\(\s*'([^']+)'\s*\)/g;

function importsOf(name: string): string[] {
  return [...read(name).matchAll(IMPORT)].map((match) => match[1] ?? match[2] ?? '');
}

/** The layers, lowest first; a layer may import those below it and itself. */
const LEVELS: readonly (readonly string[])[] = [
  ['text', 'edges'],
  ['contract', 'sqlite'],
  ['http', 'guardian', 'events', 'state', 'ui', 'painter', 'input', 'config', 'help'],
  ['platform', 'feeds', 'archive', 'commands', 'mutations', 'doctor'],
  ['history'],
  // Conditions over what history sees; console and command line wait for the same.
  ['watches'],
  // Calls as they were answered, kept in a file and answered from it: it stands in for a service.
  ['recording'],
  // What a run is on: the settings in force, the access key, the service or the embedded platform. The console
  // and the command line share it, and neither knows the other.
  ['session'],
  ['panes', 'cli'],
  ['shell'],
  ['console'],
  ['run-consoles.ts'],
  ['main.ts'],
];

/** The sub-folders of a layer, lowest first; one may import those before it. `.` is what lies in the layer itself. */
const FOLDERS: Readonly<Record<string, readonly string[]>> = {
  // Questions are asked of the store, which knows none of them.
  events: ['storage', 'filter', 'worker', '.', 'questions'],
};
/** The embedded platform inside, lowest first: a handler knows no server, the world knows nobody. */
const PLATFORM_LEVELS: readonly (string | undefined)[] = [
  'world',
  'wire',
  'faults',
  'handlers',
  'server',
  'platform.ts',
];

/** What a layer must not know although it lies below. */
const FORBIDDEN: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  panes: {
    session: 'a pane is handed what it needs of the run',
    http: 'a pane is handed `call`: it must not learn what is behind it',
    platform: 'a pane is handed `call`: it must not learn what is behind it',
  },
  shell: {
    session: 'the shell is handed what it needs of the run',
    http: 'the shell is handed `call`',
    platform: 'the shell is handed `call`',
  },
  console: {
    session: 'the composition is handed the session: tests hand it others',
    http: 'the composition is handed `connect`: tests and recordings hand it others',
    platform: 'the composition is handed `connect`',
  },
};

const layerOf = (name: string) => name.split('/')[0] ?? name;
/** The sub-folder of its layer that a file lies in, `.` when in none. */
const folderOf = (name: string) => name.split('/').slice(1, -1)[0] ?? '.';
const levelOf = (layer: string) => LEVELS.findIndex((layers) => layers.includes(layer));

const arrows = files.flatMap((name) =>
  importsOf(name)
    .filter((target) => target.startsWith('.'))
    .map((target) => ({
      from: name,
      to: relative(SOURCE, resolve(SOURCE, dirname(name), target)).replaceAll('\\', '/'),
    })),
);

describe('the house', () => {
  it('holds at its top what a stranger looks for, and nothing that a run left there', () => {
    const there = readdirSync(ROOT).filter((name) => !name.startsWith('.'));
    const made = ['dist', 'node_modules', 'coverage'];
    expect(there.filter((name) => !made.includes(name)).toSorted()).toEqual([
      ...['README.md', 'package-lock.json', 'package.json', 'screenshots', 'src', 'test'],
      'tsconfig.json',
    ]);
  });

  it('has a level for every layer', () => {
    const unknown = [...new Set(files.map(layerOf))].filter((layer) => levelOf(layer) < 0);
    expect(unknown, 'a new layer needs a place in LEVELS and in the map of the README').toEqual([]);
  });

  it('has arrows that point down', () => {
    const wrong = arrows.filter(({ from, to }) => {
      const [source, target] = [layerOf(from), layerOf(to)];
      if (source === target) return false;
      return levelOf(target) >= levelOf(source);
    });
    expect(wrong, 'a lower layer that knows a higher one cannot be read, or tested, alone').toEqual(
      [],
    );
  });

  it.each(Object.entries(FOLDERS))('has sub-folders of %s that point one way', (layer, folders) => {
    const inside = arrows.filter(({ from, to }) => [from, to].every((f) => layerOf(f) === layer));
    const levelOfFile = (name: string) => folders.indexOf(folderOf(name));
    const wrong = inside.filter(({ from, to }) => levelOfFile(to) > levelOfFile(from));
    expect(wrong, 'a sub-folder that knows what uses it cannot be read, or tested, alone').toEqual(
      [],
    );
    const unknown = [...new Set(inside.map(({ from }) => folderOf(from)))].filter(
      (folder) => !folders.includes(folder),
    );
    expect(unknown, 'a new sub-folder needs its place in FOLDERS').toEqual([]);
  });

  it('keeps panes, shell and composition from knowing what is behind a call', () => {
    const wrong = arrows.filter(({ from, to }) => FORBIDDEN[layerOf(from)]?.[layerOf(to)]);
    expect(wrong, 'whoever is handed `call` must work over a recording too').toEqual([]);
  });

  it('has arrows that point down inside the platform', () => {
    const level = (name: string) => {
      const [layer, folder] = name.split('/');
      return layer === 'platform' ? PLATFORM_LEVELS.indexOf(folder) : -1;
    };
    const unknown = files.filter((name) => name.startsWith('platform/') && level(name) < 0);
    expect(unknown, 'a new folder needs a place in PLATFORM_LEVELS').toEqual([]);
    const wrong = arrows.filter(({ from, to }) => level(from) >= 0 && level(to) > level(from));
    expect(wrong, 'a handler that knew its server could only be tested with it').toEqual([]);
  });

  it('has no circles', () => {
    const targets = new Map<string, string[]>();
    for (const { from, to } of arrows) targets.set(from, [...(targets.get(from) ?? []), to]);
    const circles: string[][] = [];
    const done = new Set<string>();
    const visit = (name: string, path: readonly string[]) => {
      const at = path.indexOf(name);
      if (at >= 0) circles.push([...path.slice(at), name]);
      if (at >= 0 || done.has(name)) return;
      for (const next of targets.get(name) ?? []) visit(next, [...path, name]);
      done.add(name);
    };
    for (const name of files) visit(name, []);
    expect(circles, 'files in a circle can only be understood together').toEqual([]);
  });
});

const importing = (what: string) => files.filter((name) => importsOf(name).includes(what));

describe('who may do what', () => {
  it("only ui/rows takes Ink's Text", () => {
    const takers = files.filter((name) => /import[^;]*\bText\b[^;]*from 'ink'/.test(read(name)));
    expect(takers, "Ink's Text draws any string; ours only draws what is printable").toEqual([
      'ui/rows.tsx',
    ]);
  });

  it.each([
    ['got', ['http/transmit.ts'], 'one place decides about redirects, retries and time-outs'],
    [
      'ink-table',
      ['shell/overlays/deletion.tsx'],
      'it measures text by code units and needs its values fitted',
    ],
    ['ink-text-input', ['ui/field.tsx'], 'what it reports must be cleaned'],
    [
      '@clickhouse/client',
      ['archive/clickhouse/engine.ts'],
      'it is run by those alone whose archive is on a server',
    ],
    [
      'node:sqlite',
      undefined,
      'one place decides which files are opened; the others are handed a database',
    ],
  ])('%s has one user', (what, users, why) => {
    const found = importing(what);
    if (users) expect(found, why).toEqual(users);
    else
      expect(
        found.filter((name) => !/^(platform|archive|sqlite|history|recording)\//.test(name)),
        why,
      ).toEqual([]);
  });

  it("nobody uses Ink's input: keys come from the terminal through input/ alone", () => {
    const users = files.filter((name) => /\b(useInput|usePaste|useStdin)\b/.test(read(name)));
    expect(users, 'a second reader of keys would see what a dialog must not leak').toEqual([]);
  });

  it('only main and the edges know the process', () => {
    const users = files.filter((name) =>
      /\bprocess\./.test(read(name).replace(/\/\*[^]*?\*\/|\/\/.*|from '.*'/g, '')),
    );
    // The clock is the edge to time. The watchdog measures what a pattern costs this thread: wall time would
    // count what others take too. What an editor is given goes with the process, and bears its id.
    expect(users, 'arguments, environment and streams are read once, in main').toEqual([
      'edges/clock.ts',
      'edges/editor.ts',
      'edges/own-folder.ts',
      'edges/own-process.ts',
      // Who holds a lock.
      'edges/record-log.ts',
      'events/filter/watchdog.ts',
      'main.ts',
    ]);
  });

  it('only the painter knows escape sequences', () => {
    const users = files.filter(
      (name) =>
        /\\u001b|\\x1b|\\e\[/i.test(read(name)) &&
        !/^(painter|input|text|platform\/world)\//.test(name),
    );
    expect(users, 'whoever makes sequences can make foreign ones').toEqual([
      // One question to the terminal, made of constants; its answer is never shown.
      'doctor/terminal-checks.ts',
      'ui/line.ts',
    ]);
  });

  it('nothing is remembered in a module', () => {
    const rememberers = files.filter((name) => /^(?:export )?let /m.test(read(name)));
    expect(rememberers, 'two consoles in one process must not share state').toEqual([]);
  });

  it('no file is longer than 400 lines', () => {
    const long = files.filter((name) => read(name).trimEnd().split('\n').length > 400);
    expect(long, 'a reader holds one file in mind').toEqual([]);
  });

  it('nothing is unchecked or unfinished', () => {
    const found = files.filter((name) =>
      /\b(TODO|FIXME|XXX)\b|\bas any\s*[^\w\s]|@ts-(ignore|expect-error|nocheck)/.test(read(name)),
    );
    expect(found).toEqual([]);
  });
});
