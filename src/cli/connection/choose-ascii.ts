import type { Located } from '../../config/form.ts';
import { isWithoutUnicode, type LocaleEnvironment } from '../../edges/terminal-environment.ts';
import { DEFAULT, flagged, fromEnvironment, type Sourced } from './source.ts';

/** Whether only ASCII characters are drawn: by flag, configuration and locale, in this order. */
export function chooseAscii(
  flag: boolean,
  env: LocaleEnvironment,
  configured: Located<boolean> | undefined,
): Sourced<boolean> {
  if (flag) return { value: true, source: flagged('--ascii') };
  if (configured) {
    const { value, line } = configured;
    return { value, source: { kind: 'file', profile: null, line } };
  }
  const decides = (['LC_ALL', 'LC_CTYPE', 'LANG'] as const).find((name) => env[name]);
  return {
    value: isWithoutUnicode(env),
    source: decides === undefined ? DEFAULT : fromEnvironment(decides),
  };
}
