import { PLAIN, type Style } from '../text/style.ts';
import type { Palette } from '../text/themes.ts';
import { diff } from './diff.ts';
import { createFrameParser, type Grid, type GridSize } from './grid.ts';

/** What decides how a frame is read. */
interface Reading extends GridSize {
  readonly palette: Palette;
  readonly ascii: boolean;
  readonly links: boolean;
}

const READ_BY = ['columns', 'rows', 'palette', 'ascii', 'links'] as const;

/** What the screen shows, and the bytes that make it show something else. */
export function createScreen(options: Reading) {
  let reading = options;
  /** The addresses of links, by number: what is shown goes by them, however the next frame is read. */
  const addresses: string[] = [];
  const parserOf = (each: Reading) =>
    createFrameParser(each, each.palette, {
      ascii: each.ascii,
      links: each.links ? addresses : undefined,
    });
  let parse = parserOf(reading);
  /** Undefined when what is shown is not known. */
  let shown: Grid | undefined;
  let style: Style = PLAIN;
  return {
    /** The bytes that make the screen show `frame`; none when it shows it. */
    change(frame: string): string {
      const grid = parse(frame);
      const painted = diff(shown, grid, style);
      shown = grid;
      style = painted.style;
      return painted.bytes;
    },
    isKnown: () => shown !== undefined,
    /** It may show anything. */
    forget() {
      shown = undefined;
    },
    /** Styles are off on the terminal. */
    resetStyle() {
      style = PLAIN;
    },
    /** From now on frames are read otherwise; whether that is news. */
    readOtherwise(change: Partial<Reading>): boolean {
      const next = { ...reading, ...change };
      const isNews = READ_BY.some((key) => next[key] !== reading[key]);
      reading = next;
      if (isNews) parse = parserOf(next);
      return isNews;
    },
  };
}
