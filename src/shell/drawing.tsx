import { type RenderOptions, render } from 'ink';
import { type Changes, DrawnChanges } from '../ui/use-selected.ts';
import { App } from './app.tsx';
import type { AppProps } from './frame.ts';

/** Where frames go and keys come from, and for whom. */
export interface DrawingOptions extends Required<Pick<RenderOptions, 'stdin' | 'stdout'>> {
  /** When views look at the state again. */
  readonly changes: Changes;
  /** Whether what is drawn is said: see `painter.kind`. */
  readonly isReadAloud: boolean;
  /** Told of a bug that was met while drawing. */
  failed(error: unknown): void;
}

/** What is drawn, while it is. */
export interface Drawing {
  /** Draws what is due, before it returns. */
  flush(): void;
  end(): void;
}

/** Draws the app with Ink, from now on. */
export function startDrawing(props: AppProps, options: DrawingOptions): Drawing {
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
