import { readFile } from 'node:fs/promises';

/** A package, as the lock file has it. */
export interface LockedPackage {
  readonly version: string;
  /** Subresource integrity: an algorithm, a dash, the digest in base64. */
  readonly integrity?: string;
  /** An SPDX expression. */
  readonly license?: string;
  /** Only needed to build. */
  readonly dev?: true;
  readonly dependencies?: Readonly<Record<string, string>>;
}

/** Packages by where they lie: `node_modules/got`. */
export type Locked = Readonly<Record<string, LockedPackage>>;

/** Reads package-lock.json of the project. */
export async function readLockFile(): Promise<Locked> {
  const file = new URL('../../package-lock.json', import.meta.url);
  return JSON.parse(await readFile(file, 'utf8')).packages;
}

/** The name of the package that lies at `key`. */
export const nameOf = (key: string): string => key.slice(key.lastIndexOf('node_modules/') + 13);

/** Where the package at `key` finds `name`: beside its own packages or those of the folders above. */
export function resolved(locked: Locked, key: string, name: string): string | undefined {
  for (
    let folder = key;
    ;
    folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')))
  ) {
    const place = folder === '' ? `node_modules/${name}` : `${folder}/node_modules/${name}`;
    if (locked[place]) return place;
    if (folder === '') return undefined;
  }
}
