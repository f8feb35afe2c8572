import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const SCRIPT = fileURLToPath(new URL('./event-schedules.ts', import.meta.url));
/** Schedules per time zone. `npm run proof:events` plays thousands. */
const EACH = 4;

/** Plays schedules in a process with time zone `zone`. Returns its output and exit code. */
function played(zone: string, seed: number): Promise<{ said: string; code: number | null }> {
  const child = spawn(process.execPath, [SCRIPT, String(EACH), String(seed)], {
    env: { ...process.env, TZ: zone, NODE_OPTIONS: '' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  child.stdout.on('data', (chunk) => {
    said += chunk;
  });
  child.stderr.on('data', (chunk) => {
    said += chunk;
  });
  return new Promise((resolve) => child.on('close', (code) => resolve({ said, code })));
}

// The largest offset from UTC, and one of half an hour. The days of a log are UTC in both.
it.concurrent.each([
  { zone: 'Pacific/Kiritimati', seed: 1 },
  { zone: 'America/St_Johns', seed: 100_001 },
])(
  `missing entries are marked and none is duplicated in ${EACH} schedules of faults, in $zone`,
  async ({ zone, seed }) => {
    const { said, code } = await played(zone, seed);
    expect(code, said).toBe(0);
    expect(said).toContain(`${EACH} schedules`);
  },
  180_000,
);
