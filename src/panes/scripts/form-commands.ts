import { type Command, command } from '../../commands/command.ts';
import {
  type FieldCursor,
  fieldCommands,
  fieldInput,
  type TextField,
} from '../../commands/field-commands.ts';
import {
  type ScriptAddVariableInput,
  type ScriptVariable,
  scriptAddVariable,
} from '../../contract/operations/script-add-variable.ts';
import { FileError } from '../../edges/files.ts';
import type { InputEvent } from '../../input/input-event.ts';
import type { BegunChange, Changes } from '../../mutations/changes.ts';
import type { KeyFinder } from '../../mutations/key-finder.ts';
import { outcomeNews, outcomeWords } from '../../mutations/outcome-words.ts';
import {
  auditedVariable,
  shownVariable,
  storedVariableText,
  variableDifferences,
} from '../../mutations/variable-differences.ts';
import { unusualName } from '../../mutations/variable-name.ts';
import { isDown } from '../../state/connection.ts';
import type { ConsoleState } from '../../state/console-state.ts';
import type { Slice } from '../../state/slice.ts';
import { asSentence, type Printable, printable, words } from '../../text/printable.ts';
import { layoutOf } from '../../ui/layout.ts';
import type { PaneContext } from '../pane.ts';
import {
  type FormEvent,
  formAfter,
  hasText,
  isBeingWarned,
  NO_TEXT,
  pastedInto,
  typedOf,
  type VariableForm,
  whyNotSend,
  whyNotToggle,
} from './form.ts';
import type { ScriptsState } from './state.ts';

/** Read limit for a file in bytes: above any variable's limit, so that the size can be reported. */
const MAX_FILE_BYTES = 64 * 1024;

const ABOUT: readonly Printable[] = [
  words`Adds one environment variable to the script. Its value is hidden on the screen, and in no file, except while Ctrl-X edits it.`,
  words`The contract does not say what happens if the name exists already. Esc leaves without sending anything, and asks first if something was typed.`,
];

