import type { Command } from '../../commands/command.ts';
import type { InputEvent } from '../../input/input-event.ts';
import type { Slice } from '../../state/console-state.ts';
import { keyFor } from '../../state/key-names.ts';
import { type Printable, printable, words } from '../../text/printable.ts';
import { layoutOf } from '../../ui/layout.ts';
import type { PaneContext, PaneForm } from '../pane.ts';
import { LEAST_READING, questionLines } from './question.ts';
import type { GuardianState, Question } from './state.ts';
import type { UploadRequest } from './upload-request.ts';

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
  const group = 'Guardian' as const;

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
      return words`That key came with others. Read what is sent, then press it again.`;
    }
    if (!isWhole(question)) return words`The screen is too small to show all that is asked about.`;
    return whyNotNow(context);
  };

  const cancel = () => {
    slice.set({ question: null });
    context.say(words`Nothing was sent.`);
  };

  const confirm = async (): Promise<void> => {
    const { question } = slice.get();
    if (!question) return;
    const reason = whyNot(question);
    if (reason !== undefined) return context.say(reason, 'warn');
    slice.set({ question: null });
    await send(question.request);
  };

  const commands: readonly Command[] = [
    {
      id: 'guardian.cancel',
      keys: ['enter', 'esc', 'ctrl-c'],
      label: words`Cancel the upload: nothing is sent`,
      footer: words`cancel`,
      group,
      run: cancel,
    },
    {
      id: 'guardian.confirm',
      keys: ['ctrl-y'],
      label: words`Send the specification that was asked about, once`,
      footer: words`send`,
      group,
      danger: true,
      run: confirm,
    },
  ];

  return {
    title: words`before an upload`,
    isOpen: (state) => slice.of(state).question !== null,
    commands,
    take(event: InputEvent) {
      context.say(
        event.kind === 'paste'
          ? words`A paste answers no question. Ctrl-Y sends, Enter cancels.`
          : words`Ctrl-Y sends, Enter cancels.`,
      );
    },
  };
}

/** Why nothing is sent at the moment, whatever it is. */
export function whyNotNow({ store }: Pick<PaneContext, 'store'>): Printable | undefined {
  const { connection, keyNames } = store.getState();
  return connection.kind === 'down'
    ? words`Nothing is sent while the connection is down: ${printable(connection.error.title)}. ${keyFor(keyNames, 'refresh-all', words`R`)} asks again now.`
    : undefined;
}
