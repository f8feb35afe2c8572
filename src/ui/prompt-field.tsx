import { Box } from 'ink';
import { createContext, useContext } from 'react';
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
  };
  readonly columns: number;
}) {
  const typed = useContext(Typed);
  return (
    <Box width={columns} height={1} overflow="hidden">
      <Box flexShrink={0}>
        <Row line={compose([span(prompt.label, theme.key), span(LABEL_GAP)], columns)} />
      </Box>
      <Field value={prompt.value} placeholder={prompt.placeholder} changed={typed} />
    </Box>
  );
}

const LABEL_GAP = ' ' as Printable;
