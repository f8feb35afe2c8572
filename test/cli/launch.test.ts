import { describe, expect, it } from 'vitest';
import { type Launch, readLaunch } from '../../src/cli/launch.ts';

const flagsOf = (launch: Launch) => (launch.kind === 'console' ? launch.flags : launch);

describe('a command line', () => {
  it('without a command opens the console', () => {
    expect(flagsOf(readLaunch(['--demo', '--app', 'a', '--app=b', '--seed', '7']))).toEqual({
      profile: undefined,
      'base-url': undefined,
      demo: true,
      seed: '7',
      'read-only': false,
      unaudited: false,
      'allow-debugging': false,
      pane: undefined,
      app: ['a', 'b'],
      zone: [],
      dns: [],
      script: [],
      'rate-limit': [],
      workspace: undefined,
      where: undefined,
      at: undefined,
      from: undefined,
      theme: undefined,
      ascii: false,
      'screen-reader': false,
      'no-history': false,
      man: false,
      version: false,
      help: false,
    });
  });

  it.each([
    [['--help'], { kind: 'help', words: [] }],
    [['-h', '--demo'], { kind: 'help', words: [] }],
    [['help'], { kind: 'help', words: [] }],
    [['help', 'app', 'delete'], { kind: 'help', words: ['app', 'delete'] }],
    [['--version'], { kind: 'version' }],
    [['-V'], { kind: 'version' }],
    [['--wat', '-h'], { kind: 'help', words: [] }],
    [['--man'], { kind: 'man' }],
    [['app', '--help'], { kind: 'command' }],
    [['--profile', 'prod', 'search', 'x'], { kind: 'command' }],
    [['__complete', 'app', ''], { kind: 'complete', words: ['app', ''] }],
    [['__complete', '--access-key=x'], { kind: 'complete', words: ['--access-key=x'] }],
  ])('%j', (argv, launch) => {
    expect(readLaunch(argv)).toEqual(launch);
  });

  it.each([
    [['--wat'], 'Unknown option "--wat". Did you mean --at?'],
    [['--profil'], 'Unknown option "--profil". Did you mean --profile?'],
    [['--profile'], '--profile needs a value.'],
    [
      ['--pane', 'event'],
      '--pane is one of apps, events, dns, search, guardian, limits, scripts, timeline, 1, 2, 3, 4, 5, 6, 7, 8. Did you mean events?',
    ],
    [['--theme', 'wat'], '--theme is one of auto, dark, light, high-contrast, mono.'],
    [['--demo=yes'], '--demo takes no value.'],
  ])('that is invalid is explained: %j', (argv, reason) => {
    expect(readLaunch(argv)).toEqual({ kind: 'invalid', reason });
  });

  it.each([
    ['--access-key=SECRET-4711'],
    ['--api-key', 'SECRET-4711'],
    ['--token=SECRET-4711'],
    ['-key', 'SECRET-4711'],
    ['app', 'overview', 'x', '--key=SECRET-4711'],
    ['--wat=SECRET-4711'],
    ['--SECRET-4711'],
    ['--demo=SECRET-4711'],
  ])('never repeats a key: %s %s', (...argv) => {
    const launch = readLaunch(argv);
    expect(launch.kind).toBe('invalid');
    expect(JSON.stringify(launch)).not.toContain('4711');
  });

  it('accepts a pane by its name or its digit', () => {
    for (const pane of ['events', '2']) {
      expect(readLaunch(['--pane', pane])).toMatchObject({ kind: 'console', flags: { pane } });
    }
  });

  it('may mention keys after --', () => {
    expect(readLaunch(['search', '--', '--token']).kind).toBe('command');
  });
});
