import { execFileSync } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of the project. */
export const PROJECT = fileURLToPath(new URL('..', import.meta.url));

const manifestOf = async (
  folder: string,
): Promise<Record<'name' | 'version' | 'license', string>> =>
  JSON.parse(await readFile(join(PROJECT, folder, 'package.json'), 'utf8'));

/** package.json of the project. */
export const manifest = await manifestOf('.');

/** What the files of a release begin with: `warren-0.1.0`. */
export const release = `${manifest.name}-${manifest.version}`;

/** The licence of warren, and those of the packages in it, which ask to go with them. */
export async function licences(packages: readonly string[]): Promise<string> {
  const texts = [
    (await readFile(join(PROJECT, '.package/LICENSE'), 'utf8')).trim(),
    'The program contains the following packages, under licences of their own.',
  ];
  for (const folder of packages) {
    const { name, version, license } = await manifestOf(folder);
    texts.push(`## ${name} ${version} (${license})`);
    const all = await readdir(join(PROJECT, folder));
    const files = all.filter((file) => /^(licen[sc]e|copying|notice)/i.test(file)).sort();
    if (files.length === 0) texts.push(`It carries no licence text; its manifest says ${license}.`);
    for (const file of files) {
      texts.push((await readFile(join(PROJECT, folder, file), 'utf8')).trim());
    }
  }
  return `${texts.join('\n\n').replaceAll('\r\n', '\n')}\n`;
}

/**
 * The bill of materials of a release, CycloneDX in JSON: of what `npm sbom` says, the packages that are in it. The same
 * packages give the same text.
 */
export async function billOfMaterials(packages: readonly string[]): Promise<string> {
  const args = 'sbom --sbom-format cyclonedx --package-lock-only --include dev --loglevel error';
  const said = execFileSync('npm', args.split(' '), { cwd: PROJECT, maxBuffer: 64 << 20 });
  const { serialNumber, metadata, components, dependencies, ...rest } = JSON.parse(String(said));
  const root = metadata.component['bom-ref'];
  const manifests = await Promise.all(packages.map(manifestOf));
  const refs = new Set<string>([root, ...manifests.map((of) => `${of.name}@${of.version}`)]);
  const bill = {
    ...rest,
    metadata: { component: { ...metadata.component, name: manifest.name, type: 'application' } },
    components: components.filter((each: { 'bom-ref': string }) => refs.has(each['bom-ref'])),
    dependencies: dependencies
      .filter(({ ref }: { ref: string }) => refs.has(ref))
      .map(({ ref, dependsOn }: { ref: string; dependsOn: readonly string[] }) => ({
        ref,
        dependsOn: dependsOn.filter((each) => refs.has(each)),
      })),
  };
  const missing = refs.size - 1 - bill.components.length;
  if (missing !== 0) throw new Error(`${missing} packages of the bundle are not in the lock file`);
  return `${JSON.stringify(bill, null, 2)}\n`;
}
