import { describe, expect, it } from 'vitest';
import { buildProgram } from '../../.build/build-program.ts';
import { readLockFile } from '../../.build/release/lock-file.ts';
import { readManifest } from '../../.build/release/manifest.ts';
import { sbom } from '../../.build/release/sbom.ts';

const manifest = await readManifest();

interface Component {
  readonly 'bom-ref': string;
  readonly name: string;
  readonly hashes: readonly { readonly alg: string; readonly content: string }[];
  readonly licenses: readonly unknown[];
}

describe('the bill of materials', () => {
  it('names each package in the bundle with version, hash and licence, and what needs it', async () => {
    const { packages } = await buildProgram();
    const bill = JSON.parse(sbom({ manifest, locked: await readLockFile(), packages }));
    expect(bill).toMatchObject({ bomFormat: 'CycloneDX', specVersion: '1.6' });
    const components: readonly Component[] = bill.components;
    const names = components.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['got', 'ink', 'react', 'yaml', 'zustand']));
    expect(names).not.toContain('esbuild');
    for (const { name, hashes, licenses } of components) {
      expect(hashes, name).toEqual([
        { alg: 'SHA-512', content: expect.stringMatching(/^[0-9a-f]{128}$/) },
      ]);
      expect(licenses, name).toHaveLength(1);
    }
    // Everything in it is there because something in it asks for it.
    const reached = new Set([bill.metadata.component['bom-ref']]);
    for (const ref of reached) {
      const found = bill.dependencies.find((each: Component) => each['bom-ref'] === ref);
      for (const next of found?.dependsOn ?? []) reached.add(next);
    }
    expect([...reached].sort()).toEqual(
      [bill.metadata.component['bom-ref'], ...components.map((each) => each['bom-ref'])].sort(),
    );
  });

  it('finds the copy of a package that its user would load', () => {
    const locked = {
      'node_modules/a': { version: '1.0.0', dependencies: { b: '*' } },
      'node_modules/a/node_modules/b': { version: '2.0.0', license: '(MIT OR CC0-1.0)' },
      'node_modules/b': { version: '1.0.0', license: 'MIT' },
    };
    const bill = JSON.parse(sbom({ manifest, locked, packages: Object.keys(locked) }));
    expect(bill.dependencies).toContainEqual({
      'bom-ref': 'pkg:npm/a@1.0.0',
      dependsOn: ['pkg:npm/b@2.0.0'],
    });
    expect(bill.components.map(({ licenses }: Component) => licenses)).toEqual([
      [],
      [{ expression: '(MIT OR CC0-1.0)' }],
      [{ license: { id: 'MIT' } }],
    ]);
  });

  it('refuses a bundle with what is there for building only', () => {
    const locked = { 'node_modules/vitest': { version: '1.0.0', dev: true } } as const;
    const packages = ['node_modules/vitest'];
    expect(() => sbom({ manifest, locked, packages })).toThrow('not for production');
    expect(() => sbom({ manifest, locked: {}, packages })).toThrow('not for production');
  });
});
