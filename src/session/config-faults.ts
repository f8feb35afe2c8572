import type { Config } from '../config/config.ts';
import type { Fault } from '../config/form.ts';
import type { Environment } from '../edges/terminal.ts';
import { parseBaseUrl } from '../http/base-url.ts';
import { watchProblem } from '../watches/expression.ts';
import { auditFault } from './access-key.ts';

/**
 * Errors in a configuration that can be parsed: invalid settings, unsafe key destinations, and invalid watches.
 *
 * @param files as from `readConfig`
 */
export function configFaults(
  { config, files }: { readonly config: Config; readonly files: ReadonlyMap<string, string> },
  env: Environment,
): readonly Fault[] {
  const audit = auditFault(config, env);
  return [...urlFaults(config), ...(audit ? [audit] : []), ...watchFaults(config, files)];
}

const watchFaults = (
  { workspaces }: Config,
  files: ReadonlyMap<string, string>,
): readonly Fault[] =>
  [...(workspaces ?? [])].flatMap(([name, { watches }]) =>
    [...(watches ?? [])].flatMap(([own, { value, line, column }]) => {
      const sentence = watchProblem(value);
      if (sentence === undefined) return [];
      const file = files.get(name);
      const key = `workspaces.${name}.watches.${own}`;
      return [{ line, column, key, sentence, ...(file !== undefined && { file }) }];
    }),
  );

const urlFaults = ({ profiles }: Config): readonly Fault[] =>
  [...(profiles ?? [])].flatMap(([name, { base_url: url }]) => {
    const parsed = url ? parseBaseUrl(url.value) : undefined;
    if (!url || parsed?.kind !== 'refused') return [];
    const { line, column } = url;
    return [{ line, column, key: `profiles.${name}.base_url`, sentence: parsed.reason }];
  });
