import { join } from 'node:path';
import { FileError, type Files } from '../edges/files.ts';
import type { Painter } from '../painter/painter.ts';
import type { NotificationWay } from '../painter/sequences.ts';
import { type Printable, printable, words } from '../text/printable.ts';

/** What an operator chose in a console, for this run and the next ones. */
interface Choices {
  readonly mouse: boolean;
  /** Whether the window's title says what is worst. */
  readonly title: boolean;
  readonly bell: boolean;
  /** Whether the desktop is told when something goes bad, by terminals that can. */
  readonly notify: boolean;
  /** Whether the demo's tour is still to come. */
  readonly tour: boolean;
}

const DEFAULTS: Choices = { mouse: false, title: true, bell: true, notify: true, tour: true };

/** One choice; the last one of a name counts. */
const LINE = /^(mouse|title|bell|notify|tour) (on|off)$/;
/** So much of the file is read: a line is a dozen bytes, and is written once a choice. What is older is forgotten. */
const MOST_BYTES = 256 << 10;

/** The choices of earlier runs, from the file in `stateDirectory`; the defaults where it cannot be used. */
export function openPreferences({
  painter,
  takesTitle,
  notifies,
  files,
  stateDirectory,
  track,
  say,
  isTime,
}: {
  readonly painter: Pick<Painter, 'kind' | 'notify' | 'ring' | 'setMouse' | 'setTitle'>;
  /** Whether the terminal is known to take a title, and to give back the one it had. */
  readonly takesTitle: boolean;
  /** How the terminal is known to take notifications; null for not at all. */
  readonly notifies: NotificationWay | null;
  readonly files: Pick<Files, 'readTail' | 'appendPrivate'>;
  readonly stateDirectory: string | null;
  track<Value>(work: Promise<Value>): Promise<Value>;
  /** Hears once why a choice cannot be kept. */
  say(text: Printable): void;
  /** Resolves when the file may be read: to load what reads it takes 4 ms, which the first data would wait for. */
  isTime(): Promise<void>;
}) {
  let choices = DEFAULTS;
  /** What was chosen before the file was read counts more. */
  let chosen: Partial<Choices> = {};
  const path = stateDirectory === null ? null : join(stateDirectory, 'preferences');
  /** Nothing that an operator does depends on the file. */
  const using = async (
    work: (path: string) => Promise<void>,
    failed: (error: FileError) => void = () => {},
  ) => {
    if (path === null) return;
    const done = work(path).catch((error: unknown) => {
      if (!(error instanceof FileError)) throw error;
      failed(error);
    });
    await track(done);
  };
  const keep = (name: keyof Choices, isOn: boolean, failed?: (error: FileError) => void) =>
    using((path) => files.appendPrivate(path, `${name} ${isOn ? 'on' : 'off'}\n`), failed);
  let isTold = false;
  const tell = ({ message }: FileError) => {
    if (!isTold) say(words`Chosen for this run only: ${printable(message)}`);
    isTold = true;
  };
  const loaded = isTime().then(() =>
    using(async (path) => {
      const { text } = await files.readTail(path, MOST_BYTES);
      choices = { ...choicesIn(text), ...chosen };
      painter.setMouse(choices.mouse);
      // A console before this one may have given it one.
      if (!choices.title) painter.setTitle(null);
    }),
  );

  return {
    usesMouse: () => choices.mouse,
    /** Chooses, from now on; a returned sentence says why it cannot be had. */
    choose(name: 'mouse' | 'title' | 'bell' | 'notify', isOn: boolean) {
      if (painter.kind !== 'screen')
        return words`That is for a screen: with the screen reader there is no mouse, title, bell or notification.`;
      if (name === 'title' && !takesTitle && isOn) {
        return words`This terminal is not known to give its title back (TERM). Nothing was changed.`;
      }
      if (name === 'notify' && notifies === null && isOn) {
        return words`This terminal is not known to show notifications (TERM, TERM_PROGRAM). Nothing was changed.`;
      }
      chosen = { ...chosen, [name]: isOn };
      choices = { ...choices, ...chosen };
      if (name === 'mouse') painter.setMouse(isOn);
      else if (name === 'title' && !isOn) painter.setTitle(null);
      void keep(name, isOn, tell);
      return undefined;
    },
    /** Resolves to whether the tour was not begun in any run before, and notes that it is now. */
    async beginTour() {
      await loaded;
      const isNews = path !== null && choices.tour;
      if (isNews) await keep('tour', false);
      return isNews;
    },
    /** Something went bad. */
    ring() {
      if (choices.bell) painter.ring();
    },
    notify(text: Printable) {
      if (choices.notify && notifies !== null) painter.notify(notifies, text);
    },
    /** What the window's title is to say, where the operator wants one. */
    entitle(title: Printable) {
      if (takesTitle && choices.title) painter.setTitle(title);
    },
  };
}

export type Preferences = ReturnType<typeof openPreferences>;

function choicesIn(text: string): Choices {
  const chosen = text.split('\n').flatMap((line) => {
    const [, name, how] = LINE.exec(line) ?? [];
    return name === undefined ? [] : [[name, how === 'on']];
  });
  return { ...DEFAULTS, ...Object.fromEntries(chosen) };
}
