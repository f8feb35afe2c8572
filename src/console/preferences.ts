import { join } from 'node:path';
import { FileError, type Files } from '../edges/files.ts';
import type { Painter } from '../painter/painter.ts';
import type { NotificationWay } from '../painter/sequences.ts';
import type { TerminalFeature } from '../shell/keys/global-context.ts';
import { type Printable, printable, words } from '../text/printable.ts';

interface Choices {
  readonly mouse: boolean;
  /** Whether the window title shows the worst state. */
  readonly title: boolean;
  readonly bell: boolean;
  /** Whether watches show desktop notifications. */
  readonly notify: boolean;
  /** Whether the tour was not shown yet. */
  readonly tour: boolean;
}

const DEFAULTS: Choices = { mouse: false, title: true, bell: true, notify: true, tour: true };

/** One choice per line; the last one of a name counts. */
const LINE = /^(mouse|title|bell|notify|tour) (on|off)$/;
/** Read limit in bytes: a line has about twelve; older choices are forgotten. */
const MAX_BYTES = 256 << 10;

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
  readonly takesTitle: boolean;
  readonly notifies: NotificationWay | null;
  readonly files: Pick<Files, 'readTail' | 'appendPrivate'>;
  readonly stateDirectory: string | null;
  track<Value>(work: Promise<Value>): Promise<Value>;
  /** Called once if choices cannot be saved. */
  say(text: Printable): void;
  /** Resolves when the file may be read: it takes 4 ms, which would delay the first data. */
  isTime(): Promise<void>;
}) {
  let choices = DEFAULTS;
  /** Choices of this run override the file. */
  let chosen: Partial<Choices> = {};
  const path = stateDirectory === null ? null : join(stateDirectory, 'preferences');
  /** Failures are not fatal: nothing depends on the file. */
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
      const { text } = await files.readTail(path, MAX_BYTES);
      choices = { ...choicesIn(text), ...chosen };
      painter.setMouse(choices.mouse);
      // An earlier console may have set one.
      if (!choices.title) painter.setTitle(null);
    }),
  );

  return {
    usesMouse: () => choices.mouse,
    choose(name: TerminalFeature, isOn: boolean) {
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
    async beginTour() {
      await loaded;
      const isNews = path !== null && choices.tour;
      if (isNews) await keep('tour', false);
      return isNews;
    },
    ring() {
      if (choices.bell) painter.ring();
    },
    notify(text: Printable) {
      if (choices.notify && notifies !== null) painter.notify(notifies, text);
    },
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
