import { type Locked, type LockedPackage, nameOf, resolved } from './lock-file.ts';
import type { Manifest } from './manifest.ts';

/** The version of Node that an executable contains. */
export interface Runtime {
  readonly version: string;
  /** SHA-256 of the program it was taken from, in hexadecimal. */
  readonly sha256: string;
}

/** What a release is made of. */
export interface Ingredients {
  readonly manifest: Manifest;
  readonly locked: Locked;
  /** The packages that are really in it, by their keys in the lock file. */
  readonly packages: readonly string[];
  readonly runtime?: Runtime;
}

const ALGORITHMS: Readonly<Record<string, string>> = {
  sha1: 'SHA-1',
  sha256: 'SHA-256',
  sha384: 'SHA-384',
  sha512: 'SHA-512',
};

function hashesOf({ integrity }: LockedPackage): readonly { alg: string; content: string }[] {
  const [, name = '', digest = ''] = /^(sha\d+)-([A-Za-z0-9+/=]+)$/.exec(integrity ?? '') ?? [];
  const alg = ALGORITHMS[name];
  return alg === undefined ? [] : [{ alg, content: Buffer.from(digest, 'base64').toString('hex') }];
}

const licensesOf = (license: string | undefined) =>
  license === undefined
    ? []
    : [/[ (]/.test(license) ? { expression: license } : { license: { id: license } }];

const purl = (name: string, version: string): string =>
  `pkg:npm/${name.replace('@', '%40')}@${version}`;

/**
 * The bill of materials of a release, as CycloneDX 1.6 in JSON: what is in it, and nothing of what only
 * built it. The same ingredients give the same text: there is no serial number and no time in it.
 *
 * @throws Error for a package that the lock file has not, or has for building only
 */
export function sbom({ manifest, locked, packages, runtime }: Ingredients): string {
  const refs = new Map(
    packages.map((key) => {
      const entry = locked[key];
      if (!entry || entry.dev) throw new Error(`${key} is in the bundle and not for production`);
      return [key, purl(nameOf(key), entry.version)];
    }),
  );
  const root = purl(manifest.name, manifest.version);
  const contained = (key: string): readonly string[] => {
    const names = Object.keys(locked[key]?.dependencies ?? {});
    const found = names.map((name) => refs.get(resolved(locked, key, name) ?? ''));
    return [...new Set(found.filter((ref) => ref !== undefined))].sort();
  };
  const components = [...refs].map(([key, ref]) => {
    const entry = locked[key] ?? { version: '' };
    const [group, name] = nameOf(key).startsWith('@')
      ? nameOf(key).split('/')
      : [undefined, nameOf(key)];
    return {
      type: 'library',
      'bom-ref': ref,
      ...(group === undefined ? {} : { group }),
      name,
      version: entry.version,
      hashes: hashesOf(entry),
      licenses: licensesOf(entry.license),
      purl: ref,
    };
  });
  const node = runtime && {
    type: 'platform',
    'bom-ref': `pkg:generic/node@${runtime.version}`,
    name: 'node',
    version: runtime.version,
    hashes: [{ alg: 'SHA-256', content: runtime.sha256 }],
    licenses: licensesOf('MIT'),
    purl: `pkg:generic/node@${runtime.version}`,
  };
  const document = {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: {
      component: {
        type: 'application',
        'bom-ref': root,
        name: manifest.name,
        version: manifest.version,
        description: manifest.description,
        licenses: licensesOf(manifest.license),
        purl: root,
      },
    },
    // The same version may lie in two places.
    components: unique([...components, ...(node ? [node] : [])]),
    dependencies: unique([
      { 'bom-ref': root, dependsOn: [...contained(''), ...(node ? [node['bom-ref']] : [])] },
      ...[...refs].map(([key, ref]) => ({ 'bom-ref': ref, dependsOn: contained(key) })),
    ]),
  };
  return `${JSON.stringify(document, null, 2)}\n`;
}

const unique = <T extends { readonly 'bom-ref': string }>(all: readonly T[]): readonly T[] => [
  ...new Map(all.map((each) => [each['bom-ref'], each])).values(),
];
