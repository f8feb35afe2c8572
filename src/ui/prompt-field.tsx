import { Box } from 'ink';
import { createContext, useContext, useRef } from 'react';
import type { Printable } from '../text/printable.ts';
import { Field } from './field.tsx';
import { compose, span } from './line.ts';
import { Row } from './text.tsx';
import { theme } from './theme.ts';

/** Where typed text goes: set once by the shell, so that no view has to hand it down. */
export const Typed = createContext<(value: string) => void>(() => {});

/** A prompt's label and its field on one line. */
export function PromptField({
  prompt,
  columns,
}: {
  readonly prompt: {
    readonly label: Printable;
    readonly value: string;
    readonly placeholder?: Printable;
    /** Stays the same for as long as the prompt is the same. */
    readonly accepted: unknown;
  };
  readonly columns: number;
}) {
  const typed = useContext(Typed);
  // Another prompt is another field, even in the same place: its cursor begins at the end of its text.
  const opened = useRef({ by: prompt.accepted, serial: 0 });
  if (opened.current.by !== prompt.accepted) {
    opened.current = { by: prompt.accepted, serial: opened.current.serial + 1 };
  }
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

const LABEL_GAP = ' ' as Printable;
