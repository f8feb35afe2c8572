import { isLinear } from '../text/linear.ts';
import { layoutOf } from '../ui/layout.ts';
import type { AppProps } from './frame.ts';
import { frameLines } from './frame-lines.ts';

/**
 * The frame that Ink would draw, for the painter, made without it; undefined where more than lines is to be
 * seen. Loading Ink and drawing with it for the first time takes 40 ms, a fifth of the time to the data.
 */
export function pictureOf(props: Omit<AppProps, 'typed'>): string | undefined {
  const state = props.store.getState();
  const layout = layoutOf(state.size, state.fullPane);
  if (isLinear(state.size.columns) || layout.kind === 'emergency') return undefined;
  const frame = frameLines(state, layout, props);
  if (!frame || frame.prompt || state.overlays.length > 0) return undefined;
  const { pane, room, tabs, keys } = frame;
  const body = pane.picture?.(state, room);
  if (!body) return undefined;
  return [
    frame.badges,
    ...(tabs === undefined ? [] : [tabs]),
    frame.title,
    ...Array.from({ length: room.rows }, (_, at) => body[at] ?? ''),
    ...frame.hint,
    frame.notice,
    ...(keys === undefined ? [] : [keys]),
  ].join('\n');
}
