import { spawnSync } from 'node:child_process';
import { chmod, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { completionScripts } from '../../../src/cli/commands/completion.ts';
import { PROGRAM } from '../../support/program.ts';
import { type PtyProgram, startInPty } from '../../support/pty.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';

/*
 * The scripts in real shells, with a `warren` that tells what it was asked. A shell that is not installed
 * is left out.
 */

let folder: string;
beforeEach(async () => {
  folder = temporaryDirectory();
  const fake = `#!/bin/sh
shift
printf '%s|' "$@" > "${folder}/asked"
case "$*" in
  *check*) echo ':file' ;;
  *until*) printf 'status=active\\t\\nstatus=failing\\t\\n' ;;
  *) printf 'overview\\twhat it does\\nother\\tsomething else\\n' ;;
esac
`;
  await writeFile(join(folder, 'warren'), fake);
  await chmod(join(folder, 'warren'), 0o755);
  await writeFile(join(folder, 'openapi.yaml'), '');
});

const has = (shell: string) => spawnSync(shell, ['-c', 'true']).status === 0;

function inShell(shell: string, script: string) {
  const { stdout, stderr } = spawnSync(shell, ['-c', script], {
    cwd: folder,
    encoding: 'utf8',
    env: { PATH: `${folder}:${process.env['PATH']}`, HOME: folder },
  });
  return { stdout, stderr };
}

describe.skipIf(!has('bash'))('in bash', () => {
  /** What Tab at the end of `line` offers. */
  const tab = (line: string, words: string) =>
    inShell(
      'bash',
      `${completionScripts.bash}
COMP_LINE=${JSON.stringify(line)} COMP_POINT=${line.length} COMP_WORDS=(${words}) COMP_CWORD=1
_warren
printf '%s\\n' "\${COMPREPLY[@]}"; echo; cat asked`,
    );

  it('suggests words', () => {
    expect(tab('warren app o', 'warren app o')).toEqual({
      stdout: 'overview\nother\n\napp|o|',
      stderr: '',
    });
  });

  it('suggests what may follow a blank', () => {
    expect(tab('warren app ', 'warren app ""').stdout).toContain('app||');
  });

  it('completes after an equals sign, where bash starts a new word', () => {
    const { stdout } = tab('warren app wait x --until status=a', 'warren app wait');
    expect(stdout).toBe('active\nfailing\n\napp|wait|x|--until|status=a|');
  });

  it.each([
    ['a:', 'a:b.db', 'b.db'],
    ['x=', 'x=1.db', '1.db'],
    ['a', 'a:b.db', 'a:b.db'],
  ])(
    'completes the name of a file behind %s as far as bash has it',
    async (typed, name, offered) => {
      await writeFile(join(folder, name), '');
      const { stdout } = tab(`warren guardian check ${typed}`, 'warren guardian check');
      expect(stdout.split('\n')[0]).toBe(offered);
    },
  );

  it('suggests file names after an option and an equals sign', () => {
    const { stdout } = tab('warren guardian check --file=o', 'warren guardian check');
    expect(stdout.split('\n')[0]).toBe('openapi.yaml');
  });

  it('suggests file names', () => {
    expect(tab('warren guardian check o', 'warren guardian check o').stdout).toContain(
      'openapi.yaml',
    );
  });
});

describe.skipIf(!has('zsh'))('in zsh', () => {
  it('is a valid zsh script', () => {
    expect(
      inShell('zsh', `autoload -U compinit; compinit -u -D; ${completionScripts.zsh}\ntrue`).stderr,
    ).toBe('');
  });
});

describe.skipIf(!has('fish'))('in fish', () => {
  it('suggests words', () => {
    const { stdout } = inShell('fish', `${completionScripts.fish}\ncomplete -C 'warren app o'`);
    expect(stdout).toContain('overview\twhat it does');
  });
});

it('every shell has a script for the program', () => {
  for (const script of Object.values(completionScripts)) {
    expect(script).toContain('warren __complete');
  }
});

/*
 * The built program, completed by Tab in real shells at a real terminal, set up as their manuals say. A
 * shell that is not installed is left out, and shows as skipped.
 */

const CONFIG = `
default_profile: prod
profiles:
  prod: {base_url: https://prod.example, workspace: shop}
  staging: {base_url: https://staging.example}
workspaces:
  shop:
    apps: [{id: k3Jd82hQpLm0xYz, name: "checkout: the *first* one"}]
    shield_zones: [{id: 120431, name: shop.example}]
`;

let home: string;
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'warren-shells-'));
  const put = async (path: string, content: string) => {
    await mkdir(dirname(join(home, path)), { recursive: true });
    await writeFile(join(home, path), content, { mode: 0o600 });
  };
  const { stdout: autoloaded } = spawnSync(process.execPath, [PROGRAM, 'completion', 'zsh'], {
    encoding: 'utf8',
  });
  await put('.config/warren/config.yaml', CONFIG);
  await put('work/open api.yaml', '');
  await put('work/other.txt', '');
  await put('.bashrc', `PS1='$ '; eval "$(warren completion bash)"\n`);
  const compinit = 'autoload -U compinit; compinit -u -D';
  await put('zsh/sourced/.zshrc', `PROMPT='$ '; ${compinit}; source <(warren completion zsh)\n`);
  await put('zsh/autoloaded/.zshrc', `PROMPT='$ '; fpath=(~/functions $fpath); ${compinit}\n`);
  await put('functions/_warren', autoloaded);
  await put(
    '.config/fish/config.fish',
    `set -g fish_greeting; set -g fish_autosuggestion_enabled 0
function fish_prompt; echo '$ '; end
warren completion fish | source\n`,
  );
  await mkdir(join(home, 'bin'));
  await symlink(PROGRAM, join(home, 'bin', 'warren'));
});
afterAll(() => rm(home, { recursive: true, force: true }));

