import { Box } from 'ink';
import TextInput from 'ink-text-input';
import { createContext, useCallback, useContext, useRef } from 'react';
import { keyName } from '../text/key-names.ts';
import { cleanTyped, type Printable, printable, words } from '../text/printable.ts';
import type { Room, SpokenItem } from '../text/spoken.ts';
import { aroundCursor, cutStart, graphemes, width } from '../text/width.ts';
import { compose, cutLine, isStyled, type Line, lineWidth, type RowContent, span } from './line.ts';
import { Row, Rows } from './rows.tsx';
import { theme } from './theme.ts';

/** Where typed text goes: set once by the shell, so that no view has to hand it down. */
export const Typed = createContext<(value: string) => void>(() => {});

interface PromptFieldProps {
  readonly prompt: {
    readonly id?: string;
    readonly label: Printable;
    readonly value: string;
    readonly isProposal?: boolean;
    readonly placeholder?: Printable;
    /** Stays the same for as long as the prompt is the same. */
    readonly accepted: unknown;
  };
  /** Characters behind the cursor. */
  readonly behind: number;
  readonly room: Room;
}

export function PromptField({ prompt, behind, room }: PromptFieldProps) {
  const typed = useContext(Typed);
  // Another prompt is another field, even in the same place: its cursor begins at the end of its text.
  const opened = useRef({ by: prompt.accepted, serial: 0 });
  if (opened.current.by !== prompt.accepted) {
    opened.current = { by: prompt.accepted, serial: opened.current.serial + 1 };
  }
  const label = [span(prompt.label, theme.key), span(LABEL_GAP)];
  const free = room.columns - lineWidth(label) - 1;
  const after = prompt.isProposal ? proposalHint(free - width(printable(prompt.value)), room) : [];
  const shown = typedLine(prompt.value, behind, free - lineWidth(after));
  return (
    <FieldLine
      key={opened.current.serial}
      field={{
        label,
        after,
        value: prompt.value,
        behind,
        placeholder: prompt.placeholder,
        changed: typed,
      }}
      line={
        room.kind === 'spoken'
          ? spokenPrompt(prompt)
          : compose([...label, ...shown, ...after], room.columns)
      }
      columns={room.columns}
    />
  );
}

/** A text that may be longer than so many columns: its end, or what is around the cursor where that is not at the end. */
export function typedLine(value: string, behind: number, columns: number): Line {
  const [before, after] = aroundCursor(value, behind);
  const most = Math.min(width(printable(after)), Math.floor(columns / 2));
  const shown = cutStart(printable(before), columns - most);
  return [span(shown), ...cutLine(tailOf(after), columns + 1 - width(shown))];
}

/** The same in so many lines at most, which are broken wherever one is full. */
export function typedLines(
  value: string,
  behind: number,
  { columns, rows }: Readonly<Record<'columns' | 'rows', number>>,
): readonly Line[] {
  const [before, after] = aroundCursor(value, behind);
  // A line may end a column early, where a wide character has no room; the first column may be the mark of a cut.
  const room = (columns - 1) * rows - 1;
  const most = Math.min(width(printable(after)), columns);
  const shown = cutStart(printable(before), room - most);
  const lines: Line[] = [];
  let [line, used]: [Line, number] = [[], 0];
  for (const { text, style } of [span(shown), ...cutLine(tailOf(after), room + 1 - width(shown))]) {
    for (const each of graphemes(text)) {
      if (used + width(each) > columns) {
        lines.push(line);
        [line, used] = [[], 0];
      }
      line = [...line, span(each, style)];
      used += width(each);
    }
  }
  return [...lines, line];
}

/** The text behind the cursor, which is on the first of its characters. */
function tailOf(after: string): Line {
  const [here, ...rest] = graphemes(printable(after));
  if (here === undefined) return [CURSOR];
  return [span(here, theme.selected), span(rest.join('') as Printable)];
}

/** A label that is a sign alone has the prompt's id for a name: `events-filter` → `Filter`. */
function spokenPrompt({
  id = '',
  label,
  value,
  isProposal,
  placeholder,
}: PromptFieldProps['prompt']): SpokenItem {
  const name = id.slice(id.lastIndexOf('-') + 1);
  return {
    kind: 'prompt',
    label: /\p{L}/u.test(label) ? label.trim() : name.charAt(0).toUpperCase() + name.slice(1),
    value: printable(value),
    hint: `${placeholder ? `${placeholder}. ` : ''}${isProposal ? 'Typing replaces it, ' : ''}Enter applies, Esc cancels`,
  };
}

