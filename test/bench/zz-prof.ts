import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { pressedUnderLoad, ready } from './keys.ts';
import { dayYoung, startPlatform } from './platform.ts';
import { builtHere, LOAD_DAY, shows, warrenOn } from './subject.ts';

const perSecond = Number(process.argv[2] ?? 1000);
const presses = Number(process.argv[3] ?? 300);
const prof = process.argv[4];
const more = process.argv.slice(5);
const folder = await mkdtemp(join(tmpdir(), 'warren-load-'));
const platform = await startPlatform({
  events: { perSecond, evenly: true },
  pageSize: 1000,
  clock: dayYoung(60_000),
});
const sub = warrenOn(platform, builtHere(folder));
const args = [
  ...more,
  ...(prof ? ['--cpu-prof', '--cpu-prof-interval', '150', `--cpu-prof-dir=${prof}`] : []),
  ...sub.args,
];
const program = await ready({ ...sub, args }, []);
for (const { keys, full, within } of [{ keys: '2', full: shows('  following') }, LOAD_DAY]) {
  program.send(keys);
  await program.until(full, within);
}
program.send('k');
await wait(1000);
const r = await pressedUnderLoad(program, { key: 'k', marker: '❯', pause: 60, presses });
console.log(JSON.stringify(r));
program.send('qq');
await Promise.race([program.exited, wait(5000)]);
await program.close();
await platform.close();
process.exit(0);
