import { scriptAddVariable } from '../../contract/operations/script-add-variable.ts';
import { unusualName } from '../../mutations/variable-name.ts';
import type { Profile } from '../../state/console-state.ts';
import { bytes, count, counted } from '../../text/numbers.ts';
import {
  cleanLines,
  type Printable,
  printable,
  printableStart,
  words,
} from '../../text/printable.ts';
import type { Room, SpokenItem } from '../../text/spoken.ts';
import { cut, cutStart, wrapLines } from '../../text/width.ts';
import { CURSOR, typedLine, typedLines } from '../../ui/field.tsx';
import {
  type Line,
  lookAlikeLines,
  nameLine,
  type Styled,
  span,
  wrappedText,
} from '../../ui/line.ts';
import { headingItem, type RecordItem, recordLines, textItem } from '../../ui/record-lines.ts';
import { textOf } from '../../ui/spoken.ts';
import { theme } from '../../ui/theme.ts';
import { fact } from '../record-items.ts';
import {
  DOUBTFUL_VALUE_BYTES,
  type FieldName,
  MAX_NAME_LENGTH,
  type VariableForm,
} from './form.ts';

const NAMES = 16;
const NAME = words`Name`;
const VALUE = words`Default value`;
/** Always the same number, so that the length is not revealed. */
const DOTS = words`••••••••`;
const MAX_LINES = 3;

type FieldLine = (id: FieldName, label: Printable, value: Line) => Line | SpokenItem;

/** The form in lines: at most ten at 60 columns. `behind`: characters after the cursor. */
export function formLines(
  form: VariableForm,
  { host, name: profile }: Pick<Profile, 'host' | 'name'>,
  room: Room,
  behind: number,
): readonly (Line | SpokenItem)[] {
  const { script, focus } = form;
  const { columns } = room;
  const field: FieldLine = (id, label, value) =>
    room.kind === 'spoken'
      ? spokenField(form, id, label, value)
      : [span(focus === id ? words` ▸ ` : words`   `, theme.key), ...fact(label, value, NAMES)];
  const most = columns - NAMES - 5;
  const name =
    focus === 'name'
      ? typedLine(form.name, behind, most)
      : [span(cutStart(printable(form.name), most))];
  const style = form.name.length > MAX_NAME_LENGTH ? theme.bad : theme.plain;
  return [
    [
      span(words` Add a variable to `),
      ...nameLine(script.name, theme.strong),
      span(words` ${printableStart(script.id)} · ${host} · profile ${profile}`, theme.faint),
    ],
    ...lookAlikeLines(script),
    [],
    field(
      'name',
      NAME,
      name.map((part) => (part.style === theme.plain ? { ...part, style } : part)),
    ),
    field('required', words`Required`, [
      span(form.required ? words`yes` : words`no`),
      ...(form.attempt === null ? [span(words`  Space changes it`, theme.faint)] : []),
    ]),
    ...valueLines(form, { columns, behind }, field),
    ...sizeLines(form, columns),
    ...(form.attempt === null
      ? [...noteLines(form, columns), ...nameRule(form, columns)]
      : [[span(words` … being sent, no answer yet`, theme.warn)]]),
  ];
}

/** A warning about the name while it is typed, unless the note has it. */
function nameRule(form: VariableForm, columns: number): readonly Line[] {
  const unusual = form.note === null ? unusualName(form.name) : undefined;
  return unusual === undefined ? [] : wrappedText(words`! ${unusual}`, columns - 2, theme.warn);
}

/** Variables added from here, newest first: one of the same name may be replaced or refused. */
type AddedBefore = readonly { readonly name: string; readonly sentence: Printable }[];

/** `9 characters, 10 bytes in 2 lines`: what can be told of a masked value. */
function sizeWords(value: string): Printable {
  const size = Buffer.byteLength(value);
  const lines = value.split('\n').length;
  const bytes = size === value.length ? words`` : words`, ${count(size)} bytes`;
  const broken = lines === 1 ? words`` : words` in ${count(lines)} lines`;
  return words`${counted(value.length, words`character`)}${bytes}${broken}`;
}

/**
 * Preview of the request: target, name, size of the value, and what happens to an existing variable. Sentences in few
 * rows, else fields.
 */
