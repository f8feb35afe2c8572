import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

/*
 * Architecture rules: the direction of imports, and which file may do what. Each failure explains its rule.
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
  // Conditions over the history, evaluated by the console and by the command line.
  ['watches'],
  // Writes calls and answers to a file and replays them in place of a service.
  ['recording'],
  // The settings in force, the access key, and the service or the embedded platform. Shared by the console and the command
  // line, which do not import each other.
  ['session'],
  ['panes', 'cli'],
  ['shell'],
  ['console'],
  ['run-consoles.ts'],
  ['main.ts'],
];

/** The sub-folders of a layer, lowest first. Each may import those before it. `.` stands for files directly in the layer. */
const FOLDERS: Readonly<Record<string, readonly string[]>> = {
  // Questions read the store, and the store does not import questions.
  events: ['storage', 'filter', 'worker', '.', 'questions'],
};
/** The parts of the embedded platform, lowest first: handlers do not import the server, and the world imports none of them. */
const PLATFORM_LEVELS: readonly (string | undefined)[] = [
  'world',
  'wire',
  'faults',
  'handlers',
  'server',
  'platform.ts',
];

/** Lower layers that a layer must not import, and why. */
const FORBIDDEN: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  panes: {
    session: 'a pane is handed what it needs of the run',
    http: 'a pane is handed `call` and must not depend on its implementation',
    platform: 'a pane is handed `call` and must not depend on its implementation',
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
/** The sub-folder of a file within its layer; `.` if it is in none. */
const folderOf = (name: string) => name.split('/').slice(1, -1)[0] ?? '.';
const levelOf = (layer: string) => LEVELS.findIndex((layers) => layers.includes(layer));

const imports = files.flatMap((name) =>
  importsOf(name)
    .filter((target) => target.startsWith('.'))
    .map((target) => ({
      from: name,
      to: relative(SOURCE, resolve(SOURCE, dirname(name), target)).replaceAll('\\', '/'),
    })),
);

describe('the architecture', () => {
  it('has only well-known files at the top, and none left by a run', () => {
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

  it('has imports only from lower layers', () => {
    const wrong = imports.filter(({ from, to }) => {
      const [source, target] = [layerOf(from), layerOf(to)];
      if (source === target) return false;
      return levelOf(target) >= levelOf(source);
    });
    expect(wrong, 'a lower layer that knows a higher one cannot be read, or tested, alone').toEqual(
      [],
    );
  });

  it.each(Object.entries(FOLDERS))(
    'has imports only from earlier sub-folders within %s',
    (layer, folders) => {
      const inside = imports.filter(({ from, to }) =>
        [from, to].every((f) => layerOf(f) === layer),
      );
      const levelOfFile = (name: string) => folders.indexOf(folderOf(name));
      const wrong = inside.filter(({ from, to }) => levelOfFile(to) > levelOfFile(from));
      expect(
        wrong,
        'a sub-folder that knows what uses it cannot be read, or tested, alone',
      ).toEqual([]);
      const unknown = [...new Set(inside.map(({ from }) => folderOf(from)))].filter(
        (folder) => !folders.includes(folder),
      );
      expect(unknown, 'a new sub-folder needs its place in FOLDERS').toEqual([]);
    },
  );

  it('keeps panes, shell and composition independent of what implements a call', () => {
    const wrong = imports.filter(({ from, to }) => FORBIDDEN[layerOf(from)]?.[layerOf(to)]);
    expect(wrong, 'code that is handed `call` must also work on a recording').toEqual([]);
  });

  it('has imports only from lower parts within the platform', () => {
    const level = (name: string) => {
      const [layer, folder] = name.split('/');
      return layer === 'platform' ? PLATFORM_LEVELS.indexOf(folder) : -1;
    };
    const unknown = files.filter((name) => name.startsWith('platform/') && level(name) < 0);
    expect(unknown, 'a new folder needs a place in PLATFORM_LEVELS').toEqual([]);
    const wrong = imports.filter(({ from, to }) => level(from) >= 0 && level(to) > level(from));
    expect(wrong, 'a handler that knew its server could only be tested with it').toEqual([]);
  });

  it('has no import cycles', () => {
    const targets = new Map<string, string[]>();
    for (const { from, to } of imports) targets.set(from, [...(targets.get(from) ?? []), to]);
    const cycles: string[][] = [];
    const done = new Set<string>();
    const visit = (name: string, path: readonly string[]) => {
      const at = path.indexOf(name);
      if (at >= 0) cycles.push([...path.slice(at), name]);
      if (at >= 0 || done.has(name)) return;
      for (const next of targets.get(name) ?? []) visit(next, [...path, name]);
      done.add(name);
    };
    for (const name of files) visit(name, []);
    expect(cycles, 'files in a cycle can only be understood together').toEqual([]);
  });
});

const importing = (what: string) => files.filter((name) => importsOf(name).includes(what));

describe('the use of outside interfaces', () => {
  it("only ui/rows uses Ink's Text", () => {
    const takers = files.filter((name) => /import[^;]*\bText\b[^;]*from 'ink'/.test(read(name)));
    expect(takers, "Ink's Text draws any string; ours only draws what is printable").toEqual([
      'ui/rows.tsx',
    ]);
  });

  it.each([
    ['got', ['http/transmit.ts'], 'one place decides about redirects, retries and timeouts'],
    [
      'ink-table',
      ['shell/overlays/deletion.tsx'],
      'it measures text by code units and needs its values fitted',
    ],
    ['ink-text-input', ['ui/field.tsx'], 'what it reports must be sanitised'],
    [
      '@clickhouse/client',
      ['archive/clickhouse/engine.ts'],
      'it is needed only for an archive on a server',
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

  it("Ink's input is not used: keys come from the terminal only through input/", () => {
    const users = files.filter((name) => /\b(useInput|usePaste|useStdin)\b/.test(read(name)));
    expect(users, 'a second reader of keys would see what a dialog must not leak').toEqual([]);
  });

  it('only main and the edges use the process', () => {
    const users = files.filter((name) =>
      /\bprocess\./.test(read(name).replace(/\/\*[^]*?\*\/|\/\/.*|from '.*'/g, '')),
    );
    // The clock is the edge to time. The watchdog measures processor time of a pattern, because elapsed time would include
    // other programs. The file given to an editor is named after the process.
    expect(users, 'arguments, environment and streams are read once, in main').toEqual([
      'edges/clock.ts',
      'edges/own-folder.ts',
      'edges/own-process.ts',
      // The holder of a lock.
      'edges/record-log.ts',
      'events/filter/watchdog.ts',
      'main.ts',
    ]);
  });

  it('only the painter has escape sequences', () => {
    const users = files.filter(
      (name) =>
        /\\u001b|\\x1b|\\e\[/i.test(read(name)) &&
        !/^(painter|input|text|platform\/world)\//.test(name),
    );
    expect(users, 'code that writes sequences can write forbidden ones').toEqual([
      // A constant query to the terminal, whose reply is never shown.
      'doctor/terminal-checks.ts',
      'ui/line.ts',
    ]);
  });

  it('modules have no state', () => {
    const stateful = files.filter((name) => /^(?:export )?let /m.test(read(name)));
    expect(stateful, 'two consoles in one process must not share state').toEqual([]);
  });

  it('no file is longer than 400 lines', () => {
    const long = files.filter((name) => read(name).trimEnd().split('\n').length > 400);
    expect(long, 'a reader holds one file in mind').toEqual([]);
  });

  it('no check is disabled and nothing is unfinished', () => {
    const found = files.filter((name) =>
      /\b(TODO|FIXME|XXX)\b|\bas any\s*[^\w\s]|@ts-(ignore|expect-error|nocheck)/.test(read(name)),
    );
    expect(found).toEqual([]);
  });
});