let shell: PtyProgram | undefined;
afterEach(() => shell?.close());

interface Setting {
  readonly file: string;
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

const SHELLS: readonly (readonly [name: string, setting: () => Setting])[] = [
  [
    'bash',
    () => ({ file: 'bash', args: ['--noprofile', '--rcfile', join(home, '.bashrc'), '-i'] }),
  ],
  [
    'zsh, the script sourced',
    () => ({ file: 'zsh', args: ['-i'], env: { ZDOTDIR: join(home, 'zsh', 'sourced') } }),
  ],
  [
    'zsh, the script among its functions',
    () => ({ file: 'zsh', args: ['-i'], env: { ZDOTDIR: join(home, 'zsh', 'autoloaded') } }),
  ],
  ['fish', () => ({ file: 'fish', args: ['-i'] })],
];

const isInstalled = (name: string): boolean =>
  spawnSync(/^\w+/.exec(name)?.[0] ?? '', ['-c', 'true']).status === 0;

describe.each(SHELLS)('in %s', (name, setting) => {
  async function started(): Promise<PtyProgram> {
    const { file, args, env = {} } = setting();
    shell = startInPty({
      file,
      args,
      columns: 100,
      rows: 24,
      cwd: join(home, 'work'),
      env: {
        HOME: home,
        PATH: `${join(home, 'bin')}:${dirname(process.execPath)}:${process.env['PATH']}`,
        ...env,
      },
    });
    await shell.until((screen) => screen.some((line) => line.startsWith('$')));
    return shell;
  }

  it.skipIf(!isInstalled(name)).each([
    ['a word', 'warren app ov', 'warren app overview'],
    ['a command after an option', 'warren -o json app ov', 'warren -o json app overview'],
    ['an option', 'warren app overview --prof', 'warren app overview --profile'],
    [
      'what stands behind an option and an equals sign',
      'warren --profile=st',
      'warren --profile=staging',
    ],
    ['the name of a profile', 'warren --profile st', 'warren --profile staging'],
    [
      'what stands behind an equals sign',
      'warren app wait x --until status=act',
      'warren app wait x --until status=active',
    ],
    [
      'an identifier of the workspace',
      'warren app overview k3',
      'warren app overview k3Jd82hQpLm0xYz',
    ],
    [
      'an option behind a quoted value',
      'warren events 120431 --where "a b" --lim',
      'warren events 120431 --where "a b" --limit',
    ],
    ['the only one there is', 'warren events ', 'warren events 120431'],
    ['a file', 'warren guardian check op', 'warren guardian check open\\ api.yaml'],
  ])('Tab completes %s', async (_, typed, completed) => {
    const running = await started();
    running.send(`${typed}\t`);
    await running.until((screen) => screen.some((line) => line.trimEnd() === `$ ${completed}`));
  });

  it.skipIf(!isInstalled(name))('Tab shows the choices', async () => {
    const running = await started();
    running.send('warren completion \t\t');
    await running.until((screen) =>
      ['bash', 'zsh', 'fish'].every((each) => screen.some((line) => line.includes(each))),
    );
    expect((await running.screen()).join('\n')).not.toMatch(/error|not found/i);
  });
});
