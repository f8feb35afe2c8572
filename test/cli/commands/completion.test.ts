import { spawnSync } from 'node:child_process';
import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { completionScripts } from '../../../src/cli/commands/completion.ts';
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

  it('offers words', () => {
    expect(tab('warren app o', 'warren app o')).toEqual({
      stdout: 'overview\nother\n\napp|o|',
      stderr: '',
    });
  });

  it('asks for what may stand behind a blank', () => {
    expect(tab('warren app ', 'warren app ""').stdout).toContain('app||');
  });

  it('completes what stands behind an equals sign, where bash begins a word', () => {
    const { stdout } = tab('warren app wait x --until status=a', 'warren app wait');
    expect(stdout).toBe('active\nfailing\n\napp|wait|x|--until|status=a|');
  });

  it('offers names of files', () => {
    expect(tab('warren guardian check o', 'warren guardian check o').stdout).toContain(
      'openapi.yaml',
    );
  });
});

describe.skipIf(!has('zsh'))('in zsh', () => {
  it('is a script that zsh takes', () => {
    expect(
      inShell('zsh', `autoload -U compinit; compinit -u -D; ${completionScripts.zsh}\ntrue`).stderr,
    ).toBe('');
  });
});

describe.skipIf(!has('fish'))('in fish', () => {
  it('offers words', () => {
    const { stdout } = inShell('fish', `${completionScripts.fish}\ncomplete -C 'warren app o'`);
    expect(stdout).toContain('overview\twhat it does');
  });
});

it('every shell has a script that names the program', () => {
  for (const script of Object.values(completionScripts)) {
    expect(script).toContain('warren __complete');
  }
});
