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
      pane: undefined,
      app: ['a', 'b'],
      zone: [],
      dns: [],
      script: [],
      'rate-limit': [],
      from: undefined,
      theme: undefined,
      ascii: false,
      'screen-reader': false,
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
    [['--man'], { kind: 'man' }],
    [['app', '--help'], { kind: 'command' }],
    [['--profile', 'prod', 'search', 'x'], { kind: 'command' }],
    [['__complete', 'app', ''], { kind: 'complete', words: ['app', ''] }],
    [['__complete', '--access-key=x'], { kind: 'complete', words: ['--access-key=x'] }],
  ])('%j', (argv, launch) => {
    expect(readLaunch(argv)).toEqual(launch);
  });

  it.each([
    [['--wat'], 'There is no such option: --wat. See warren --help.'],
    [
      ['--profile'],
      'An option has no value, or one that it does not take: --profile. See warren --help.',
    ],
    [
      ['--pane', 'wat'],
      '--pane is one of apps, events, dns, search, guardian, limits, scripts. See warren --help.',
    ],
    [
      ['--theme', 'wat'],
      '--theme is one of auto, dark, light, high-contrast, mono. See warren --help.',
    ],
    [
      ['--demo=yes'],
      'An option has no value, or one that it does not take: --demo. See warren --help.',
    ],
  ])('that is wrong is told: %j', (argv, reason) => {
    expect(readLaunch(argv)).toEqual({ kind: 'refused', reason });
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
  ])('never gets a key back: %s %s', (...argv) => {
    const launch = readLaunch(argv);
    expect(launch.kind).toBe('refused');
    expect(JSON.stringify(launch)).not.toContain('4711');
  });

  it('names a pane by its name or its digit', () => {
    for (const pane of ['events', '2']) {
      expect(readLaunch(['--pane', pane])).toMatchObject({ kind: 'console', flags: { pane } });
    }
  });

  it('may speak of keys behind --', () => {
    expect(readLaunch(['search', '--', '--token']).kind).toBe('command');
  });
});
