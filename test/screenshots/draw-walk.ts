import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PROGRAM } from '../support/program.ts';
import { startInPty } from '../support/pty.ts';
import { LOOKS, svgOf } from '../support/svg.ts';
import { type Setting, WALK } from './scenes.ts';

/** The seed and the time of every picture. */
const SEED = '7';
const MOMENT = '2026-03-14T00:32:00Z';

/** The embedded platform's port, which differs in each run. */
const PORT = /127\.0\.0\.1:\d{5}/g;

/** Drawing has ended after this many milliseconds without output. */
const STILL = 1200;

/** Time to wait for an expected picture, milliseconds: less once one has not appeared. */
const PATIENCE = { first: 15_000, later: 1000 } as const;
const GLANCE = 30;

/**
 * Runs the built program through the walk and draws its terminal at each scene.
 *
 * @param drawn receives each picture
 * @param expected the known picture of a scene: the walk continues as soon as it is on the screen
 */
export async function drawWalk(
  setting: Setting,
  drawn: (name: string, svg: string) => Promise<void> | void,
  expected?: (name: string) => Promise<string>,
): Promise<void> {
  const { columns, rows, theme } = setting;
  const home = await mkdtemp(join(tmpdir(), 'warren-scene-'));
  const program = startInPty({
    file: process.execPath,
    args: [PROGRAM, '--demo', '--seed', SEED, '--theme', theme],
    columns,
    rows,
    env: { HOME: home, WARREN_FROZEN_AT: MOMENT },
  });
  const picture = async () => {
    const svg = svgOf(await program.cells(), `warren — ${columns} × ${rows}`, LOOKS[theme]);
    return svg.replace(PORT, '127.0.0.1:40000');
  };
  let patience: number = PATIENCE.first;
  /** The picture as soon as it is as expected, or once drawing has ended. */
  const settled = async (name: string) => {
    const wanted = expected && (await expected(name));
    if (wanted === undefined) {
      await program.quiet(STILL);
      return picture();
    }
    const begun = performance.now();
    let svg = await picture();
    while (svg !== wanted && performance.now() - begun < patience) {
      await new Promise((resolve) => setTimeout(resolve, GLANCE));
      svg = await picture();
    }
    if (svg !== wanted) patience = PATIENCE.later;
    return svg;
  };
  try {
    for (const { name, steps } of WALK) {
      for (const { keys, shows } of steps) {
        if (keys !== undefined) program.send(keys);
        await program.until((screen) => screen.some((line) => line.includes(shows)));
        if (!expected) await program.quiet(STILL / 2);
      }
      await drawn(name, await settled(name));
    }
  } finally {
    await program.close();
    await rm(home, { recursive: true, force: true });
  }
}
