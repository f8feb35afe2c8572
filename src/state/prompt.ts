import type { Printable } from '../text/printable.ts';

/** One line being typed, and what to do with it. */
export interface Prompt {
  /** Which field draws it: `filter`, `command`, `search`, `palette`… */
  readonly id: string;
  /** What stands before the text: `/`, `:`, `Search`. */
  readonly label: Printable;
  /** As typed: cleaned of controls, otherwise raw. */
  readonly value: string;
  /** Shown in place of an empty value. */
  readonly placeholder?: Printable;
  /** At each change. */
  readonly changed: (value: string) => void;
  /** At Enter. Closing the prompt first is the caller's. */
  readonly accepted: (value: string) => void | Promise<void>;
  /** At Esc. */
  readonly cancelled: () => void;
}
