import type { Config } from '../config/config.ts';
import type { Fault } from '../config/form.ts';
import type { Environment } from '../edges/terminal.ts';
import { parseBaseUrl } from '../http/base-url.ts';
import { auditFault } from './access-key.ts';

/** What is wrong with a configuration that can be read: what nothing runs with, or no key may be sent to. */
export function configFaults(config: Config, env: Environment): readonly Fault[] {
  const audit = auditFault(config, env);
  return [...urlFaults(config), ...(audit ? [audit] : [])];
}

const urlFaults = ({ profiles }: Config): readonly Fault[] =>
  [...(profiles ?? [])].flatMap(([name, { base_url: url }]) => {
    const parsed = url ? parseBaseUrl(url.value) : undefined;
    if (!url || parsed?.kind !== 'refused') return [];
    const { line, column } = url;
    return [{ line, column, key: `profiles.${name}.base_url`, sentence: parsed.reason }];
  });
