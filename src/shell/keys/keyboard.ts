import { EventEmitter } from 'node:events';
import { FIELD_KEYS, fieldInput } from '../../commands/field-commands.ts';
import { BARRED, type DispatchContext, dispatch } from '../../commands/table.ts';
import type { InputEvent } from '../../input/input-event.ts';
import { withoutAlt } from '../../input/key-codes.ts';
import type { ConsoleStore } from '../../state/console-state.ts';
import { keyFor, keyName } from '../../text/key-names.ts';
import { count } from '../../text/numbers.ts';
import { cleanTyped, words } from '../../text/printable.ts';
import { layoutOf } from '../../ui/layout.ts';
import { familiarKey } from './familiar.ts';
import { keepProposal } from './prompts.ts';

export interface KeyboardContext extends DispatchContext {
  readonly store: ConsoleStore;
  /** Whether `key` would change the service, and has no command because the console is read-only. */
  isBarred(key: string): boolean;
  /** Hands what the terminal sent to the text field and waits until it has taken it. */
  feed(raw: string): void;
  /**
   * The dialog or form that is open, if any: it takes what no command has, and gives what its text field is to
   * be fed.
   */
  inputHandler(): ((event: InputEvent) => string | undefined) | undefined;
}

/** More than any filter, name or command needs. Each key after it looks through all of it, and searches with it. */
const LONGEST_TYPED = 8192;

/** One input event: a key runs a command or is typed; a paste is only ever text, never keys. */
export function handleInput(context: KeyboardContext, event: InputEvent): void {
  const { store } = context;
  const { prompt, notice, hint, overlays } = store.getState();
  if (hint) store.setState({ hint: false });
  if (event.kind === 'paste') {
    const text = cleanTyped(event.text);
    const handler = prompt ? undefined : context.inputHandler();
    if (handler) feedIfSeen(context, handler(event));
    else if (prompt && prompt.value.length + text.length > LONGEST_TYPED) {
      context.say(
        words`Pasted text ignored: at most ${count(LONGEST_TYPED)} characters are taken here.`,
      );
    } else if (prompt && text !== '') feedIfSeen(context, text);
    else if (!prompt) {
      const { keyNames } = context.store.getState();
      const filter = keyFor(keyNames, 'list.filter', words`/`);
      const line = keyFor(keyNames, 'command', words`:`);
      context.say(words`Pasted text is not run as keys. Open a prompt first: ${filter} or ${line}`);
    }
    return;
  }
  if (notice) store.setState({ notice: null });
  // A terminal that sends lines ends what is typed with a line feed.
  const key = prompt && event.key === 'ctrl-j' ? 'enter' : event.key;
  if (FIELD_KEYS.has(key)) keepProposal(store);
  if (dispatch(context, key)) {
    // Whatever else it did, the text is another one, or of another field: its cursor is at its end. What an
    // overlay covered is as it was.
    const isUncovered = store.getState().overlays.length < overlays.length;
    if (!FIELD_KEYS.has(key) && !isUncovered && store.getState().behind > 0) {
      store.setState({ behind: 0 });
    }
    return;
  }
  const handler = context.inputHandler();
  if (isEscapeAndKey(event)) {
    handleInput(context, { kind: 'key', key: 'esc' });
    handleInput(context, { kind: 'key', key: withoutAlt(key) ?? key });
  } else if (prompt) feedIfSeen(context, fieldInput(event));
  else if (handler) feedIfSeen(context, handler(event));
  else sayUnknown(context, key);
}

/**
 * Whether Esc and a key may have been pressed one after the other: a slow link brings them together, and terminals send
 * the same for Alt. What follows a swallowed `2` would be typed into another pane, each letter a command there.
 */
const isEscapeAndKey = ({ key, raw }: InputEvent & { readonly kind: 'key' }): boolean =>
  withoutAlt(key) !== undefined && (raw === undefined || [...raw].length === 2);

/** A key that does nothing here says so; what it is pressed again for changes nothing on the screen. */
function sayUnknown({ store, say, table, isBarred }: KeyboardContext, key: string): void {
  if (isBarred(key)) {
    say(BARRED);
    return;
  }
  const { profile, size, keyNames } = store.getState();
  const familiar = familiarKey(table(), key, profile.readOnly);
  if (familiar !== undefined) {
    say(words`${keyName(key, size)} has no command here. ${familiar}`);
    return;
  }
  const help = keyFor(keyNames, 'help', words`?`);
  say(words`${keyName(key, size)} has no command here. ${help} shows the keys.`);
}

/** A screen that is too small shows no field: nothing is typed unseen, or kept until one is seen again. */
function feedIfSeen({ store, feed }: KeyboardContext, raw: string | undefined): void {
  const { size, fullPane } = store.getState();
  const isSeen = size.kind === 'spoken' || layoutOf(size, fullPane).kind === 'full';
  if (raw !== undefined && isSeen) feed(raw);
}

/**
 * A terminal's input as far as Ink asks for one, fed one key at a time by our own keyboard. The real
 * input never reaches Ink: chunks are taken apart, replies of the terminal swallowed and pastes cleaned
 * before this, and only what belongs in a text field goes in.
 */
export function createFieldInput() {
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
    /** Hands one key, or one pasted text, to the text field that is listening. */
    feed(raw: string) {
      queue.push(raw);
      stream.emit('readable');
    },
  };
}
