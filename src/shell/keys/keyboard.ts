import { EventEmitter } from 'node:events';
import type { StoreApi } from 'zustand/vanilla';
import { type DispatchContext, dispatch } from '../../commands/dispatch.ts';
import { type InputEvent, typedText } from '../../input/input-event.ts';
import type { ConsoleState } from '../../state/console-state.ts';
import { words } from '../../text/printable.ts';
import { cleanTyped } from '../../ui/typed-text.ts';

/** What the keyboard needs. */
export interface KeyboardContext extends DispatchContext {
  readonly store: StoreApi<ConsoleState>;
  /** Hands what the terminal sent to the text field and waits until it has taken it. */
  feed(raw: string): void;
  /** The dialog or form that is open, if any: it takes what no command has. */
  inputHandler(): ((event: InputEvent) => void) | undefined;
}

/** What the text field understands beside text. */
const EDITING: ReadonlySet<string> = new Set(['backspace', 'delete', 'left', 'right']);

/** One input event: a key runs a command or is typed; a paste is only ever text, never keys. */
export function handleInput(context: KeyboardContext, event: InputEvent): void {
  const { store } = context;
  const { prompt, notice, hint } = store.getState();
  if (hint) store.setState({ hint: false });
  if (event.kind === 'paste') {
    const text = cleanTyped(event.text);
    const taker = prompt ? undefined : context.inputHandler();
    if (taker) taker(event);
    else if (prompt && text !== '') context.feed(text);
    else if (!prompt)
      context.say(words`Pasted text is not run as keys. Open a prompt first: / or :`);
    return;
  }
  if (notice) store.setState({ notice: null });
  // A terminal that sends lines ends what is typed with a line feed.
  const key = prompt && event.key === 'ctrl-j' ? 'enter' : event.key;
  if (dispatch(context, key)) return;
  if (!prompt) {
    context.inputHandler()?.(event);
    return;
  }
  // The field reads keys for itself: it is handed what the terminal sent.
  const raw = EDITING.has(event.key) ? event.raw : typedText(event.key);
  if (raw !== undefined) context.feed(raw);
}

/** What Ink is handed as its standard input, and how keys get into it. */
interface FieldInput {
  readonly stream: NodeJS.ReadableStream;
  /** Hands one key, or one pasted text, to the text field that is listening. */
  feed(raw: string): void;
}

/**
 * A terminal's input as far as Ink asks for one, fed one key at a time by our own keyboard. The real
 * input never reaches Ink: chunks are taken apart, replies of the terminal swallowed and pastes cleaned
 * before this, and only what belongs in a text field goes in.
 */
export function createFieldInput(): FieldInput {
  const queue: string[] = [];
  const stream = Object.assign(new EventEmitter(), {
    isTTY: true,
    read: () => queue.shift() ?? null,
    setEncoding() {},
    setRawMode() {},
    ref() {},
    unref() {},
    resume() {},
    pause() {},
  });
  return {
    // Ink uses these members of a readable terminal and no others (see its App component).
    stream: stream as unknown as NodeJS.ReadableStream,
    feed(raw) {
      queue.push(raw);
      stream.emit('readable');
    },
  };
}
