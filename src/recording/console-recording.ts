import type { StoreApi } from 'zustand/vanilla';
import type { Call } from '../contract/operation.ts';
import type { Clock } from '../edges/clock.ts';
import type { Supervisor } from '../feeds/supervisor.ts';
import { originOf } from '../history/keep-history.ts';
import { DatabaseError } from '../sqlite/database.ts';
import type { ConsoleState } from '../state/console-state.ts';
import { type Printable, printable, words } from '../text/printable.ts';
import { openRecorder, recordedText } from './recorder.ts';
import { type About, recordingName } from './recording-file.ts';

interface RecordingParts {
  readonly store: StoreApi<ConsoleState>;
  readonly clock: Clock;
  readonly feeds: Supervisor;
  /** Of this program. */
  readonly version: string;
  say(text: Printable, tone?: 'info' | 'warn' | 'bad'): void;
  track<Value>(work: Promise<Value>): Promise<Value>;
}

/** Recording what a console asks, while somebody wants it. */
export class ConsoleRecording {
  readonly #parts: RecordingParts;
  #call: Call | null = null;
  #recorded: Call | null = null;
  #serial = 0;

  constructor(parts: RecordingParts) {
    this.#parts = parts;
  }

  /** Asks like `call` does; what is answered is recorded while that is on. */
  recording(call: Call): Call {
    this.#call = call;
    return (...asked) => (this.#recorded ?? call)(...asked);
  }

  /** Begins; a returned sentence says why not. */
  start(wanted: string): Printable | undefined {
    const { store, track } = this.#parts;
    const { recordingTo, replay, profile } = store.getState();
    if (replay) return words`A recording is on screen: there is nothing else to record.`;
    if (profile.offline) return words`There is no service to record.`;
    if (recordingTo !== null) {
      return words`It is recorded already, into ${printable(recordingTo)}. :record off ends that.`;
    }
    void track(this.#open(wanted || recordingName(this.#parts.clock.now())));
    return undefined;
  }

  stop(): Printable | undefined {
    const { store, feeds } = this.#parts;
    if (store.getState().recordingTo === null) return words`Nothing is recorded: :record begins.`;
    feeds.stop('recording');
    return undefined;
  }

  async #open(path: string): Promise<void> {
    const { store, clock, feeds, say, version } = this.#parts;
    const { profile, workspace, interval } = store.getState();
    const about: About = {
      ...{ version, interval, profile: profile.name, host: profile.host },
      service: originOf(profile.baseUrl),
      workspace: JSON.stringify(workspace),
    };
    try {
      const failed = (why: string) =>
        say(words`Nothing more is recorded: ${printable(why)}`, 'bad');
      const recorder = await openRecorder({ path, store, clock, about, failed });
      if (this.#call) this.#recorded = recorder.recording(this.#call);
      store.setState({ recordingTo: path });
      say(words`Recording into ${printable(path)}. :record off ends it.`);
      this.#serial += 1;
      feeds.run('recording', String(this.#serial), async (signal) => {
        const serial = this.#serial;
        await recorder.run(signal);
        if (serial !== this.#serial) return;
        this.#recorded = null;
        store.setState({ recordingTo: null });
        if (signal.aborted) say(words`${recordedText(recorder, path)}.`);
      });
    } catch (error) {
      if (!(error instanceof DatabaseError)) throw error;
      say(printable(error.message), 'bad');
    }
  }
}
