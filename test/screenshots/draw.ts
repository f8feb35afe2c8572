// Redraws all pictures: npm run screenshots.
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { drawWalk } from './draw-walk.ts';
import { folderOf, SETTINGS, WALK } from './scenes.ts';

const folder = fileURLToPath(new URL('../../screenshots/', import.meta.url));

let total = 0;
for (const setting of SETTINGS) {
  const own = `${folder}${folderOf(setting)}/`;
  await mkdir(own, { recursive: true });
  for (const name of await readdir(own)) {
    if (!WALK.some((scene) => name === `${scene.name}.svg`)) await rm(`${own}${name}`);
  }
  await drawWalk(setting, async (name, svg) => {
    await writeFile(`${own}${name}.svg`, svg);
    total += svg.length;
  });
  console.log(folderOf(setting));
}
console.log(`${total} bytes`);
process.exit(0);
