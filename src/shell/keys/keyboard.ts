import { EventEmitter } from 'node:events';
import { FIELD_KEYS, fieldInput } from '../../commands/field-commands.ts';
import { BARRED, type DispatchContext, dispatch } from '../../commands/table.ts';
import type { InputEvent } from '../../input/input-event.ts';
import { withoutAlt } from '../../input/key-codes.ts';
import type { ConsoleStore } from '../../state/console-state.ts';
import { keyFor, keyName } from '../../text/key-names.ts';
import { count } from '../../text/numbers.ts';
import { cleanTyped, listed, type Printable, words } from '../../text/printable.ts';
import { layoutOf } from '../../ui/layout.ts';
import { familiarKey } from './familiar.ts';
import { keepProposal } from './prompts.ts';

export interface KeyboardContext extends DispatchContext {
  readonly store: ConsoleStore;
  /** Whether `key` is unavailable because the console is read-only. */
  isBarred(key: string): boolean;
  /** Titles of the other panes in which `key` runs a command. */
  panesWith(key: string): readonly Printable[];
  /** Passes input to the text field and waits until it is processed. */
  feed(raw: string): void;
  /** Handles input without a command in the open dialog or form, if any; returns the input for its text field. */
  inputHandler(): ((event: InputEvent) => string | undefined) | undefined;
}

/** Maximum length of typed text: every key processes all of it. */
const MAX_TYPED = 8192;

/** Handles an input event: a key runs a command or is typed; a paste is always text. */
export function handleInput(context: KeyboardContext, event: InputEvent): void {
  const { store } = context;
  const { prompt, notice, hint, overlays } = store.getState();
  if (hint) store.setState({ hint: false });
  if (event.kind === 'paste') {
    const text = cleanTyped(event.text);
    const handler = prompt ? undefined : context.inputHandler();
    if (handler) feedIfSeen(context, handler(event));
    else if (prompt && prompt.value.length + text.length > MAX_TYPED) {
      context.say(
        words`Pasted text ignored: at most ${count(MAX_TYPED)} characters are taken here.`,
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
  // Line-mode terminals send a line feed for Enter.
  const key = prompt && event.key === 'ctrl-j' ? 'enter' : event.key;
  if (FIELD_KEYS.has(key)) keepProposal(store);
  if (dispatch(context, key)) {
    // The command changed the text or the field: the cursor goes to the end, unless closing an overlay restored the
    // field.
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
 * Whether the event may be Esc followed by a key, which arrive together on slow links and look like Alt. If the pair
 * were ignored, the following keys would run commands in the wrong pane.
 */
const isEscapeAndKey = ({ key, raw }: InputEvent & { readonly kind: 'key' }): boolean =>
  withoutAlt(key) !== undefined && (raw === undefined || [...raw].length === 2);

/** More panes do not fit into a message at 80 columns. */
const MOST_NAMED = 3;

function sayUnknown(context: KeyboardContext, key: string): void {
  const { store, say, table, isBarred, panesWith } = context;
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
  const elsewhere = panesWith(key);
  if (elsewhere.length > 0) {
    const where = elsewhere.length > MOST_NAMED ? words`other panes` : listed(elsewhere);
    say(words`${keyName(key, size)} has no command here. It works in ${where}.`);
    return;
  }
  const help = keyFor(keyNames, 'help', words`?`);
  say(words`${keyName(key, size)} has no command here. ${help} shows the keys.`);
}

/** A too small screen shows no field: input must not be typed unseen. */
function feedIfSeen({ store, feed }: KeyboardContext, raw: string | undefined): void {
  const { size, fullPane } = store.getState();
  const isSeen = size.kind === 'spoken' || layoutOf(size, fullPane).kind === 'full';
  if (raw !== undefined && isSeen) feed(raw);
}

/**
 * The input stream for Ink, fed by our own keyboard with single keys for text fields. The real input never reaches Ink:
 * it is parsed, terminal replies are removed, and pastes are cleaned before.
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
    // Ink uses only these members (see its App component).
    stream: stream as unknown as NodeJS.ReadableStream,
    feed(raw: string) {
      queue.push(raw);
      stream.emit('readable');
    },
  };
}
