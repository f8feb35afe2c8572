import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { drawWalk } from './screenshots/draw-walk.ts';
import { folderOf, SETTINGS, SIZES, WALK } from './screenshots/scenes.ts';
import { drawState, STATES } from './screenshots/states.ts';

const folder = fileURLToPath(new URL('../screenshots/', import.meta.url));

/** `npm run screenshots` draws the states by running these tests, because a console under test needs vitest. */
const isDrawing = process.env['DRAW_SCREENSHOTS'] === '1';

const kept = (path: string) => readFile(`${folder}${path}`, 'utf8');

/** The lines in which two drawings differ, as `- old` and `+ new`. */
function differences(old: string, drawn: string): string[] {
  const [before, after] = [old.split('\n'), drawn.split('\n')];
  return Array.from({ length: Math.max(before.length, after.length) }, (_, line) => line).flatMap(
    (line) =>
      before[line] === after[line]
        ? []
        : [`${line + 1} - ${before[line] ?? ''}`, `${line + 1} + ${after[line] ?? ''}`],
  );
}

/** The text of a picture, row by row, without colours. */
const wordsOf = (svg: string) =>
  svg
    .split('\n')
    .map((row) =>
      [...row.matchAll(/<tspan x="([\d.]+)"[^>]*>([^<]*)/g)].map(([, x, text]) => [x, text]),
    );

const STALE = 'stale: npm run screenshots';

it.skipIf(isDrawing)(
  'there is a picture of every scene of the walk and of every state, and no other',
  async () => {
    const files = await readdir(folder, { recursive: true });
    const wanted = [
      ...SETTINGS.flatMap((setting) => WALK.map(({ name }) => `${folderOf(setting)}/${name}.svg`)),
      ...STATES.map(({ name }) => `states/${name}.svg`),
    ];
    expect(files.filter((name) => name.endsWith('.svg')).sort()).toEqual(wanted.sort());
    const list = await kept('README.md');
    for (const { name } of [...WALK, ...STATES]) expect(list).toContain(`\`${name}\``);
  },
);

describe.skipIf(isDrawing)('the pictures of every pane', () => {
  // One size suffices to detect that a pane has changed. `npm run screenshots` draws all of them.
  it('are up to date in the dark theme at 120x36', async () => {
    const walks = SIZES.filter(({ columns }) => columns === 120).map(async (size) => {
      const setting = { ...size, theme: 'dark' } as const;
      const stale: string[] = [];
      const path = (name: string) => `${folderOf(setting)}/${name}.svg`;
      await drawWalk(
        setting,
        async (name, svg) => {
          stale.push(
            ...differences(await kept(path(name)), svg).map((line) => `${path(name)} ${line}`),
          );
        },
        (name) => kept(path(name)),
      );
      return stale;
    });
    expect((await Promise.all(walks)).flat(), STALE).toEqual([]);
  });

  it('have the same text in the light theme', async () => {
    for (const size of SIZES) {
      for (const { name } of WALK) {
        const [dark, light] = await Promise.all(
          (['dark', 'light'] as const).map((theme) =>
            kept(`${folderOf({ ...size, theme })}/${name}.svg`),
          ),
        );
        expect(wordsOf(light ?? '').flat(), `${name}: ${STALE}`).toEqual(
          wordsOf(dark ?? '').flat(),
        );
      }
    }
  });
});

describe('the pictures of important states', () => {
  it.each(STATES)('are up to date: $name', async (scene) => {
    const path = `states/${scene.name}.svg`;
    const drawn = await drawState(scene);
    if (isDrawing) {
      await mkdir(`${folder}states`, { recursive: true });
      await writeFile(`${folder}${path}`, drawn);
    } else expect(differences(await kept(path), drawn), STALE).toEqual([]);
  });

  it.runIf(isDrawing)('are complete, without leftover files', async () => {
    for (const name of await readdir(`${folder}states`)) {
      if (!STATES.some((scene) => name === `${scene.name}.svg`))
        await rm(`${folder}states/${name}`);
    }
  });
});
