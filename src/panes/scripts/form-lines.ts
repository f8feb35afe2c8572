import type { Profile } from '../../state/console-state.ts';
import { bytes, count } from '../../text/numbers.ts';
import { type Printable, printable, printableStart, words } from '../../text/printable.ts';
import type { Room, SpokenItem } from '../../text/spoken.ts';
import { cut, cutStart, wrapLines } from '../../text/width.ts';
import { CURSOR } from '../../ui/field.tsx';
import { type Line, span } from '../../ui/line.ts';
import { lookAlikeLines, nameLine } from '../../ui/names.ts';
import { textOf } from '../../ui/spoken.ts';
import { theme } from '../../ui/theme.ts';
import { cleanLines } from '../../ui/typed-text.ts';
import { fact } from '../fact.ts';
import { DOUBTFUL_VALUE, type FieldName, LONGEST_NAME, type VariableForm } from './form.ts';

const NAMES = 16;
const NAME = words`Name`;
const VALUE = words`Default value`;
/** Always as many: how long a value is is part of it. */
const DOTS = words`••••••••`;
/** What is shown of a value is cut to so many lines. */
const MOST_LINES = 3;

/** The form in lines: ten at most at 60 columns. */
export function formLines(
  form: VariableForm,
  { host, name: profile }: Pick<Profile, 'host' | 'name'>,
  room: Room,
): readonly (Line | SpokenItem)[] {
  const { script, focus } = form;
  const { columns } = room;
  const field = (id: FieldName, label: Printable, value: Line): Line | SpokenItem =>
    room.kind === 'spoken'
      ? spokenField(form, id, label, value)
      : [
          span(focus === id ? words` ▸ ` : words`   `, theme.key),
          ...fact(label, value, NAMES),
          ...(focus === id && id !== 'required' ? [CURSOR] : []),
        ];
  // While it is typed its end is what one looks at.
  const name = cutStart(printable(form.name), columns - NAMES - 5);
  return [
    [
      span(words` Add a variable to `),
      ...nameLine(script.name, theme.strong),
      span(words` ${printableStart(script.id)} · ${host} · profile ${profile}`, theme.faint),
    ],
    ...lookAlikeLines(script),
    [],
    field('name', NAME, [span(name, form.name.length > LONGEST_NAME ? theme.bad : theme.plain)]),
    field('required', words`Required`, [
      span(form.required ? words`yes` : words`no`),
      span(words`  Space changes it`, theme.faint),
    ]),
    ...valueLines(form, columns, field),
    sizeLine(form),
    ...(form.attempt === null ? [] : [[span(words` … being sent, no answer yet`, theme.warn)]]),
    ...noteLines(form, columns),
  ];
}

/** The lines of the form that are typed into, by their place among its lines. */
const LINES = { name: 2, value: 4 } as const;

/** The field of the form that has the keys; null while that is a choice, or nothing can be changed. */
export function formField(form: VariableForm) {
  const { focus, shown } = form;
  if (focus === 'required' || form.attempt !== null) return null;
  const isValue = focus === 'value';
  const label = isValue ? VALUE : NAME;
  return {
    id: `${focus} ${form.loads}`,
    at: LINES[focus],
    label: [span(words` ▸ `, theme.key), ...fact(label, [], NAMES)],
    value: isValue ? form.value.reveal() : form.name,
    ...(isValue && { placeholder: words`none`, masked: !shown, clean: cleanLines }),
  };
}

/** A field as it is spoken: the one with the focus as what it is, a line that is typed in or a choice. */
function spokenField(form: VariableForm, id: FieldName, label: Printable, value: Line): SpokenItem {
  const isHere = form.focus === id;
  if (!isHere || id === 'required') {
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
  if (!note) return [];
  const style = theme[note.tone === 'info' ? 'faint' : note.tone];
  return wrapLines(note.text, columns - 2).map((line) => [span(words` ${line}`, style)]);
}

function valueLines(
  form: VariableForm,
  columns: number,
  field: (id: FieldName, label: Printable, value: Line) => Line | SpokenItem,
): readonly (Line | SpokenItem)[] {
  const label = VALUE;
  const value = form.value.reveal();
  if (value === '') return [field('value', label, [span(words`none`, theme.faint)])];
  if (!form.shown) {
    const hint = span(words`  hidden; Ctrl-R shows it`, theme.faint);
    return [field('value', label, [span(DOTS), hint])];
  }
  const room = columns - NAMES - 5;
  // As much as can be shown, before the rest of a long text is looked at.
  const near = cut(printable(value), room * MOST_LINES);
  const [first = words``, ...rest] = wrapLines(near, room).slice(0, MOST_LINES);
  return [
    field('value', label, [span(first)]),
    ...rest.map((line): Line => [span(words`   `), ...fact(words``, [span(line)], NAMES)]),
  ];
}

/** Says when a value is of a size about which the vendor's texts disagree. */
function sizeLine(form: VariableForm): Line {
  const value = form.value.reveal();
  const size = Buffer.byteLength(value);
  if (size <= DOUBTFUL_VALUE) return [];
  return [
    span(
      words` ! ${bytes(size)}, ${count(value.length)} characters: one text of the vendor allows 2 KB, another 4096 characters`,
      theme.warn,
    ),
  ];
}
