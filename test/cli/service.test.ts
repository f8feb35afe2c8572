import { describe, expect, it } from 'vitest';
import { demoHint } from '../../src/cli/service.ts';
import { EMPTY_WORKSPACE } from '../../src/state/workspace.ts';
import { servedPrompt } from './served.ts';

it('the demo tells what it has of what was not found', () => {
  const apps = [{ id: 'a', name: 'checkout' }];
  expect(demoHint('app-overview', { ...EMPTY_WORKSPACE, apps })).toBe(
    'The demo has these applications: a (checkout).',
  );
  expect(demoHint('search', EMPTY_WORKSPACE)).toBeUndefined();
});

describe('E12: a change whose report cannot be written', () => {
  const served = servedPrompt();
  const world = () => served.platform.world;
  const app = () => world().applications[0]?.id ?? '';
  const DOCUMENT = JSON.stringify({
    openapi: '3.0.3',
    info: { title: 'Shop', version: '1' },
    paths: { '/orders': { get: { responses: { 200: { description: 'ok' } } } } },
  });
  const changes = [
    {
      argv: () => ['app', 'delete', app(), '--confirm', app()],
      sentence: () => `The deletion of ${app()} was accepted.`,
    },
    {
      argv: () => ['script', 'add-variable', String(world().scripts[0]?.id), 'TOKEN'],
      sentence: () => 'The variable TOKEN was accepted.',
    },
    {
      argv: () => ['guardian', 'upload', String(world().shieldZones[0]?.id), '-'],
      sentence: () => `The specification of zone ${world().shieldZones[0]?.id} was accepted.`,
    },
  ];

  const endings = [
    { taking: 'fill the disk', code: 1 },
    { taking: 'close', code: 0 },
  ] as const;
  const cases = changes.flatMap((change) => endings.map((ending) => ({ ...change, ...ending })));

  it.each(cases)('is said to be accepted (%#)', async ({ argv, sentence, taking, code }) => {
    const outcome = await served.run([...argv(), '-o', 'json'], {
      stdin: DOCUMENT,
      taking: () => taking,
    });
    expect(outcome).toMatchObject({ code, stdout: '' });
    expect(outcome.stderr).toContain(`${sentence()}\n`);
  });

  it.each(changes)('is not said twice where it can be written (%#)', async ({ argv, sentence }) => {
    const { code, stderr } = await served.run([...argv(), '-o', 'json'], { stdin: DOCUMENT });
    expect(code).toBe(0);
    expect(stderr).not.toContain(sentence());
  });
});
