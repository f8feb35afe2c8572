import { type ConsoleUnderTest, KEYS } from './console.ts';

const DAY = 86_400_000;

/**
 * Exports the entries in Events and compares them with the platform's first zone. Reports entries that are duplicated,
 * foreign, or missing between the oldest and the newest. `now` is the service's time.
 */
export async function judgedEntries(
  test: ConsoleUnderTest,
  now = test.clock.now(),
): Promise<readonly string[]> {
  await test.press(KEYS.ctrlS, KEYS.ctrlU, '/tmp/all.ndjson', KEYS.enter);
  await test.console.settled();
  const text = test.files.contents.get('/tmp/all.ndjson');
  if (text === undefined) return [];
  const ids = String(text)
    .split('\n')
    .filter((line) => line !== '')
    .map((line): string => JSON.parse(line).logId);
  const found = new Set(ids);
  const [zone] = test.platform.world.shieldZones;
  if (!zone) return ['no zone'];
  const today = Math.floor(now / DAY);
  const all = [today - 1, today].flatMap((day) => {
    const log = test.platform.world.events.day(zone, day);
    return Array.from({ length: log.countBy(now) }, (_, at) => log.idOf(at));
  });
  const known = new Set(all);
  const places = all.flatMap((id, at) => (found.has(id) ? [at] : []));
  const wrong: string[] = [];
  if (found.size !== ids.length) wrong.push(`${ids.length - found.size} entries twice`);
  const foreign = [...found].filter((id) => !known.has(id));
  if (foreign.length > 0) wrong.push(`${foreign.length} entries that the platform does not have`);
  const first = places[0] ?? 0;
  const missing = (places.at(-1) ?? -1) - first + 1 - places.length;
  if (places.length > 0 && missing > 0) wrong.push(`${missing} entries missing between others`);
  return wrong;
}
