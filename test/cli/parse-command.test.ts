import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { EVERY_OPTION, parseCommand } from '../../src/cli/parse-command.ts';
import { commandNames, specOf } from '../../src/cli/table/commands.ts';

const SERVICE = {
  profile: undefined,
  'base-url': undefined,
  demo: false,
  seed: undefined,
  'read-only': false,
  unaudited: false,
  'allow-debugging': false,
};

it('an option takes a value either everywhere or nowhere', () => {
  for (const option of EVERY_OPTION) {
    const same = EVERY_OPTION.filter(({ name }) => name === option.name);
    expect(new Set(same.map(({ kind, short }) => `${kind} ${short}`)).size, option.name).toBe(1);
  }
});

describe('a command', () => {
  it('gets its arguments and every option by name', () => {
    expect(
      parseCommand(['--profile', 'prod', 'app', 'delete', 'x1', '--confirm=x1', '--wait']),
    ).toEqual({
      kind: 'command',
      invocation: {
        name: 'app delete',
        given: {
          arguments: { ID: 'x1' },
          options: {
            ...SERVICE,
            profile: 'prod',
            confirm: 'x1',
            wait: true,
            timeout: undefined,
            output: undefined,
            wide: false,
            raw: false,
            quiet: false,
          },
        },
      },
    });
  });

  it('uses the last value of a repeated option', () => {
    const parsed = parseCommand(['-o', 'json', '--profile', 'a', 'search', 'x', '--profile', 'b']);
    expect(parsed).toMatchObject({
      invocation: { given: { options: { profile: 'b', output: 'json' } } },
    });
  });

  it('collects repeated options', () => {
    const parsed = parseCommand(['platform', '--dialect', 'a=b', '--dialect=c=d']);
    expect(parsed).toMatchObject({
      invocation: { given: { options: { dialect: ['a=b', 'c=d'] } } },
    });
  });

  it('takes words after -- as they are', () => {
    expect(parseCommand(['search', '--', '--help'])).toMatchObject({
      invocation: { name: 'search', given: { arguments: { TEXT: '--help' } } },
    });
  });

  it('accepts -h as a value', () => {
    expect(parseCommand(['script', 'add-variable', '1', 'N', '--default', '-h'])).toMatchObject({
      invocation: { given: { options: { default: '-h' } } },
    });
  });

  it.each([
    [['app', '--help'], ['app']],
    [
      ['app', 'delete', '-h'],
      ['app', 'delete'],
    ],
    [['events', '--wat', '--help'], ['events']],
  ])('gives help when asked: %j', (argv, words) => {
    expect(parseCommand(argv)).toEqual({ kind: 'help', words });
  });

  it.each([
    [['evnts'], 'Unknown command "evnts". Did you mean events?'],
    [['app', 'overvew'], 'Unknown command "overvew". Did you mean app overview?'],
    [['a8f3b2'], 'There is no such command.'],
    [['version'], 'Unknown command "version". Did you mean --version?'],
    [['logs', 'shop.example'], 'Unknown command "logs". Did you mean events?'],
    [['keys'], 'Unknown command "keys". Did you mean help keys?'],
    [
      ['--config', 'a.yaml'],
      'Unknown option "--config". XDG_CONFIG_HOME says where the configuration is; warren config path shows it.',
    ],
    [['status', '--context=prod'], 'Unknown option "--context". Did you mean --profile?'],
    [['app'], 'warren app needs one of: overview, delete, wait.'],
    [['rate-limit'], 'Missing argument ID.'],
    [['guardian', 'upload', '1'], 'Missing argument FILE.'],
    [
      ['search', 'a', 'b'],
      'Too many arguments: warren search takes TEXT. Put quotes around text with spaces.',
    ],
    [['init', 'x'], 'warren init takes no arguments.'],
    [['record', 'a.db'], 'warren record takes no arguments. --out FILE names the file.'],
    [['search', 'a', '--frm', '3'], 'Unknown option "--frm". Did you mean --from?'],
    [['search', 'a', '--a8f3=1'], 'There is no such option.'],
    [['app', 'overview', '-1'], '-1 is not an option; put -- before a value that begins with -.'],
    [['search', 'a', '--from'], '--from needs a value.'],
    [['search', 'a', '--follow'], 'Unknown option "--follow".'],
    [['--wacth', 'x', 'search', 'a'], 'Unknown option "--wacth". Did you mean --watch?'],
    [['init', '-o', 'json'], 'Unknown option "-o".'],
    [['completion', 'bahs'], 'SHELL is one of bash, zsh, fish. Did you mean bash?'],
    [
      ['search', 'a', '-o', 'jsn'],
      '--output is one of table, wide, json, yaml, ndjson, csv. Did you mean json?',
    ],
    [
      ['guardian', 'upload', '1', 'f', '--enforce-authorization', 'maybe'],
      '--enforce-authorization is one of yes, no, keep.',
    ],
  ])('that is invalid is explained: %j', (argv, reason) => {
    expect(parseCommand(argv)).toMatchObject({ kind: 'invalid', reason });
  });

  it('has one of three results for any words, and never repeats a possible key', () => {
    const word = fc.oneof(
      fc.constantFrom(...commandNames.flatMap((name) => name.split(' '))),
      fc.constantFrom('--help', '-o', '--', '--watch', '--profile=x', '-f', '-xyz', '--confirm'),
      fc.constant('a8f3b2c1-SECRET-4711'),
    );
    fc.assert(
      fc.property(fc.array(word, { maxLength: 6 }), (argv) => {
        const parsed = parseCommand(argv);
        expect(['command', 'help', 'invalid']).toContain(parsed.kind);
        if (parsed.kind === 'invalid') expect(parsed.reason).not.toContain('4711');
      }),
      { numRuns: 300 },
    );
  });
});

/** The words of an example as a shell would make them, up to a pipe or a redirection. */
function shellWords(line: string): readonly string[] {
  const words = [...line.matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g)].map(
    ([, single, double, bare]) => single ?? double ?? bare ?? '',
  );
  const end = words.findIndex((word) => ['|', '>', '>>'].includes(word));
  return end < 0 ? words : words.slice(0, end);
}

describe('the examples of help', () => {
  const examples = commandNames.flatMap((name) =>
    Object.keys(specOf(name).examples).map((line) => ({ name, line })),
  );

  it.each(commandNames)('there are two or more of: %s', (name) => {
    expect(Object.keys(specOf(name).examples).length).toBeGreaterThan(1);
  });

  it.each(examples)('$line', ({ name, line }) => {
    // One edits a file, one comes from a pipe, one sets a variable first.
    const call = /(?:^|\| |\$\(|\S+=\S+ )warren ([^)]*)/.exec(line)?.[1] ?? '';
    expect(parseCommand(shellWords(call))).toMatchObject({ kind: 'command', invocation: { name } });
  });
});
