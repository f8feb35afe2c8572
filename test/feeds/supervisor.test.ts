import { expect, it } from 'vitest';
import { createSupervisor } from '../../src/feeds/supervisor.ts';

const turn = () => new Promise((resolve) => setImmediate(resolve));

/** A feed that runs until it is aborted, and records that. */
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

it('does not restart a feed with the same subject', () => {
  const { running, run } = feeds();
  expect(run('dns', 'a')).toBe('started');
  expect(run('dns', 'a')).toBe('running');
  expect([...running]).toEqual(['dns on a']);
});

it('ends the old feed when the subject changes, and no other', async () => {
  const { running, run } = feeds();
  run('dns', 'a');
  run('events', 'z');
  expect(run('dns', 'b')).toBe('started');
  await turn();
  expect([...running].sort()).toEqual(['dns on b', 'events on z']);
});

it('stops a feed whose subject becomes null, and all on request', async () => {
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

it('restarts a feed with the same subject after it has ended', async () => {
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

it('reports the error of a feed, unless it was aborted', async () => {
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
