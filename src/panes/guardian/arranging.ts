import type { ConsoleState, Slice } from '../../state/console-state.ts';
import { layoutOf } from '../../ui/layout.ts';
import { type Arrangement, arrange, HEAD } from './layout.ts';
import type { Page } from './page.ts';
import { pageOf } from './pages.ts';
import type { GuardianState } from './state.ts';

/** The section on screen, laid out. */
export interface Arranged {
  readonly page: Page;
  readonly arrangement: Arrangement;
  /** Lines below the pane's own head. */
  readonly rows: number;
}

/** Lays out the section on screen for drawing and for moving in it. */
export type Arranging = (console: ConsoleState) => Arranged;

/** What is looked at for one key, several times over, is laid out once: a detail may be thousands of lines. */
export function openArranging(slice: Slice<GuardianState>): Arranging {
  let last: { readonly key: readonly unknown[]; readonly arranged: Arranged } | null = null;
  return (console) => {
    const { workspace, profile, changes, zone, preview, size, fullPane } = console;
    const state = slice.of(console);
    const key = [state, workspace, profile, changes, zone, preview, size, fullPane];
    if (last?.key.every((part, at) => part === key[at])) return last.arranged;
    const layout = layoutOf(size, fullPane);
    const rows = layout.kind === 'emergency' ? 1 : layout.body - HEAD;
    const page = pageOf(state, console);
    const room = { columns: size.columns, rows };
    const arrangement = arrange(page, room, { preview, detail: state.detail });
    const arranged = { page, arrangement, rows };
    last = { key, arranged };
    return arranged;
  };
}
