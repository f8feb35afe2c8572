import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import {
  editWorkspace,
  type ListKey,
  type NewProfile,
  type WorkspaceEdit,
  withProfile,
} from '../../src/config/edit-config.ts';
import { readConfig } from '../../src/config/read-config.ts';
import { arbitraryConfiguration } from './arbitrary-configuration.ts';
import { configOf } from './config-of.ts';

/** Ids of a list of the workspace `name`, as the configuration is read. */
function idsIn(text: string, name: string, list: ListKey): readonly string[] {
  const workspace = configOf(text).workspaces?.get(name);
  return (workspace?.[list] ?? []).map(({ id }) => id?.value ?? '');
}

const edited = (text: string, edit: WorkspaceEdit): string => {
  const result = editWorkspace(text, edit, 'own');
  return result.kind === 'edited' ? result.text : expect.fail(`${result.kind}:\n${text}`);
};

const PROFILE = 'profiles: {prod: {base_url: "https://x.example", workspace: shop}}\n';

const add = (list: ListKey, id: string, name = id): WorkspaceEdit => ({
  kind: 'add',
  workspace: 'shop',
  list,
  thing: { id, name },
});
const remove = (list: ListKey, id: string): WorkspaceEdit => ({
  kind: 'remove',
  workspace: 'shop',
  list,
  id,
});

describe('adding an item', () => {
  it('appends it to its list, in the style of its neighbour', () => {
    const text = `${PROFILE}workspaces:
  shop:
    apps:
    - id: a1   # the first
      name: checkout
    # more
    dns_zones: [{id: 3},]
`;
    expect(edited(text, add('apps', '007', 'spy: one'))).toBe(`${PROFILE}workspaces:
  shop:
    apps:
    - id: a1 # the first
      name: checkout
    - id: "007"
      name: "spy: one"
    # more
    dns_zones: [{id: 3}]
`);
    expect(edited(text, add('dns_zones', '4'))).toContain('dns_zones: [{id: 3}, {id: 4}]');
    expect(edited(text, add('scripts', 's'))).toContain(
      '    dns_zones: [{id: 3}]\n    scripts:\n    - id: s\n',
    );
  });

  it('changes nothing if it exists, whether written as a number or as text', () => {
    const text = `${PROFILE}workspaces: {shop: {apps: [{id: "12"}, {id: 13}]}}\n`;
    expect(editWorkspace(text, add('apps', '12'), 'own').kind).toBe('unchanged');
    expect(editWorkspace(text, add('apps', '13'), 'own').kind).toBe('unchanged');
  });

  it('creates the workspace, and names it in a profile that has none', () => {
    const text = 'profiles:\n  prod:\n    base_url: https://x.example # mine\n';
    const edit = { ...add('apps', 'a1', 'checkout'), workspace: 'prod', profile: 'prod' } as const;
    expect(edited(text, edit)).toBe(
      `${text}    workspace: prod\nworkspaces:\n  prod:\n    apps:\n      - id: a1\n        name: checkout\n`,
    );
    const other = `${text}workspaces: {old: {apps: [{id: o}]}}\n`;
    expect(edited(other, edit)).toBe(
      `${text}    workspace: prod\nworkspaces: {old: {apps: [{id: o}]}, prod: {apps: [{id: a1, name: checkout}]}}\n`,
    );
  });

  it('preserves any text', () => {
    const some = fc.string({ unit: 'binary', minLength: 1 });
    fc.assert(
      fc.property(some, some, arbitraryConfiguration, (id, name, { text }) => {
        const result = editWorkspace(text, add('apps', id, name), 'own');
        if (result.kind !== 'edited') return;
        const apps = configOf(result.text).workspaces?.get('shop')?.apps;
        expect(apps?.at(-1)?.id?.value).toBe(id);
        expect(apps?.at(-1)?.name?.value ?? id).toBe(name);
      }),
    );
  });
});

describe('removing an item', () => {
  it('removes its lines and comments, and nothing else', () => {
    const text = `${PROFILE}workspaces:
  shop:
    apps:
      # ours
      - id: a1 # the first
        name: checkout

      # theirs
      - {id: a2}
`;
    expect(edited(text, remove('apps', 'a1'))).toBe(`${PROFILE}workspaces:
  shop:
    apps:
      # ours
      # theirs
      - {id: a2}
`);
    expect(edited(text, remove('apps', 'a2'))).not.toContain('a2');
  });

  it('changes nothing if it does not exist', () => {
    expect(editWorkspace(PROFILE, remove('apps', 'a1'), 'own').kind).toBe('unchanged');
  });
});

