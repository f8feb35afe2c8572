import type { KeyBinding } from '../../commands/key-binding.ts';
import type { Config } from '../../config/config.ts';

/** What the configuration says of keys, in its order. */
export const configuredKeys = ({ keys }: Pick<Config, 'keys'>): readonly KeyBinding[] =>
  [...(keys ?? [])].map(([name, { value, line }]) => ({
    id: name.replace(/^-/, ''),
    kind: name.startsWith('-') ? 'without' : 'these',
    keys: value.map((key) => key.value),
    line,
  }));
