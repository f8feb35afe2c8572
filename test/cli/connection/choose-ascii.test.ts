import { describe, expect, it } from 'vitest';
import { chooseAscii } from '../../../src/cli/connection/choose-ascii.ts';

const configured = (value: boolean) => ({ value, line: 3, column: 1 });

describe('whether only ASCII is drawn', () => {
  it('is asked for by the flag before anything else', () => {
    expect(chooseAscii(true, { LANG: 'C.UTF-8' }, configured(false))).toEqual({
      value: true,
      source: { kind: 'flag', name: '--ascii' },
    });
  });

  it('is what the configuration says, whatever the locale is', () => {
    const source = { kind: 'file', profile: null, line: 3 };
    expect(chooseAscii(false, { LANG: 'C' }, configured(false))).toEqual({ value: false, source });
    expect(chooseAscii(false, { LANG: 'C.UTF-8' }, configured(true))).toEqual({
      value: true,
      source,
    });
  });

  it('is otherwise for the locale to tell, by the variable that decides', () => {
    expect(chooseAscii(false, { LC_ALL: 'POSIX', LANG: 'de_DE.UTF-8' }, undefined)).toEqual({
      value: true,
      source: { kind: 'environment', name: 'LC_ALL' },
    });
    expect(chooseAscii(false, { LC_ALL: '', LANG: 'de_DE.UTF-8' }, undefined)).toEqual({
      value: false,
      source: { kind: 'environment', name: 'LANG' },
    });
    expect(chooseAscii(false, {}, undefined)).toEqual({
      value: false,
      source: { kind: 'default' },
    });
  });
});
