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

/** Receives typed text; provided once by the shell. */
export const Typed = createContext<(value: string) => void>(() => {});

interface PromptFieldProps {
  readonly prompt: {
    readonly id?: string;
    readonly label: Printable;
    readonly value: string;
    readonly isProposal?: boolean;
    readonly placeholder?: Printable;
    readonly accepted: unknown;
  };
  /** Characters after the cursor. */
  readonly behind: number;
  readonly room: Room;
}

export function PromptField({ prompt, behind, room }: PromptFieldProps) {
  const typed = useContext(Typed);
  // A new prompt gets a new field, with its cursor at the end.
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

/** A text in limited columns: its end, or the part around the cursor. */
export function typedLine(value: string, behind: number, columns: number): Line {
  const [before, after] = aroundCursor(value, behind);
  const most = Math.min(width(printable(after)), Math.floor(columns / 2));
  const shown = cutStart(printable(before), columns - most);
  return [span(shown), ...cutLine(tailOf(after), columns + 1 - width(shown))];
}

/** The same in several lines, broken anywhere. */
export function typedLines(
  value: string,
  behind: number,
  { columns, rows }: Readonly<Record<'columns' | 'rows', number>>,
): readonly Line[] {
  const [before, after] = aroundCursor(value, behind);
  // A wide character may leave a column unused, and a cut takes a column for its mark.
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

/** The text from the cursor on, with the cursor on its first character. */
function tailOf(after: string): Line {
  const [here, ...rest] = graphemes(printable(after));
  if (here === undefined) return [CURSOR];
  return [span(here, theme.selected), span(rest.join('') as Printable)];
}

/** A label without letters is named by the prompt's id: `events-filter` → `Filter`. */
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
  readonly label: Line;
  readonly after?: Line | undefined;
  readonly value: string;
  /** Characters after the cursor. */
  readonly behind?: number | undefined;
  readonly placeholder?: Printable | undefined;
  /** Neither text nor length is shown. */
  readonly masked?: boolean | undefined;
  readonly inactive?: boolean | undefined;
  /** Cleans the text; to one line by default. */
  readonly clean?: ((text: string) => string) | undefined;
  readonly changed: (value: string) => void;
}

/** The cursor, where the field does not draw its own. */
export const CURSOR = span(words` `, theme.selected);

/** An input line. The field draws raw text: masked, too long, unprintable or spoken text is shown as `line` instead. */
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
 * The only text field, on ink-text-input. It inserts line breaks and control characters and deletes by code unit, so
 * its value is cleaned before use. The shell's keyboard feeds it single keys; Enter and Esc never reach it. It cannot
 * move its cursor from outside: it gets only the text before the cursor and types at the end.
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
  readonly isInside: boolean;
}) {
  // Text it did not report was set by a command (Ctrl-U, Tab): the field is recreated with its cursor at the end.
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
