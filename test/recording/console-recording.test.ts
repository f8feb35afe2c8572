import { readdirSync } from 'node:fs';
import { expect, it, vi } from 'vitest';
import { createSupervisor } from '../../src/feeds/supervisor.ts';
import { ConsoleRecording } from '../../src/recording/console-recording.ts';
import { consoleStore } from '../support/console-store.ts';
import { fakeClock } from '../support/fake-clock.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';

function recordingUnderTest() {
  const folder = temporaryDirectory();
  const store = consoleStore();
  const said: string[] = [];
  const feeds = createSupervisor((error) => {
    throw error;
  });
  const recording = new ConsoleRecording({
    store,
    feeds,
    clock: fakeClock(),
    version: '1.2.3',
    say: (text) => said.push(text),
    track: (work) => work,
  });
  const hears = (text: RegExp) =>
    vi.waitFor(() => expect(said.at(-1) ?? '').toMatch(text), { timeout: 20_000 });
  return { recording, folder, store, feeds, hears };
}

it('makes one recording at a time, however soon another is asked for', async () => {
  const { recording, folder, store, feeds, hears } = recordingUnderTest();
  const [first, second] = [`${folder}/a.db`, `${folder}/b.db`];
  expect(recording.start(first)).toBeUndefined();
  expect(recording.start(second)).toContain('Already recording into');
  await hears(/^Recording into .*a\.db/);
  expect(store.getState().recordingTo).toBe(first);
  expect(recording.stop()).toBeUndefined();
  // It is not on any more, though the file is not closed yet.
  expect(store.getState().recordingTo).toBeNull();
  expect(recording.start(second)).toMatch(/a\.db is still being written\.$/);
  expect(recording.stop()).toMatch(/a\.db is still being written\.$/);
  await hears(/^Recorded 0 answers and 0 changes into .*a\.db\.$/);
  expect(readdirSync(folder)).toEqual(['a.db']);
  expect(recording.stop()).toContain('Nothing is being recorded');
  expect(recording.start(second)).toBeUndefined();
  await hears(/^Recording into .*b\.db/);
  feeds.stopAll();
});

it('is closed again when it is switched off while it is being opened', async () => {
  const { recording, folder, store, hears } = recordingUnderTest();
  expect(recording.start(`${folder}/a.db`)).toBeUndefined();
  expect(recording.stop()).toBeUndefined();
  await hears(/^Recorded 0 answers/);
  expect(store.getState().recordingTo).toBeNull();
  expect(readdirSync(folder)).toEqual(['a.db']);
});

it('says why a file cannot be recorded into, and begins with another then', async () => {
  const { recording, folder, hears, feeds } = recordingUnderTest();
  expect(recording.start(`${folder}/${'x'.repeat(300)}`)).toBeUndefined();
  await hears(/too long|could not/);
  expect(recording.start(`${folder}/a.db`)).toBeUndefined();
  await hears(/^Recording into/);
  feeds.stopAll();
});

it('makes no directory: one that is missing was mistyped, and is named', async () => {
  const { recording, folder, hears, store } = recordingUnderTest();
  expect(recording.start(`${folder}/new/dir/a.db`)).toBeUndefined();
  await hears(/^There is no directory .*\/new\/dir\.$/);
  expect(readdirSync(folder)).toEqual([]);
  expect(store.getState().recordingTo).toBeNull();
});
