// Draws every scene anew: npm run screenshots.
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { drawScene } from './draw-scene.ts';
import { scenes } from './scenes.ts';

const folder = fileURLToPath(new URL('../../screenshots/', import.meta.url));
await mkdir(folder, { recursive: true });

for (const name of await readdir(folder)) {
  if (!scenes.some((scene) => name === `${scene.name}.svg`)) await rm(`${folder}${name}`);
}
for (const scene of scenes) {
  const svg = await drawScene(scene);
  await writeFile(`${folder}${scene.name}.svg`, svg);
  console.log(`${scene.name}.svg ${svg.length}`);
}
process.exit(0);
