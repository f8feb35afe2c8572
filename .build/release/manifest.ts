import { readFile } from 'node:fs/promises';

/** What of package.json a release is made from. */
export interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly description: string;
  readonly license: string;
  readonly engines: Readonly<Record<string, string>>;
}

/** Reads package.json of the project. */
export const readManifest = async (): Promise<Manifest> =>
  JSON.parse(await readFile(new URL('../../package.json', import.meta.url), 'utf8'));

/** What the files of a release begin with: `warren-0.1.0`. */
export const releaseName = ({ name, version }: Manifest): string => `${name}-${version}`;
