import { describe, expect, it } from 'vitest';
import { buildProgram } from '../../.build/build-program.ts';
import { billOfMaterials, licences } from '../../.build/release.ts';

interface Component {
  readonly 'bom-ref': string;
  readonly name: string;
  readonly hashes: readonly { readonly alg: string; readonly content: string }[];
  readonly licenses: readonly unknown[];
}

describe('the bill of materials', async () => {
  const { packages } = await buildProgram();
  const text = await billOfMaterials(packages);
  const bill = JSON.parse(text);
  const components: readonly Component[] = bill.components;

  it('names each package in the bundle with version, hash and licence', () => {
    expect(bill).toMatchObject({ bomFormat: 'CycloneDX' });
    const names = components.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['got', 'ink', 'react', 'yaml', 'zustand']));
    expect(names).not.toContain('esbuild');
    for (const { name, hashes, licenses } of components) {
      expect(hashes, name).toEqual([
        { alg: 'SHA-512', content: expect.stringMatching(/^[0-9a-f]{128}$/) },
      ]);
      expect(licenses, name).toHaveLength(1);
    }
  });

  it('says what needs each of them', () => {
    const root = bill.metadata.component['bom-ref'];
    const reached = new Set([root]);
    for (const ref of reached) {
      const found = bill.dependencies.find((each: { ref: string }) => each.ref === ref);
      for (const next of found?.dependsOn ?? []) reached.add(next);
    }
    expect([...reached].sort()).toEqual(
      [root, ...components.map((each) => each['bom-ref'])].sort(),
    );
  });

  it('is the same text for the same packages', async () => {
    expect(await billOfMaterials(packages)).toBe(text);
  });

  it('is refused where a package is not in the lock file', async () => {
    await expect(billOfMaterials(['.package/node'])).resolves.toContain('project-node');
    await expect(billOfMaterials(['.build/nothing'])).rejects.toThrow('.build/nothing');
  });
});

it('a package without a licence text is named with what its manifest says', async () => {
  expect(await licences(['.package/node'])).toContain(
    '## project-node 26.10.0 (MIT)\n\nIt carries no licence text; its manifest says MIT.\n',
  );
});