/** What typing does to a proposed value, and what keeps it, where that many `columns` have cells for it. */
function proposalHint(columns: number, room: Room): Line {
  const hints = [
    words`  type to replace, ${keyName('left', room)} edits`,
    words`  type to replace`,
  ];
  const hint = hints.find((each) => width(each) <= columns);
  return hint === undefined ? [] : [span(hint, theme.faint)];
}

const LABEL_GAP = ' ' as Printable;

interface LineField {
  /** What stands before the text, and behind it. */
  readonly label: Line;
  readonly after?: Line | undefined;
  readonly value: string;
  /** Characters behind the cursor. */
  readonly behind?: number | undefined;
  readonly placeholder?: Printable | undefined;
  /** It is not to be read on the screen, nor how long it is. */
  readonly masked?: boolean | undefined;
  /** It does not have the keys now. */
  readonly inactive?: boolean | undefined;
  /** What is kept of a text; as it stands, one line. */
  readonly clean?: ((text: string) => string) | undefined;
  readonly changed: (value: string) => void;
}

/** The cursor where the field does not draw its own. */
export const CURSOR = span(words` `, theme.selected);

/**
 * A line that is typed into. The field draws text as it is: what is masked, too long for the line or not
 * printable is drawn as `line` instead, and so is what is spoken.
 */
function FieldLine({
  field,
  line,
  columns,
}: {
  readonly field: LineField;
  readonly line: RowContent;
  readonly columns: number;
}) {
  const { label, after = [], value, behind = 0 } = field;
  const [before, tail] = aroundCursor(value, behind);
  const room = columns - lineWidth(label) - lineWidth(after) - 1;
  const isDrawn =
    isStyled(line) &&
    !field.masked &&
    value.length <= room &&
    width(printable(value)) <= room &&
    printable(value) === value;
  return (
    <Box width={columns} height={1} overflow="hidden">
      <Box flexShrink={0}>
        <Row line={isDrawn ? compose(label, columns) : line} />
      </Box>
      <Box flexShrink={0} display={isDrawn ? 'flex' : 'none'}>
        <Field
          {...field}
          value={before}
          isInside={tail !== ''}
          changed={(text) => field.changed(text + tail)}
        />
      </Box>
      {isDrawn && tail !== '' && <Row line={compose(tailOf(tail), columns)} />}
      {isDrawn && after.length > 0 && <Row line={compose(after, columns)} />}
    </Box>
  );
}

/** Rows of a dialog or a form, the one at `at` with a field in it. */
export function RowsWithField({
  lines,
  field,
  columns,
  rows,
}: {
  readonly lines: readonly RowContent[];
  readonly field: (LineField & { readonly id: string; readonly at: number }) | null;
  readonly columns: number;
  readonly rows: number;
}) {
  const line = field ? lines[field.at] : undefined;
  if (!field || line === undefined) return <Rows lines={lines} columns={columns} rows={rows} />;
  const { id, at } = field;
  const below = Math.max(0, rows - at - 1);
  return (
    <Box flexDirection="column" width={columns} height={rows} flexShrink={0} overflow="hidden">
      <Rows lines={lines} columns={columns} rows={at} />
      <FieldLine key={id} field={field} line={line} columns={columns} />
      <Rows lines={lines.slice(at + 1)} columns={columns} rows={below} />
    </Box>
  );
}

/**
 * The one text field, on ink-text-input. That inserts whatever it is handed, line breaks and control
 * characters too, and deletes by code unit: what it reports is cleaned before anyone sees it. It gets
 * its keys from the shell's keyboard, one at a time, and Enter and Esc never reach it. It keeps its cursor to
 * itself: it has the text before the cursor alone, whose end is where it types.
 */
function Field({
  value,
  isInside,
  placeholder = words``,
  masked = false,
  inactive = false,
  clean = cleanTyped,
  changed,
}: LineField & {
  /** Text stands behind the cursor. */
  readonly isInside: boolean;
}) {
  // Text that it did not report was put there by a key of ours (Ctrl-U, Tab): it begins anew, its cursor at the end.
  const own = useRef({ value, serial: 0 });
  if (own.current.value !== value) own.current = { value, serial: own.current.serial + 1 };
  const report = useCallback(
    (typed: string) => {
      const text = clean(typed);
      own.current = { ...own.current, value: text };
      changed(text);
    },
    [changed, clean],
  );
  return (
    <TextInput
      key={own.current.serial}
      value={value}
      placeholder={isInside ? '' : placeholder}
      showCursor={!isInside}
      focus={!inactive}
      onChange={report}
      {...(masked && { mask: MASK })}
    />
  );
}

const MASK = '•';
