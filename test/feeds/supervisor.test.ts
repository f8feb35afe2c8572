import { expect, it } from 'vitest';
import { createSupervisor } from '../../src/feeds/supervisor.ts';

const turn = () => new Promise((resolve) => setImmediate(resolve));

/** A feed that runs until it is told to end, and notes it. */
function feeds() {
  const failures: unknown[] = [];
  const supervisor = createSupervisor((error) => failures.push(error));
  const running = new Set<string>();
  const run = (name: string, subject: string | null) =>
    supervisor.run(name, subject, async (signal) => {
      const title = `${name} on ${subject}`;
      running.add(title);
      await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
      running.delete(title);
    });
  return { supervisor, running, run, failures };
}

it('leaves a feed alone that runs on the same subject', () => {
  const { running, run } = feeds();
  expect(run('dns', 'a')).toBe('started');
  expect(run('dns', 'a')).toBe('running');
  expect([...running]).toEqual(['dns on a']);
});

it('ends the old one when the subject changes, and touches no other feed', async () => {
  const { running, run } = feeds();
  run('dns', 'a');
  run('events', 'z');
  expect(run('dns', 'b')).toBe('started');
  await turn();
  expect([...running].sort()).toEqual(['dns on b', 'events on z']);
});

it('stops one by a subject of null, all on demand', async () => {
  const { running, run, supervisor } = feeds();
  run('dns', 'a');
  run('events', 'z');
  expect(run('dns', null)).toBe('stopped');
  await turn();
  expect([...running]).toEqual(['events on z']);
  supervisor.stopAll();
  await turn();
  expect([...running]).toEqual([]);
});

it('starts a feed again on the same subject once it has come to its end', async () => {
  const supervisor = createSupervisor(() => {});
  let runs = 0;
  const run = () =>
    supervisor.run('dns', 'a', async () => {
      runs += 1;
    });
  run();
  await turn();
  expect(run()).toBe('started');
  expect(runs).toBe(2);
});

it('reports what a feed fails with, unless it was told to end', async () => {
  const { supervisor, failures } = feeds();
  supervisor.run('bug', 'a', () => Promise.reject(new Error('a bug')));
  supervisor.run('late', 'a', async (signal) => {
    await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
    throw new Error('while ending');
  });
  supervisor.stop('late');
  await turn();
  expect(failures).toEqual([new Error('a bug')]);
});
