import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { drawScene } from './screenshots/draw-scene.ts';
import { scenes } from './screenshots/scenes.ts';

const folder = fileURLToPath(new URL('../screenshots/', import.meta.url));

/** The lines in which two drawings differ, by number, as `- old` and `+ new`. */
function differences(old: string, drawn: string): string[] {
  const [before, after] = [old.split('\n'), drawn.split('\n')];
  return Array.from({ length: Math.max(before.length, after.length) }, (_, line) => line).flatMap(
    (line) =>
      before[line] === after[line]
        ? []
        : [`${line + 1} - ${before[line] ?? ''}`, `${line + 1} + ${after[line] ?? ''}`],
  );
}

describe('the screenshots', () => {
  it('are the scenes and nothing else', async () => {
    expect((await readdir(folder)).sort()).toEqual(scenes.map(({ name }) => `${name}.svg`).sort());
  });

  it.each(scenes)('show the console as it is: $name', async (scene) => {
    const kept = await readFile(`${folder}${scene.name}.svg`, 'utf8');
    const drawn = await drawScene(scene);
    expect(differences(kept, drawn), 'stale: npm run screenshots').toEqual([]);
  });
});
