import { describe, expect, it } from 'vitest';
import { hitItem, workspaceItems } from '../../../src/panes/search/item.ts';
import { EMPTY_WORKSPACE } from '../../../src/state/workspace.ts';

describe('what the workspace holds', () => {
  it('can be found under its name, and leads to the pane that shows it', () => {
    const items = workspaceItems({
      ...EMPTY_WORKSPACE,
      apps: [{ id: 'a', name: 'shop\u001b[2J' }],
      rateLimits: [{ id: '7', name: 'login' }],
    });
    expect(items.map(({ name, kind, note, source }) => [name, kind, note, source])).toEqual([
      ['shop␛[2J', 'app', 'a', 'here'],
      ['login', 'limit', '7', 'here'],
    ]);
    expect(items.map(({ leads }) => leads.kind === 'thing' && leads.pane)).toEqual([
      'apps',
      'limits',
    ]);
  });

  it('is told apart even when two kinds share an id', () => {
    const same = [{ id: '7', name: 'seven' }];
    const items = workspaceItems({ ...EMPTY_WORKSPACE, dnsZones: same, rateLimits: same });
    expect(new Set(items.map(({ id }) => id)).size).toBe(2);
  });
});

describe('what the service finds', () => {
  it('leads to a pane where there is one for its type', () => {
    expect(hitItem({ Id: '803', Name: 'shop.example', Type: 'dns' }, 0)).toMatchObject({
      kind: 'dns',
      note: '803',
      source: 'service',
      leads: { kind: 'thing', pane: 'dns', watched: 'dnsZones', subject: { id: '803' } },
    });
  });

  it.each([
    ['cdn', '77', 'No operation of the service shows a cdn: its id is 77.'],
    ['constructor', '77', 'No operation of the service shows a constructor: its id is 77.'],
    ['dns', null, 'No operation of the service shows a dns: its id is ?.'],
  ])('of type %s and id %s leads nowhere, and says so', (Type, Id, reason) => {
    expect(hitItem({ Id, Name: 'x', Type }, 0).leads).toEqual({ kind: 'nowhere', reason });
  });

  it('without an id is told apart by its place', () => {
    const hit = { Id: null, Name: 'x', Type: 'cdn' };
    expect(hitItem(hit, 0).id).not.toBe(hitItem(hit, 1).id);
  });
});
