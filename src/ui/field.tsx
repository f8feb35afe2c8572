import { Box } from 'ink';
import TextInput from 'ink-text-input';
import { createContext, useCallback, useContext, useRef } from 'react';
import { type Printable, printable } from '../text/printable.ts';
import type { Room, SpokenItem } from '../text/spoken.ts';
import { compose, span } from './line.ts';
import { Row } from './rows.tsx';
import { theme } from './theme.ts';

import { cleanTyped } from './typed-text.ts';

/** Where typed text goes: set once by the shell, so that no view has to hand it down. */
export const Typed = createContext<(value: string) => void>(() => {});

/** What the field is drawn from. */
interface PromptFieldProps {
  readonly prompt: {
    readonly id?: string;
    readonly label: Printable;
    readonly value: string;
    readonly placeholder?: Printable;
    /** Stays the same for as long as the prompt is the same. */
    readonly accepted: unknown;
  };
  readonly room: Room;
}

/** A prompt's label and its field on one line. */
export function PromptField({ prompt, room }: PromptFieldProps) {
  const typed = useContext(Typed);
  // Another prompt is another field, even in the same place: its cursor begins at the end of its text.
  const opened = useRef({ by: prompt.accepted, serial: 0 });
  if (opened.current.by !== prompt.accepted) {
    opened.current = { by: prompt.accepted, serial: opened.current.serial + 1 };
  }
  if (room.kind === 'spoken') {
    return (
      <Box>
        <Row line={spokenPrompt(prompt)} />
        <Box display="none">
          <Field key={opened.current.serial} value={prompt.value} changed={typed} />
        </Box>
      </Box>
    );
  }
  const { columns } = room;
  return (
    <Box width={columns} height={1} overflow="hidden">
      <Box flexShrink={0}>
        <Row line={compose([span(prompt.label, theme.key), span(LABEL_GAP)], columns)} />
      </Box>
      <Field
        key={opened.current.serial}
        value={prompt.value}
        placeholder={prompt.placeholder}
        changed={typed}
      />
    </Box>
  );
}

/** A label that is a sign alone has the prompt's id for a name: `events-filter` → `Filter`. */
function spokenPrompt({
  id = '',
  label,
  value,
  placeholder,
}: PromptFieldProps['prompt']): SpokenItem {
  const name = id.slice(id.lastIndexOf('-') + 1);
  return {
    kind: 'prompt',
    label: /\p{L}/u.test(label) ? label.trim() : name.charAt(0).toUpperCase() + name.slice(1),
    value: printable(value),
    hint: `${placeholder ? `${placeholder}. ` : ''}Enter applies, Esc cancels`,
  };
}

const LABEL_GAP = ' ' as Printable;

/** What the field needs. */
interface FieldProps {
  readonly value: string;
  readonly placeholder?: Printable | undefined;
  readonly changed: (value: string) => void;
}

/**
 * The one text field, on ink-text-input. That inserts whatever it is handed, line breaks and control
 * characters too, and deletes by code unit: what it reports is cleaned before anyone sees it. It gets
 * its keys from the shell's keyboard, one at a time, and Enter and Esc never reach it.
 */
function Field({ value, placeholder, changed }: FieldProps) {
  const report = useCallback((typed: string) => changed(cleanTyped(typed)), [changed]);
  return <TextInput value={value} placeholder={placeholder ?? ''} onChange={report} />;
}
