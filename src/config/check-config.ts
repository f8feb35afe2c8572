import type { Config } from './config.ts';
import type { Fault, Located } from './located.ts';
import { nearest } from './nearest.ts';

/** Reports what each value for itself does not show: names that lead nowhere, two sources for one key. */
export function checkConfig(config: Config, report: (fault: Fault) => void): void {
  const profiles = [...(config.profiles?.keys() ?? [])];
  const workspaces = [...(config.workspaces?.keys() ?? [])];

  function mustBeOne(
    name: Located<string> | undefined,
    names: readonly string[],
    { key, kind }: { readonly key: string; readonly kind: string },
  ): void {
    if (!name || names.includes(name.value)) return;
    const { line, column, value } = name;
    report({
      line,
      column,
      key,
      sentence: `There is no such ${kind}; there ${listed(names)}.`,
      nearest: nearest(value, names),
    });
  }

  mustBeOne(config.default_profile, profiles, { key: 'default_profile', kind: 'profile' });
  for (const [name, profile] of config.profiles ?? []) {
    const key = `profiles.${name}`;
    mustBeOne(profile.workspace, workspaces, { key: `${key}.workspace`, kind: 'workspace' });
    const { access_key_file: file, access_key_command: command } = profile;
    if (file && command) {
      const { line, column } = file.line > command.line ? file : command;
      report({
        line,
        column,
        key,
        sentence: 'It has both an access_key_file and an access_key_command; keep one of them.',
      });
    }
  }
}

const listed = (names: readonly string[]): string =>
  names.length === 0 ? 'are none' : `${names.length === 1 ? 'is' : 'are'} ${names.join(', ')}`;
