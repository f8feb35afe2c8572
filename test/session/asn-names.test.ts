import { chmodSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readAsnNames } from '../../src/session/console-session.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';

const read = (home: string, path: string) =>
  readAsnNames(path, { env: { HOME: home }, uid: process.getuid?.() });

it('reads a number and a name a line, in the forms that such lists have, and passes over the rest', () => {
  const home = temporaryDirectory();
  writeFileSync(
    join(home, 'asn.txt'),
    [
      '# networks',
      'AS13335 Cloudflare, Inc.',
      '15169\tGoogle LLC',
      '64500,"A network, with a comma"',
      'as0064501 leading zeros\r',
      'asn,name',
      '12345',
      `64502 \u001b[2Jclears ${'x'.repeat(200)}`,
      `64503 ${'y'.repeat(5000)}`,
    ].join('\n'),
  );
  const { names, problem } = read(home, '~/asn.txt');
  expect(problem).toBeNull();
  expect([...names.keys()]).toEqual(['13335', '15169', '64500', '64501', '64502']);
  expect(names.get('13335')).toBe('Cloudflare, Inc.');
  expect(names.get('64500')).toBe('A network, with a comma');
  expect(names.get('64502')).toMatch(/^␛\[2Jclears x{1,60}$/);
});

it('a file that others may write, one that is not there and one without a name name nothing, and say why', () => {
  const home = temporaryDirectory();
  const file = join(home, 'asn.txt');
  expect(read(home, file)).toMatchObject({ problem: `asn_names: ${file} is not there.` });
  writeFileSync(file, '13335 Cloudflare');
  chmodSync(file, 0o666);
  expect(read(home, file).problem).toBe(`asn_names: Other users may write ${file}.`);
  expect(read(home, file).names.size).toBe(0);
  chmodSync(file, 0o644);
  symlinkSync(file, join(home, 'link.txt'));
  expect(read(home, join(home, 'link.txt')).names.get('13335')).toBe('Cloudflare');
  writeFileSync(file, 'nothing of the kind');
  expect(read(home, file).problem).toBe(`asn_names: ${file} names no number.`);
});
