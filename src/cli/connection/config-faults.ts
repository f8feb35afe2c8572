import type { Config } from '../../config/config.ts';
import type { Fault } from '../../config/form.ts';
import { parseBaseUrl } from '../../http/base-url.ts';

/** What is wrong with a configuration that can be read: base URLs that no key may be sent to. */
export function configFaults(config: Config): readonly Fault[] {
  return [...(config.profiles ?? [])].flatMap(([name, { base_url: url }]) => {
    const parsed = url ? parseBaseUrl(url.value) : undefined;
    if (!url || parsed?.kind !== 'refused') return [];
    const { line, column } = url;
    return [{ line, column, key: `profiles.${name}.base_url`, sentence: parsed.reason }];
  });
}
