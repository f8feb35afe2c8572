import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { type Locked, nameOf } from './lock-file.ts';

const inProject = (path: string): string =>
  fileURLToPath(new URL(`../../${path}`, import.meta.url));

const IS_LICENCE = /^(licen[sc]e|copying|notice)/i;

async function licenceOf(key: string, locked: Locked): Promise<string> {
  const folder = inProject(key);
  const names = (await readdir(folder)).filter((name) => IS_LICENCE.test(name)).sort();
  const texts = await Promise.all(names.map((name) => readFile(`${folder}/${name}`, 'utf8')));
  const { license = 'unknown', version = '' } = locked[key] ?? {};
  const text =
    texts.length > 0 ? texts : [`It carries no licence text; its manifest says ${license}.`];
  return [`## ${nameOf(key)} ${version} (${license})`, ...text.map((each) => each.trim())].join(
    '\n\n',
  );
}

/** The licence of warren, and those of the packages that are in the bundle: they ask to go with it. */
export async function licenceText(packages: readonly string[], locked: Locked): Promise<string> {
  const own = await readFile(inProject('.package/LICENSE'), 'utf8');
  const others = await Promise.all(packages.map((key) => licenceOf(key, locked)));
  return [
    own.trim(),
    'The program contains the following packages, under licences of their own.',
    ...others,
    '',
  ]
    .join('\n\n')
    .replace(/\r\n/g, '\n')
    .trimEnd()
    .concat('\n');
}