export function summaryLines(
  form: VariableForm,
  { host, name: profile }: Pick<Profile, 'host' | 'name'>,
  before: AddedBefore,
  room: Room,
): readonly Styled[] {
  const { script, name, required } = form;
  const value = form.value.reveal();
  const held = value === '' ? words`none` : words`${sizeWords(value)}, masked`;
  const same = before.find((each) => each.name.toLowerCase() === name.toLowerCase());
  const replaces = same
    ? words`${same.sentence}: the service may replace it or refuse this one.`
    : words`Not known: no operation lists variables. The service may replace one of this name or refuse this one.`;
  const named = name === '' ? words`(no name yet)` : printable(name);
  const where = words`${printable(script.name)} (${printable(script.id)})`;
  const short: readonly RecordItem[] = [
    textItem(
      words`Ctrl-Y sends ${named} to ${where}, ${required ? words`required` : words`not required`}, value: ${held}.`,
    ),
    ...(same ? [textItem(replaces, theme.warn)] : []),
  ];
  const full: readonly RecordItem[] = [
    headingItem(words`What Ctrl-Y sends, once`),
    { name: words`request`, value: words`POST ${printable(pathOf(script.id))}` },
    { name: words`service`, value: words`${host} · profile ${profile}` },
    { name: words`script`, value: where },
    { name: words`name`, value: named, style: theme.strong },
    { name: words`required`, value: required ? words`yes` : words`no` },
    { name: words`value`, value: held },
    { name: words`replaces`, value: replaces, ...(same && { style: theme.warn }) },
  ];
  const lines = recordLines(full, room);
  return room.kind === 'spoken' || lines.length < room.rows ? lines : recordLines(short, room);
}

const pathOf = (id: string): string => scriptAddVariable.path.replace('{id}', id);

const LINES = { name: 2, value: 4 } as const;

/** The focused input field; null on a choice, or after sending. */
export function formField(form: VariableForm) {
  const { script, focus, shown } = form;
  if (focus === 'required' || form.attempt !== null) return null;
  const isValue = focus === 'value';
  const label = isValue ? VALUE : NAME;
  return {
    id: `${focus} ${form.loads}`,
    at: LINES[focus] + lookAlikeLines(script).length,
    label: [span(words` ▸ `, theme.key), ...fact(label, [], NAMES)],
    value: isValue ? form.value.reveal() : form.name,
    ...(isValue && { placeholder: words`none`, masked: !shown, clean: cleanLines }),
  };
}

function spokenField(form: VariableForm, id: FieldName, label: Printable, value: Line): SpokenItem {
  const isHere = form.focus === id;
  if (!isHere || id === 'required' || form.attempt !== null) {
    const text = words`${label}: ${textOf(value)}`;
    return { kind: 'text', text, here: isHere, live: false };
  }
  const secret = id === 'value' && !form.shown;
  const typed = id === 'name' ? form.name : form.value.reveal();
  return {
    kind: 'prompt',
    label: secret ? words`${label}, hidden` : label,
    value: secret ? '' : printable(typed),
    hint: words`Tab next field, Ctrl-Y sends, Esc cancels`,
  };
}

function noteLines({ note }: VariableForm, columns: number): readonly Line[] {
  return note === null
    ? []
    : wrappedText(note.text, columns - 2, theme[note.tone === 'info' ? 'faint' : note.tone]);
}

function valueLines(
  form: VariableForm,
  { columns, behind }: Readonly<Record<'columns' | 'behind', number>>,
  field: FieldLine,
): readonly (Line | SpokenItem)[] {
  const label = VALUE;
  const isHere = form.focus === 'value';
  const end = isHere ? [CURSOR] : [];
  const value = form.value.reveal();
  if (value === '') return [field('value', label, [span(words`none`, theme.faint), ...end])];
  if (!form.shown) {
    const shows = form.attempt === null ? words`; Ctrl-R shows it` : words``;
    const hint = span(words`  hidden${shows}`, theme.faint);
    return [field('value', label, [span(DOTS), ...end, hint])];
  }
  const room = columns - NAMES - 5;
  const [first = [], ...rest] = isHere
    ? typedLines(value, behind, { columns: room, rows: MAX_LINES })
    : readLines(value, room);
  return [
    field('value', label, first),
    ...rest.map((line): Line => [span(words`   `), ...fact(words``, line, NAMES)]),
  ];
}

/** The first lines of a value; the rest of a long text is not processed. */
const readLines = (value: string, room: number): readonly Line[] =>
  wrapLines(cut(printable(value), room * MAX_LINES), room)
    .slice(0, MAX_LINES)
    .map((line) => [span(line)]);

/** Warns about sizes on which the vendor's documents disagree. */
function sizeLines(form: VariableForm, columns: number): readonly Line[] {
  const value = form.value.reveal();
  const size = Buffer.byteLength(value);
  if (size <= DOUBTFUL_VALUE_BYTES) return [];
  return wrappedText(
    words`! ${bytes(size)}, ${count(value.length)} characters: one text of the vendor allows 2 KB, another 4096 characters`,
    columns - 2,
    theme.warn,
  );
}