export function variableFormOf(context: PaneContext, slice: Slice<ScriptsState>) {
  const { store } = context;
  const now = () => context.moment().elapsed;
  const tell = (event: FormEvent) =>
    slice.setState(({ form }) => ({ form: form && formAfter(form, event) }));
  const note = (text: Printable) => tell({ kind: 'noted', text });

  const leave = () => {
    const { form } = slice.getState();
    if (form && form.attempt === null && hasText(form) && !form.leaving)
      return tell({ kind: 'leaving' });
    slice.setState({ form: null });
    if (form) context.say(leftWords(form));
  };

  const send = () => sendForm(context, slice, { now, tell, note });
  const changed = (text: string) => tell({ kind: 'changed', text, at: now() });
  const field = (): TextField | undefined => {
    const { form } = slice.getState();
    const value = form && form.attempt === null ? typedOf(form) : undefined;
    if (value === undefined) return undefined;
    return { value, changed, ...(form?.focus === 'value' && { takesAny: true }) };
  };

  const isHidden = () => {
    const { form } = slice.getState();
    return form?.focus === 'value' && !form.shown;
  };
  /** A hidden value is edited at its end only. */
  const cursor: FieldCursor = {
    getState: () => (isHidden() ? { behind: 0 } : store.getState()),
    setState: (to) => (isHidden() ? undefined : store.setState(to)),
  };

  const sources = valueSources(context, slice, { now, tell, note });
  const move = (by: 1 | -1) => tell({ kind: 'moved', by, at: now() });
  const isSent = () => (slice.getState().form?.attempt ?? null) !== null;
  const unavailable = () =>
    isSent()
      ? words`Already sent: it cannot be changed or sent again before its outcome is known.`
      : undefined;
  /** Unavailable commands are not in the footer. */
  const untilSent = (does: Printable) => () => (isSent() ? undefined : does);
  /** The key after the warning ends it and does nothing else. */
  const backToForm = (): boolean => {
    const { form } = slice.getState();
    if (form?.leaving) tell({ kind: 'key', at: now() });
    return form?.leaving ?? false;
  };
  const commands = [
    command('variable.send', 'ctrl-y', words`Send the variable (one request)`, {
      footer: untilSent(words`send`),
      danger: true,
      unavailable,
      run: send,
    }),
    command('variable.leave', ['esc', 'ctrl-c'], words`Cancel without sending`, {
      footer: () => (isSent() ? words`close` : words`cancel`),
      run: leave,
    }),
    command('variable.next', ['enter', 'tab', 'down'], words`Next field of the form`, {
      footer: untilSent(words`next`),
      unavailable,
      run: () => move(1),
    }),
    command('variable.previous', ['shift-tab', 'up'], words`Previous field of the form`, {
      unavailable,
      run: () => move(-1),
    }),
    command('variable.reveal', 'ctrl-r', words`Show or hide the value`, {
      footer: untilSent(words`show`),
      unavailable,
      run: () => tell({ kind: 'revealed', at: now() }),
    }),
    command('variable.file', 'ctrl-o', words`Read the value from a file`, {
      footer: untilSent(words`file`),
      unavailable: () => unavailable() ?? whyNotRead(slice.getState().form),
      run: sources.fromFile,
    }),
    // Readline uses Ctrl-X Ctrl-E; Ctrl-E alone goes to the end of the line.
    command('variable.editor', 'ctrl-x', words`Edit the value in $EDITOR`, {
      footer: untilSent(words`editor`),
      unavailable,
      run: sources.inEditor,
    }),
    ...fieldCommands('variable', field, cursor),
  ].map((each) => (each.run === leave ? each : unlessEnded(each, backToForm)));

  const take = (event: InputEvent): string | undefined => {
    const { form } = slice.getState();
    if (!form) return undefined;
    const reason = unavailable();
    if (reason !== undefined) {
      context.say(reason);
      return undefined;
    }
    if (backToForm()) return undefined;
    tell({ kind: 'key', at: now() });
    if (form.focus === 'required') {
      tell(chosenBy(event, form, now()));
      return undefined;
    }
    if (event.kind === 'key') return fieldInput(event);
    const pasted = pastedInto(form, event);
    if ('refused' in pasted) note(pasted.refused);
    else if (pasted.text !== '') return pasted.text;
    return undefined;
  };

  return {
    title: words`a variable`,
    about: ABOUT,
    isOpen: () => slice.getState().form !== null,
    commands,
    handleInput: take,
    field,
    changed,
  };
}

const unlessEnded = (command: Command, ended: () => boolean): Command => ({
  ...command,
  run: () => (ended() ? undefined : command.run()),
});

function leftWords({ attempt, refused }: VariableForm): Printable {
  if (attempt !== null) return words`Already sent: the outcome will show here.`;
  return refused
    ? words`Closed. The last request was refused; nothing else was sent.`
    : words`Cancelled. Nothing was sent.`;
}

/** Only one file is read at a time: of two, the slower one would win. */
const whyNotRead = (form: VariableForm | null): Printable | undefined =>
  form?.reading == null ? undefined : words`${form.reading} is being read: wait for its value.`;

function chosenBy(event: InputEvent, form: VariableForm, at: number): FormEvent {
  const isSpace = event.kind === 'key' && event.key === 'space';
  const refused = isSpace ? whyNotToggle(form, at) : NO_TEXT;
  return refused === undefined ? { kind: 'toggled', at } : { kind: 'noted', text: refused };
}

interface FormVoice {
  now(): number;
  tell(event: FormEvent): void;
  note(text: Printable): void;
}

