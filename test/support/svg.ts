import {
  BOLD,
  backgroundOf,
  DIM,
  foregroundOf,
  INVERSE,
  ITALIC,
  PLAIN,
  type Style,
  UNDERLINE,
} from '../../src/text/style.ts';
import type { SeenCell } from './emulator.ts';

/** The colours of a terminal. */
export interface Look {
  /** The sixteen standard colours in order. */
  readonly palette: readonly string[];
  readonly ink: string;
  readonly paper: string;
  readonly frame: string;
  readonly title: string;
}

/** A dark and a light terminal. */
export const LOOKS = {
  dark: {
    palette: [
      '#3b4252', '#e06c75', '#8fbf7f', '#e5c07b', '#61afef', '#c678dd', '#56b6c2', '#c8ccd4',
      '#5c6370', '#f28b82', '#a8d69a', '#f2d08f', '#82c4ff', '#d8a1eb', '#7fd1db', '#ffffff',
    ], // biome-ignore format: two rows of eight
    ink: '#c8ccd4',
    paper: '#16181d',
    frame: '#24272e',
    title: '#8a909c',
  },
  light: {
    palette: [
      '#24292f', '#b3261e', '#1f6f3a', '#8a5a00', '#1557b0', '#7b2d8b', '#0b6a75', '#57606a',
      '#6e7781', '#a40e26', '#116329', '#633c01', '#0a3069', '#5c1a6b', '#064a52', '#fbfbfa',
    ], // biome-ignore format: two rows of eight
    ink: '#24292f',
    paper: '#fbfbfa',
    frame: '#dfe3e8',
    title: '#57606a',
  },
} as const satisfies Readonly<Record<string, Look>>;

/** The size of a cell in SVG units. */
const CELL = { width: 8.4, height: 18, baseline: 13.5 } as const;
const TITLE = 30;
const MARGIN = 12;

/** The levels of the 6 x 6 x 6 colour cube. */
const LEVELS = [0, 95, 135, 175, 215, 255] as const;

function hex(...parts: readonly number[]): string {
  return `#${parts.map((part) => part.toString(16).padStart(2, '0')).join('')}`;
}

function colourOf(index: number, { palette, ink }: Look): string {
  if (index < 16) return palette[index] ?? ink;
  if (index >= 232) {
    const grey = 8 + 10 * (index - 232);
    return hex(grey, grey, grey);
  }
  const cube = index - 16;
  const level = (place: number) => LEVELS[Math.floor(cube / place) % 6] ?? 0;
  return hex(level(36), level(6), level(1));
}

function coloursOf(
  style: Style,
  look: Look,
): { readonly ink: string; readonly paper: string | undefined } {
  const fore = foregroundOf(style);
  const back = backgroundOf(style);
  const ink = fore < 0 ? look.ink : colourOf(fore, look);
  const paper = back < 0 ? undefined : colourOf(back, look);
  return style & INVERSE ? { ink: paper ?? look.paper, paper: ink } : { ink, paper };
}

/** Adjacent cells of one style. */
interface Run {
  readonly column: number;
  readonly width: number;
  readonly text: string;
  readonly style: Style;
}

/** Words separated by at most this many blanks share a text element. */
const NEAR = 2;

const isPlainBlank = ({ text, style }: SeenCell): boolean => text === ' ' && style === PLAIN;
const canHoldBlanks = (style: Style): boolean =>
  backgroundOf(style) < 0 && !(style & (INVERSE | UNDERLINE));

function runsOf(cells: readonly SeenCell[]): Run[] {
  const runs: Run[] = [];
  cells.forEach((cell, column) => {
    if (isPlainBlank(cell)) return;
    const last = runs.at(-1);
    const gap = last ? column - last.column - last.width : 0;
    const joins =
      last?.style === cell.style && (gap === 0 || (gap <= NEAR && canHoldBlanks(cell.style)));
    if (last && (joins || cell.text === '')) {
      const text = last.text + ' '.repeat(gap) + cell.text;
      runs[runs.length - 1] = { ...last, width: last.width + gap + 1, text };
    } else runs.push({ column, width: 1, ...cell });
  });
  return runs;
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

// One decimal is exact for cells, and short.
const unit = (value: number): string => String(Math.round(value * 10) / 10);

function background({ column, width, style }: Run, row: number, look: Look): string {
  const { paper } = coloursOf(style, look);
  if (paper === undefined) return '';
  const [x, y] = [unit(column * CELL.width), unit(row * CELL.height)];
  return `<rect x="${x}" y="${y}" width="${unit(width * CELL.width)}" height="${CELL.height}" fill="${paper}"/>`;
}

function span({ column, text, style, width }: Run, look: Look): string {
  if (text.trim() === '' && !(style & UNDERLINE)) return '';
  const { ink } = coloursOf(style, look);
  const attributes = [
    `x="${unit(column * CELL.width)}"`,
    // Keeps columns aligned in any font.
    `textLength="${unit(width * CELL.width)}"`,
    ...(ink === look.ink ? [] : [`fill="${ink}"`]),
    ...(style & BOLD ? ['font-weight="700"'] : []),
    ...(style & DIM ? ['fill-opacity="0.6"'] : []),
    ...(style & ITALIC ? ['font-style="italic"'] : []),
    ...(style & UNDERLINE ? ['text-decoration="underline"'] : []),
  ];
  return `<tspan ${attributes.join(' ')}>${escaped(text)}</tspan>`;
}

/**
 * Draws a screen as an SVG window with `title`. The same cells give the same bytes, and a changed row changes one line, so that
 * diffs are readable.
 */
export function svgOf(
  cells: readonly (readonly SeenCell[])[],
  title: string,
  look: Look = LOOKS.dark,
): string {
  const columns = cells[0]?.length ?? 0;
  const [width, height] = [columns * CELL.width, cells.length * CELL.height];
  const [whole, tall] = [unit(width + 2 * MARGIN), unit(height + TITLE + MARGIN)];
  const rows = cells.flatMap((row, index) => {
    const runs = runsOf(row);
    const backgrounds = runs.map((run) => background(run, index, look)).join('');
    const spans = runs.map((run) => span(run, look)).join('');
    const y = unit(index * CELL.height + CELL.baseline);
    const text = spans === '' ? '' : `<text y="${y}">${spans}</text>`;
    return backgrounds + text === '' ? [] : [backgrounds + text];
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${whole} ${tall}" width="${whole}" height="${tall}">`,
    `<rect width="${whole}" height="${tall}" rx="8" fill="${look.frame}"/>`,
    `<path d="M1 ${TITLE}h${unit(width + 2 * MARGIN - 2)}v${unit(height + MARGIN - 8)}a7 7 0 0 1 -7 7h-${unit(width + 2 * MARGIN - 16)}a7 7 0 0 1 -7 -7z" fill="${look.paper}"/>`,
    ...['#e06c75', '#e5c07b', '#8fbf7f'].map(
      (fill, index) => `<circle cx="${18 + 18 * index}" cy="15" r="5.5" fill="${fill}"/>`,
    ),
    `<text x="50%" y="19.5" text-anchor="middle" font-family="sans-serif" font-size="12" fill="${look.title}">${escaped(title)}</text>`,
    `<g transform="translate(${MARGIN} ${TITLE + 4})" font-family="ui-monospace,'DejaVu Sans Mono',Menlo,Consolas,monospace" font-size="14" fill="${look.ink}" xml:space="preserve">`,
    ...rows,
    '</g>',
    '</svg>',
    '',
  ].join('\n');
}
