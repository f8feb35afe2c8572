import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startInPty } from '../support/pty.ts';
import { svgOf } from '../support/svg.ts';
import type { Scene } from './scenes.ts';

const PROGRAM = fileURLToPath(new URL('../../dist/warren.cjs', import.meta.url));

/** The world and the moment that every picture shows. */
const SEED = '7';
const MOMENT = '2026-03-14T00:32:00Z';

/** The system gives the embedded platform another one in each run. */
const PORT = /127\.0\.0\.1:\d{5}/g;

/** Nothing more comes once the terminal has been left alone for this long, milliseconds. */
const STILL = 600;

/** Runs the built program up to `scene` and draws what its terminal shows. */
export async function drawScene({ columns, rows, steps }: Scene): Promise<string> {
  const home = await mkdtemp(join(tmpdir(), 'warren-scene-'));
  const program = startInPty({
    file: process.execPath,
    args: [PROGRAM, '--demo', '--seed', SEED],
    columns,
    rows,
    env: { HOME: home, WARREN_FROZEN_AT: MOMENT },
  });
  try {
    for (const { keys, shows } of steps) {
      if (keys !== undefined) program.send(keys);
      await program.until((screen) => screen.some((line) => line.includes(shows)));
      await program.quiet(STILL);
    }
    const picture = svgOf(await program.cells(), `warren — ${columns} × ${rows}`);
    return picture.replace(PORT, '127.0.0.1:40000');
  } finally {
    await program.close();
    await rm(home, { recursive: true, force: true });
  }
}