/** Sends the form once. The outcome is shown in the form, or as a notice if the form is closed. */
async function sendForm(
  context: PaneContext,
  slice: Slice<ScriptsState>,
  { now, tell, note }: FormVoice,
): Promise<void> {
  const { store, mutations } = context;
  const { form } = slice.getState();
  if (!form || form.attempt !== null) return;
  const warning = warningOf(form, store.getState());
  const warned = `${form.name} ${warning}`;
  const warn = () => {
    const text = words`Not sent. ${warning} Ctrl-Y once more sends it as it is.`;
    tell({ kind: 'warned', of: warned, text, at: now() });
  };
  if (warning !== '' && isBeingWarned(form, warned, now())) return warn();
  const reason = whyUnseen(store.getState()) ?? whyNotSend(form, now());
  if (reason !== undefined) return note(reason);
  if (context.accessKey?.isIn(form.name)) {
    return note(words`The name holds the access key: nothing was sent. Type another one.`);
  }
  if (warning !== '' && form.warnedOf !== warned) return warn();
  const begun = sendVariable(mutations.changes, form, context.accessKey);
  if (!begun) return note(words`Another change of this script is under way. Nothing was sent.`);
  tell({ kind: 'sending', attempt: begun.attempt });
  const { outcome } = await begun.ended;
  const change = store.getState().changes.find(({ attempt }) => attempt === begun.attempt);
  if (!change) return;
  const { headline, reason: why, next } = outcomeWords(change);
  if (slice.getState().form?.attempt !== begun.attempt) {
    context.say(words`${printable(form.name)}: ${outcomeNews(change)}`);
    return;
  }
  // A refused request can be corrected; an unknown outcome must not invite a repetition.
  if (outcome === 'refused' || outcome === 'not sent')
    tell({ kind: 'answered', outcome, text: words`${headline}: ${asSentence(why)} ${next}` });
  else slice.setState({ form: null });
}

/** What to think about before sending, in sentences; empty if there is nothing. */
function warningOf(form: VariableForm, { connection }: ConsoleState): Printable {
  // A request that leaves now may end without an answer.
  const down = isDown(connection)
    ? words`The connection is down: ${asSentence(printable(connection.error.title))}`
    : undefined;
  return [down, unusualName(form.name)].filter((each) => each !== undefined).join(' ') as Printable;
}

function valueSources(
  context: PaneContext,
  slice: Slice<ScriptsState>,
  { now, tell, note }: FormVoice,
) {
  const { mutations } = context;
  /** Replaces the value; the cursor goes to its end. */
  const load = (text: string, from: Printable) => {
    context.store.setState({ behind: 0 });
    tell({ kind: 'loaded', text, from, at: now() });
  };
  const fromFile = () =>
    context.ask({
      id: 'variable-file',
      label: words`Value from the file`,
      value: '',
      placeholder: words`a path; ~/ is the home directory`,
      accepted: (path) => {
        if (path.trim() === '') return;
        const script = slice.getState().form?.script;
        context.feeds.run('variable file', String(now()), () => readFile(path.trim(), script));
      },
    });

  const readFile = async (path: string, script: VariableForm['script'] | undefined) => {
    // Another form may be open by then: the file is for the one that asked.
    const isOpen = () => slice.getState().form?.script === script;
    tell({ kind: 'reading', path: printable(path) });
    try {
      const text = await mutations.files.readText(path, MAX_FILE_BYTES);
      if (isOpen()) load(text, printable(path));
    } catch (error) {
      if (!(error instanceof FileError)) throw error;
      if (isOpen()) note(printable(error.message));
    } finally {
      if (isOpen()) tell({ kind: 'reading', path: null });
    }
  };

  const inEditor = async () => {
    const { form } = slice.getState();
    if (!form || form.attempt !== null) return;
    const edited = await mutations.edit(form.value.reveal());
    if (edited.kind === 'not saved') return note(printable(edited.reason));
    load(edited.text, words`the editor`);
  };

  return { fromFile, inEditor };
}

const whyUnseen = ({ size, fullPane }: ConsoleState): Printable | undefined =>
  layoutOf(size, fullPane).kind === 'emergency'
    ? words`The screen is too small to show what would be sent.`
    : undefined;

/** Starts the request; undefined while another change of the script is under way. */
export function sendVariable(
  changes: Changes,
  { script, name, required, value }: VariableForm,
  accessKey?: Pick<KeyFinder, 'masked'>,
): BegunChange<ScriptVariable> | undefined {
  const text = value.reveal();
  const input: ScriptAddVariableInput = {
    id: script.id,
    Name: name,
    Required: required,
    ...(text === '' ? {} : { DefaultValue: text }),
  };
  return changes.begin({
    operation: scriptAddVariable,
    input,
    subject: { kind: 'script', id: script.id, name: script.name },
    what: name,
    recorded: auditedVariable(input),
    summary: (answer) => storedVariableText(shownVariable(input, answer)),
    differences: (answer) => variableDifferences(input, shownVariable(input, answer), accessKey),
  });
}
