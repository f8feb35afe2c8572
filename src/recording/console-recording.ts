import type { Call } from '../contract/operation.ts';
import type { Clock } from '../edges/clock.ts';
import type { Supervisor } from '../feeds/supervisor.ts';
import { originOf } from '../history/keep-history.ts';
import { DatabaseError } from '../sqlite/database.ts';
import type { ConsoleStore } from '../state/console-state.ts';
import { type Printable, printable, words } from '../text/printable.ts';
import { openRecorder, type Recorder, recordedText } from './recorder.ts';
import { type About, recordingName } from './recording-file.ts';

interface RecordingParts {
  readonly store: ConsoleStore;
  readonly clock: Clock;
  readonly feeds: Supervisor;
  readonly version: string;
  say(text: Printable, tone?: 'info' | 'warn' | 'bad'): void;
  track<Value>(work: Promise<Value>): Promise<Value>;
}

/** Records a console's calls while recording is on. */
export class ConsoleRecording {
  readonly #parts: RecordingParts;
  #call: Call | null = null;
  #recorded: Call | null = null;
  #current: Current | null = null;

  constructor(parts: RecordingParts) {
    this.#parts = parts;
  }

  /** Wraps `call`; answers are recorded while recording is on. */
  recording(call: Call): Call {
    this.#call = call;
    return (...asked) => (this.#recorded ?? call)(...asked);
  }

  /** Starts recording. Returns a sentence if it cannot. */
  start(wanted: string): Printable | undefined {
    const { store, feeds, clock } = this.#parts;
    const { profile } = store.getState();
    if (profile.offline) return words`There is no service to record.`;
    if (this.#current) {
      const { path, isWanted } = this.#current;
      return isWanted
        ? words`Already recording into ${printable(path)}. :record off ends it.`
        : stillWritten(path);
    }
    const path = wanted || recordingName(clock.now());
    const current: Current = { path, recorder: null, isWanted: true };
    this.#current = current;
    feeds.run('recording', path, (signal) => this.#record(current, signal));
    return undefined;
  }

  stop(): Printable | undefined {
    if (!this.#current) return words`Nothing is being recorded: :record starts a recording.`;
    const { path, recorder, isWanted } = this.#current;
    if (!isWanted) return stillWritten(path);
    this.#current.isWanted = false;
    this.#off();
    recorder?.stop();
    return undefined;
  }

  #off(): void {
    this.#recorded = null;
    this.#parts.store.setState({ recordingTo: null });
  }

  async #record(current: Current, signal: AbortSignal): Promise<void> {
    const { store, clock, say, version, track } = this.#parts;
    const { profile, workspace, interval } = store.getState();
    const { path } = current;
    const about: About = {
      version,
      interval,
      profile: profile.name,
      host: profile.host,
      service: originOf(profile.baseUrl),
      workspace: JSON.stringify(workspace),
    };
    let hasFailed = false;
    const failed = (why: string) => {
      hasFailed = true;
      current.isWanted = false;
      this.#off();
      say(words`The recording stopped: ${printable(why)}`, 'bad');
    };
    try {
      const recorder = await track(openRecorder({ path, store, clock, about, failed }));
      current.recorder = recorder;
      if (current.isWanted && !signal.aborted) {
        if (this.#call) this.#recorded = recorder.recording(this.#call);
        store.setState({ recordingTo: path });
        say(words`Recording into ${printable(path)}. :record off ends it.`);
      } else recorder.stop();
      await recorder.run(signal);
      if (!current.isWanted && !hasFailed) say(words`${recordedText(recorder, path)}.`);
    } catch (error) {
      if (!(error instanceof DatabaseError)) throw error;
      say(printable(error.message), 'bad');
    } finally {
      this.#current = null;
      this.#off();
    }
  }
}

/** A recording that is being opened, written or closed. */
interface Current {
  readonly path: string;
  recorder: Recorder | null;
  /** False once it was switched off. */
  isWanted: boolean;
}

const stillWritten = (path: string): Printable =>
  words`What was recorded into ${printable(path)} is still being written.`;
