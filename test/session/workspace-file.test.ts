import { chmod, mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { configForm } from '../../src/config/config.ts';
import { readForm } from '../../src/config/read-config.ts';
import { fixedKey } from '../../src/session/session-key.ts';
import { configuredWorkspaceFile } from '../../src/session/workspace-file.ts';
import type { Kept } from '../../src/state/workspace.ts';
import { testEdges } from '../support/edges.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';

let home: string;
beforeEach(async () => {
  home = temporaryDirectory();
  await mkdir(join(home, '.config/warren/team'), { recursive: true });
});

const put = (file: string, text: string, mode = 0o600) =>
  writeFile(join(home, '.config/warren', file), text, { mode });
const read = (file = 'config.yaml') => readFile(join(home, '.config/warren', file), 'utf8');

const kept = (profile = 'prod') =>
  configuredWorkspaceFile(testEdges({ HOME: home }), { profile, key: fixedKey('s3cret-key') });

const CONFIG = `# mine
profiles:
  prod: {base_url: https://x.example, workspace: shop}
  bare:
    base_url: https://bare.example
workspaces:
  shop:
    apps:
      - id: a1 # ours
  other: {}
`;
/** The filters of the workspace shop, as they are read back. */
function filtersOf(text: string) {
  const read = readForm(text, configForm);
  return (read.kind === 'read' && read.value.workspaces?.get('shop')?.filters) || new Map();
}

const words = (made: Kept) => (made.kind === 'refused' ? made.reason : made.kind);

describe('saving the workspace of a profile', () => {
  it('changes only the workspace in the configuration', async () => {
    await put('config.yaml', CONFIG);
    const thing = { id: 'a2', name: 'checkout' };
    expect(await kept().add('shop', 'apps', thing)).toEqual({
      kind: 'written',
      workspace: 'shop',
      file: '~/.config/warren/config.yaml',
    });
    expect(await read()).toBe(
      CONFIG.replace('# ours\n', '# ours\n      - id: a2\n        name: checkout\n'),
    );
    expect((await kept().add('shop', 'apps', thing)).kind).toBe('unchanged');
    expect((await kept().remove('shop', 'apps', 'a2')).kind).toBe('written');
    expect(await read()).toBe(CONFIG);
    expect((await kept().remove('shop', 'apps', 'a2')).kind).toBe('unchanged');
  });

  it('changes the one on screen, or the profile’s if that has no name', async () => {
    await put('config.yaml', CONFIG);
    await kept().add('other', 'scripts', { id: '7', name: '7' });
    await kept().add('', 'scripts', { id: '8', name: '8' });
    expect(await read()).toContain('other: {scripts: [{id: 7}]}');
    expect(await read()).toContain('    scripts:\n      - id: 8\n  other');
  });

  it('creates it, and names it in the profile, if there is none', async () => {
    await put('config.yaml', CONFIG);
    const made = await kept('bare').add('', 'dnsZones', { id: '9', name: 'x.example' });
    expect(made).toMatchObject({ kind: 'written', workspace: 'bare' });
    expect(await read()).toContain('base_url: https://bare.example\n    workspace: bare\n');
    expect(await read()).toContain(
      '  bare:\n    dns_zones:\n      - id: 9\n        name: x.example',
    );
  });

  it('replaces filters by name, in the file that defines the workspace', async () => {
    await put('config.yaml', CONFIG);
    const hostile = '-(ua:"a: \'b\' # c") or log~"^{x}: [y]$"';
    expect(await kept().saveFilter('shop', { name: '404', filter: hostile })).toMatchObject({
      kind: 'written',
      workspace: 'shop',
    });
    expect(await read()).toContain('- id: a1 # ours');
    const filters = async (file?: string) =>
      [...filtersOf(await read(file))].map(([name, { value }]) => [name, value]);
    expect(await filters()).toEqual([['404', hostile]]);
    expect((await kept().saveFilter('shop', { name: '404', filter: hostile })).kind).toBe(
      'unchanged',
    );
    await kept().saveFilter('shop', { name: '404', filter: 'status:logged' });
    expect(await filters()).toEqual([['404', 'status:logged']]);
    const key = await kept().saveFilter('shop', { name: 'k', filter: 'log:s3cret-key' });
    expect(words(key)).toBe('it holds the access key, which must be in no file.');

    await put(
      'config.yaml',
      CONFIG.replace('  shop:', '  own:').concat('include: [team/shop.yaml]\n'),
    );
    await put('team/shop.yaml', 'workspaces: {shop: {apps: []}} # ours\n', 0o644);
    expect(await kept().saveFilter('shop', { name: 'bots', filter: 'ua:curl' })).toMatchObject({
      file: '~/.config/warren/team/shop.yaml',
    });
    expect(await read('team/shop.yaml')).toBe(
      'workspaces: {shop: {apps: [], filters: {bots: ua:curl}}} # ours\n',
    );
  });

  it('changes an included file that defines it', async () => {
    await put(
      'config.yaml',
      CONFIG.replace('  shop:', '  own:').concat('include: [team/shop.yaml]\n'),
    );
    await put('team/shop.yaml', 'workspaces: {shop: {apps: []}} # ours\n', 0o644);
    expect(await kept().add('shop', 'apps', { id: 'a1', name: 'a1' })).toMatchObject({
      file: '~/.config/warren/team/shop.yaml',
    });
    expect(await read('team/shop.yaml')).toBe('workspaces: {shop: {apps: [{id: a1}]}} # ours\n');
    const { mode } = await stat(join(home, '.config/warren/team/shop.yaml'));
    expect(mode & 0o777).toBe(0o644);
  });
});

describe('nothing is written, with a reason,', () => {
  it('for an item that contains the access key', async () => {
    await put('config.yaml', CONFIG);
    const thing = { id: 'x', name: 'my s3cret-key' };
    expect(words(await kept().add('shop', 'apps', thing))).toBe(
      'it holds the access key, which must be in no file.',
    );
    expect(await read()).toBe(CONFIG);
  });

  it.each([
    ['wat: 1\n', /^the configuration has errors; warren config check shows them\.$/],
    ['profiles: {}\n', /^the configuration no longer has the profile prod.$/],
  ])('if the configuration is now %j', async (text, sentence) => {
    await put('config.yaml', text);
    expect(words(await kept().add('shop', 'apps', { id: 'x', name: 'x' }))).toMatch(sentence);
    expect(await read()).toBe(text);
  });

  it('if it is gone, or others may write it', async () => {
    const add = async () => words(await kept().add('shop', 'apps', { id: 'x', name: 'x' }));
    expect(await add()).toMatch(/^the configuration no longer exists; warren init writes one\.$/);
    await put('config.yaml', CONFIG);
    await rm(join(home, '.config/warren/config.yaml'));
    await put('config.yaml', CONFIG, 0o666);
    await chmod(join(home, '.config/warren/config.yaml'), 0o666);
    expect(await add()).toMatch(/^Other users may write /);
  });

  it('if the workspace with the profile’s name belongs to another profile', async () => {
    await put('config.yaml', `${CONFIG}  bare: {}\n`);
    expect(words(await kept('bare').add('', 'apps', { id: 'x', name: 'x' }))).toBe(
      'profile bare names no workspace; write one below it.',
    );
  });
});
