import { expect, it } from 'vitest';
import { Player } from '../../../src/recording/player.ts';
import { openRecording } from '../../../src/recording/recording-file.ts';
import { recordedTime } from '../../../src/shell/keys/replay-commands.ts';
import { consoleStore } from '../../support/console-store.ts';
import { fakeClock } from '../../support/fake-clock.ts';
import { inZone } from '../../support/in-zone.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';

it('goes to a time of day in the time zone on screen', async () => {
  const file = await openRecording(`${temporaryDirectory()}/r.db`, 'write');
  const from = Date.parse('2026-11-26T18:29:57Z');
  const player = new Player(file, { from, until: from + 60_000 }, fakeClock(0));
  const store = consoleStore();
  const said: string[] = [];
  const { run } = recordedTime({ store, say: (text) => void said.push(text) }, player);
  inZone('Asia/Tokyo', () => {
    expect(run('18:30')).toBeUndefined();
    store.setState({ timeZone: 'local' });
    expect(run('03:30:05')).toBeUndefined();
    expect(player.clock.now()).toBe(from + 8000);
    expect(run('18:30')).toBe('The recording is from 2026-11-27 03:29:57 to 2026-11-27 03:30:57.');
  });
  expect(said).toEqual(['At 18:30:00.', 'At 03:30:05.']);
  file.close();
});