describe('in any style of configuration', () => {
  const lists = fc.constantFrom<ListKey>(
    'apps',
    'shield_zones',
    'dns_zones',
    'scripts',
    'rate_limits',
  );
  const comments = (text: string) => text.match(/# (?:mine|the one|what we watch|slow|between)/g);

  it('adding and removing an item restores the content', () => {
    fc.assert(
      fc.property(arbitraryConfiguration, lists, fc.boolean(), ({ text, ids }, list, named) => {
        const more = edited(text, add(list, 'new-1', named ? 'a: b' : 'new-1'));
        expect(idsIn(more, 'shop', list)).toEqual([...(ids[list] ?? []), 'new-1']);
        expect(comments(more)).toEqual(comments(text));
        const back = edited(more, remove(list, 'new-1'));
        expect(idsIn(back, 'shop', list)).toEqual(ids[list] ?? []);
        expect(comments(back)).toEqual(comments(text));
      }),
      { numRuns: 1000 },
    );
  });

  it('each item can be removed without changing others', () => {
    fc.assert(
      fc.property(arbitraryConfiguration, lists, fc.nat(), ({ text, ids }, list, nth) => {
        const own = ids[list] ?? [];
        const id = own[nth % Math.max(1, own.length)];
        if (id === undefined) return;
        const less = edited(text, remove(list, id));
        expect(idsIn(less, 'shop', list)).toEqual(own.filter((each) => each !== id));
        for (const other of Object.keys(ids)) {
          if (other !== list) expect(idsIn(less, 'shop', other as ListKey)).toEqual(ids[other]);
        }
        expect(comments(less)?.filter((each) => each !== '# between')).toEqual(
          comments(text)?.filter((each) => each !== '# between'),
        );
      }),
      { numRuns: 1000 },
    );
  });
});

const NOTHING = { apps: [], shield_zones: [], dns_zones: [], scripts: [], rate_limits: [] };

const profile = (parts: Partial<NewProfile> = {}): NewProfile => ({
  name: 'prod',
  baseUrl: 'https://api.example',
  key: null,
  readOnly: false,
  workspace: NOTHING,
  ...parts,
});

describe('adding a profile', () => {
  it('creates a new configuration', () => {
    const text = withProfile(
      '',
      profile({
        key: { kind: 'file', path: 'prod.key' },
        readOnly: true,
        workspace: { ...NOTHING, apps: ['k3Jd'], shield_zones: ['120431', '007'] },
      }),
    );
    expect(
      text,
    ).toBe(`# The configuration of warren. \`warren config check\` looks for faults, \`warren config schema\` describes it.

default_profile: prod
profiles:
  prod:
    base_url: https://api.example
    access_key_file: prod.key
    read_only: true
    workspace: prod
workspaces:
  prod:
    apps:
      - id: k3Jd
    shield_zones:
      - id: 120431
      - id: "007"
`);
    expect(readConfig(text).kind).toBe('read');
  });

  it('keeps existing content, including comments', () => {
    const before = `# mine
default_profile: old # the first
profiles:
  old: {base_url: https://old.example} # keep
workspaces:
`;
    const text = withProfile(before, profile({ workspace: { ...NOTHING, scripts: ['9'] } }));
    expect(text).toContain('# mine\ndefault_profile: old # the first\n');
    expect(text).toContain('old: {base_url: https://old.example} # keep');
    const config = configOf(text);
    expect([...(config.profiles?.keys() ?? [])]).toEqual(['old', 'prod']);
    expect(config.workspaces?.get('prod')?.scripts?.[0]?.id?.value).toBe('9');
  });

  it('keeps every value for other YAML parsers, and the spelling of numbers', () => {
    const ids = ['007', '0', '98765432109876543210', '"007"', "'7'", 'yes', '0b1', '12:30'];
    const before = `default_profile: "007"
profiles:
  007: {base_url: https://old.example, workspace: "0x1"}
workspaces:
  0x1:
    apps:
${ids.map((id) => `    - id: ${id}\n`).join('')}`;
    const text = withProfile(before, profile({ workspace: { ...NOTHING, scripts: ['9'] } }));
    for (const id of ids) expect(text).toContain(`- id: ${id}\n`);
    expect(text).toContain('  007: {');
    expect(text).toContain('  0x1:\n');
    const { default_profile: first, profiles, workspaces } = parse(text, { intAsBigInt: true });
    const { prod: _, ...old } = profiles;
    const { prod: __, ...known } = workspaces;
    expect({ default_profile: first, profiles: old, workspaces: known }).toEqual(
      parse(before, { intAsBigInt: true }),
    );
    expect(configOf(text).default_profile?.value).toBe('007');
    expect(idsIn(text, '0x1', 'apps')).toEqual(idsIn(before, '0x1', 'apps'));
  });

  it('preserves any text', () => {
    const text = fc.string({ minLength: 1 }).filter((each) => each.trim() !== '');
    fc.assert(
      fc.property(text, text, (command, id) => {
        const written = withProfile(
          '',
          profile({
            key: { kind: 'command', command },
            workspace: { ...NOTHING, apps: [id] },
          }),
        );
        const { profiles, workspaces } = configOf(written);
        expect(profiles?.get('prod')?.access_key_command?.value).toBe(command);
        expect(workspaces?.get('prod')?.apps?.[0]?.id?.value).toBe(id);
      }),
    );
  });
});
