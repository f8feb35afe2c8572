import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';
import type { Pane, Place } from '../../../src/panes/pane.ts';
import { viewCommand } from '../../../src/shell/keys/global-commands.ts';
import { words } from '../../../src/text/printable.ts';
import { consoleStore } from '../../support/console-store.ts';
import { hostileStrings } from '../../support/hostile.ts';

const { profile, workspace } = consoleStore().getState();

const commandOf = (place: Place, name = 'shop', viewing: number | null = null) =>
  viewCommand(
    {
      profile: { ...profile, name: words`prod`, demo: false, readOnly: false },
      workspace: { ...workspace, name },
      viewing,
    },
    { id: 'events', place: { get: () => place, go: () => {} } } as unknown as Pane,
    ['prod'],
  );

/** The arguments that a shell parses from a command. */
const argumentsOf = (command: string): readonly string[] =>
  execFileSync('/bin/sh', ['-c', `${command.replace(/^warren/, 'printf "%s\\0"')}`], {
    encoding: 'utf8',
  })
    .split('\0')
    .slice(0, -1);

it('has service, workspace, pane, place, filter and minute', () => {
  const place: Place = {
    shown: [{ kind: 'shieldZones', id: '120736' }],
    where: "status:Blocked path:'/a b'",
    at: Date.parse('2026-11-22T12:00:30Z'),
  };
  expect(commandOf(place).text).toBe(
    `warren --profile=prod --workspace=shop --pane=events --zone=120736 --where='status:Blocked path:'\\''/a b'\\''' --at=2026-11-22T12:00:30.000Z`,
  );
});

it('names each thing of a workspace without a name', () => {
  const { text } = viewCommand(
    {
      profile,
      workspace: { ...workspace, name: '', apps: [{ id: 'a1', name: 'x' }] },
      viewing: null,
    },
    { id: 'apps' } as Pane,
    [],
  );
  expect(text).toContain('--app=a1');
});

it('has one shell word per flag, whatever the name, and leaves out invisible characters with a message', () => {
  const samples = [
    ...hostileStrings(11).take(60),
    '$(reboot)',
    '`id`',
    "'; rm -rf ~; '",
    '-x',
    '*',
  ];
  for (const hostile of samples) {
    const { text, leftOut } = commandOf({ where: hostile }, hostile);
    const given = argumentsOf(text);
    expect(given.filter((each) => !each.startsWith('--'))).toEqual([]);
    if (hostile === '') continue;
    if (leftOut.length === 0) {
      expect(given).toContain(`--where=${hostile}`);
      expect(given).toContain(`--workspace=${hostile}`);
    } else expect(text).not.toContain('--where');
  }
});
