import { expect, it } from 'vitest';
import { configuredKeys } from '../../../src/cli/connection/configured-keys.ts';
import { readConfig } from '../../../src/config/read-config.ts';

it('the keys of a configuration are those of a command, or those taken from it', () => {
  const read = readConfig('keys:\n  list.down: [n, Ctrl-N]\n  -quit:\n  -help: ["?"]\n');
  if (read.kind !== 'read') throw new Error(JSON.stringify(read.faults));
  expect(configuredKeys(read.config)).toEqual([
    { id: 'list.down', kind: 'these', keys: ['n', 'ctrl-n'], line: 2 },
    { id: 'quit', kind: 'without', keys: [], line: 3 },
    { id: 'help', kind: 'without', keys: ['?'], line: 4 },
  ]);
  expect(configuredKeys({ keys: undefined })).toEqual([]);
});
