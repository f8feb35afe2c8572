import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readConfig } from '../../src/config/read-config.ts';
import { type NewProfile, withProfile } from '../../src/config/with-profile.ts';

const NOTHING = { apps: [], shield_zones: [], dns_zones: [], scripts: [], rate_limits: [] };

const profile = (parts: Partial<NewProfile> = {}): NewProfile => ({
  name: 'prod',
  baseUrl: 'https://api.example',
  key: null,
  readOnly: false,
  workspace: NOTHING,
  ...parts,
});

describe('a profile that is added', () => {
  it('makes a new configuration', () => {
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

  it('leaves what was there, comments included', () => {
    const before = `# mine
default_profile: old # the first
profiles:
  old: {base_url: https://old.example} # keep
workspaces:
`;
    const text = withProfile(before, profile({ workspace: { ...NOTHING, scripts: ['9'] } }));
    expect(text).toContain('# mine\ndefault_profile: old # the first\n');
    expect(text).toContain('old: { base_url: https://old.example } # keep');
    const read = readConfig(text);
    if (read.kind !== 'read') throw new Error(JSON.stringify(read.faults));
    expect([...(read.config.profiles?.keys() ?? [])]).toEqual(['old', 'prod']);
    expect(read.config.workspaces?.get('prod')?.scripts?.[0]?.id?.value).toBe('9');
  });

  it('reads back as it was given, whatever the texts', () => {
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
        const read = readConfig(written);
        if (read.kind !== 'read') throw new Error(JSON.stringify(read.faults));
        const { profiles, workspaces } = read.config;
        expect(profiles?.get('prod')?.access_key_command?.value).toBe(command);
        expect(workspaces?.get('prod')?.apps?.[0]?.id?.value).toBe(id);
      }),
    );
  });
});
