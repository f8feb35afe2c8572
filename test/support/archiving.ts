/**
 * Archives a zone's day until it is killed: `node test/support/archiving.ts BASE_URL KEY ZONE FILE NOW`. Prints a line
 * before and after it writes a page, and `whole` once the day is covered up to now.
 */
import { openEventArchive } from '../../src/archive/open.ts';
import { realClock } from '../../src/edges/clock.ts';
import type { LogArchive } from '../../src/events/log-archive.ts';
import { EventStore } from '../../src/events/store.ts';
import { followZone } from '../../src/feeds/follow-zone.ts';
import { createWake } from '../../src/feeds/scheduling.ts';
import { utcDay } from '../../src/text/time.ts';
import { platformClient } from './platform-client.ts';

const [url = '', key = '', zone = '', file = '', at = ''] = process.argv.slice(2);
const real = realClock();
const clock = { ...real, now: () => Number(at) };
const archive = await openEventArchive(file);
let pages = 0;
const kept: LogArchive = {
  ...archive,
  async append(...page) {
    pages += 1;
    process.stdout.write(`keeping ${pages}\n`);
    const added = await archive.append(...page);
    process.stdout.write(`kept ${pages}\n`);
    return added;
  },
};
await followZone({
  call: platformClient({ baseUrl: url, accessKey: key }, { clock }),
  clock,
  signal: new AbortController().signal,
  wake: createWake(),
  store: new EventStore(),
  zone,
  from: utcDay(clock.now()),
  interval: () => 200,
  paused: () => false,
  random: () => 0,
  grown: () => {},
  async keep(zone, { day, page, coverage, withdrawn }, take) {
    await kept.append(zone, day, page.logs, coverage, withdrawn);
    return take();
  },
  covered: (day) => archive.covered(zone, day),
  progress({ phase, end, coverage }) {
    const isWhole = coverage.loaded.length === 1 && end === 'complete';
    if (phase === 'following' && isWhole) process.stdout.write('whole\n');
  },
});
