import { once } from 'node:events';
import { expect, test, vi } from 'vitest';
import { startThread } from '../../src/edges/thread.ts';

test('a thread gets neither the environment, which may contain the access key, nor the flags of the process', async () => {
  vi.stubEnv('WARREN_ACCESS_KEY', 'a-key-of-somebody');
  try {
    const source = `const { parentPort, workerData } = require('node:worker_threads');
      parentPort.postMessage([process.env, process.execArgv, workerData]);`;
    // What somebody asks for besides changes nothing of it.
    const { worker } = await startThread(source, {
      workerData: 'handed over',
      env: process.env,
      execArgv: ['--no-warnings'],
    });
    expect(await once(worker, 'message')).toEqual([[{}, [], 'handed over']]);
    await worker.terminate();
  } finally {
    vi.unstubAllEnvs();
  }
});
