import { type RenderOptions, render } from 'ink';
import { type Changes, DrawnChanges } from '../ui/use-selected.ts';
import { App } from './app.tsx';
import type { AppProps } from './frame.ts';

/** Where frames go and keys come from, and for whom. */
export interface InkOptions extends Required<Pick<RenderOptions, 'stdin' | 'stdout'>> {
  /** When views look at the state again. */
  readonly changes: Changes;
  /** Whether what is drawn is said: see `painter.kind`. */
  readonly isReadAloud: boolean;
  /** Told of a bug that was met while drawing. */
  failed(error: unknown): void;
}

/** Ink at work. */
export interface Ink {
  /** Draws what is due, before it returns. */
  flush(): void;
  end(): void;
}

/** Has Ink draw the app, from now on. */
export function startInk(props: AppProps, options: InkOptions): Ink {
  const app = (
    <DrawnChanges value={options.changes}>
      <App {...props} />
    </DrawnChanges>
  );
  const ink = render(app, {
    stdout: options.stdout,
    stdin: options.stdin,
    debug: true,
    patchConsole: false,
    exitOnCtrlC: false,
    interactive: true,
    isScreenReaderEnabled: options.isReadAloud,
  });
  ink.waitUntilExit().catch(options.failed);
  return { flush: () => ink.rerender(app), end: () => ink.unmount() };
}
