import { type Command, command } from '../../commands/command.ts';
import type { InputEvent } from '../../input/input-event.ts';
import { isOutage } from '../../state/connection.ts';
import type { Profile } from '../../state/console-state.ts';
import { keyFor } from '../../state/key-names.ts';
import type { Slice } from '../../state/slice.ts';
import { count } from '../../text/numbers.ts';
import { type Printable, printable, printableStart, words } from '../../text/printable.ts';
import { cut, cutStart } from '../../text/width.ts';
import { layoutOf } from '../../ui/layout.ts';
import { gap, type Line, span } from '../../ui/line.ts';
import { theme } from '../../ui/theme.ts';
import type { PaneContext, PaneForm } from '../pane.ts';
import { fact } from '../record-items.ts';
import type { Assessment } from './assess.ts';
import { enforceWords } from './authorization.ts';
import { warningLines } from './page.ts';
import type { GuardianState, Question, UploadRequest } from './state.ts';

/**
 * The question before an upload at work. It takes every key: Enter, and any key that is not the one that
 * confirms, sends nothing; nor does a paste.
 */
export function questionForm(
  context: PaneContext,
  slice: Slice<GuardianState>,
  send: (request: UploadRequest) => Promise<void>,
): PaneForm {
  const { store } = context;

  /** Whether all that is asked about is on screen. */
  const isWhole = (question: Question): boolean => {
    const { size, fullPane, profile } = store.getState();
    const layout = layoutOf(size, fullPane);
    return (
      layout.kind === 'full' &&
      questionLines(question, profile, layout.columns).length <= layout.body
    );
  };

  const whyNot = (question: Question): Printable | undefined => {
    if (context.moment().elapsed - question.askedAt < LEAST_READING) {
      return words`Key ignored: too soon. Read what is sent, then press it again.`;
    }
    if (!isWhole(question)) return words`Make the screen larger: not all that is asked about fits.`;
    return whyNotNow(context);
  };

  const cancel = () => {
    slice.setState({ question: null });
    context.say(words`Nothing was sent.`);
  };

  const confirm = async (): Promise<void> => {
    const { question } = slice.getState();
    if (!question) return;
    const reason = whyNot(question);
    if (reason !== undefined) return context.say(reason, 'warn');
    slice.setState({ question: null });
    await send(question.request);
  };

  const commands: readonly Command[] = [
    command(
      'guardian.cancel',
      ['enter', 'esc', 'ctrl-c'],
      words`Cancel the upload: nothing is sent`,
      { footer: words`cancel`, run: cancel },
    ),
    command('guardian.confirm', 'ctrl-y', words`Send the specification, once`, {
      footer: words`send`,
      danger: true,
      run: confirm,
    }),
  ];

  return {
    title: words`before an upload`,
    about: [
      words`Asks whether the specification is sent to the zone, once; what it changes there is listed above.`,
      words`Ctrl-Y sends it. Enter or Esc cancels: nothing is sent.`,
    ],
    isOpen: () => slice.getState().question !== null,
    commands,
    handleInput(event: InputEvent) {
      context.say(
        event.kind === 'paste'
          ? words`Pasted input ignored. Ctrl-Y sends, Enter cancels.`
          : words`Ctrl-Y sends, Enter cancels.`,
      );
    },
  };
}

/** Why nothing is sent at the moment, whatever it is. */
export function whyNotNow({ store }: Pick<PaneContext, 'store'>): Printable | undefined {
  const { connection, keyNames } = store.getState();
  return isOutage(connection)
    ? words`Nothing is sent while the connection is down: ${printable(connection.error.title)}. ${keyFor(keyNames, 'refresh-all', words`R`)} retries now.`
    : undefined;
}

/** Before a question can be answered with yes it must have been on screen for so long, milliseconds. */
const LEAST_READING = 400;

const NAMES = 15;

export function changesWords(assessment: Assessment | null): Printable {
  const against = assessment?.against;
  if (!against) return words`not known: the zone's configuration cannot be read`;
  const { added, removed, changed, unchanged } = against.diff;
  return words`${count(removed.length)} removed, ${count(changed.length)} changed, ${count(added.length)} added, ${count(unchanged)} the same`;
}

/** Digits of a hash that are compared at a glance, with the sign that there are more; and columns that have room for all. */
const GLANCE = 17;
const WHOLE_DIGEST = 120;

/** The question before an upload, whole: what is sent where, what it changes, the warnings. */
export function questionLines(
  { request, warnings, changes, isKnown }: Question,
  { host, name: profile }: Pick<Profile, 'host' | 'name'>,
  columns: number,
): readonly Line[] {
  const { zone, file, enforce } = request;
  const row = (name: Printable, text: Printable, strong = false): Line =>
    fact(words` ${name}`, [span(text, strong ? theme.strong : theme.plain)], NAMES);
  // Whole where it fits: people compare the beginning.
  const sha256 = printable(file.sha256);
  const digest = columns < WHOLE_DIGEST ? words`${cut(sha256, GLANCE)}` : sha256;
  return [
    [gap(1), span(words`Send this specification to ${printableStart(zone.name)}?`, theme.heading)],
    [],
    row(words`zone`, words`${printable(zone.name)} (${printable(zone.id)})`, true),
    row(words`host`, words`${host} · profile ${profile}`),
    row(words`file`, cutStart(printable(file.path), columns - NAMES - 1)),
    row(words`document`, words`${count(file.bytes)} bytes · sha256 ${digest}`),
    row(words`authorization`, enforceWords(enforce, isKnown)),
    row(words`endpoints`, changes),
    [],
    ...warningLines(warnings, columns),
    ...(warnings.length > 0 ? [[]] : []),
    [
      span(words` Enter`, theme.key),
      span(words` cancels: nothing is sent    `),
      span(words`Ctrl-Y`, theme.key),
      span(words` sends it, once`),
    ],
  ];
}
