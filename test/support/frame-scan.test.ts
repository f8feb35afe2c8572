import { describe, expect, it } from 'vitest';
import { BOLD, DIM, foreground, PLAIN, type Style, sgrParameters } from '../../src/text/style.ts';
import { createEmulator } from './emulator.ts';
import {
  blankBand,
  cutThoughItFits,
  HOME_MADE,
  neverSaid,
  otherWords,
  rowsOf,
  tooFaint,
} from './frame-scan.ts';
import { ownTexts, readVocabulary, saidBy, wordsOf } from './own-words.ts';
import { seenFrames } from './seen-frames.ts';

/** A screen of 20 rows of 60 columns with `body` between the header and the footer. */
function screen(...body: readonly string[]): readonly string[] {
  const blank = Array<string>(15 - body.length).fill('');
  return [' warren', ' 1 Apps', '── Apps ───────', ...body, ...blank, '', ' ? help   q quit'];
}

describe('a scan of a frame', () => {
  it('finds a blank band of more than 30 % of the rows while a value is cut', () => {
    const rows = screen('  checkout  missing environment variable PAYM…');
    expect(blankBand(rows)).toEqual([
      'rows 5 to 19 of 20 are blank while "missing environment variable PAYM" is hidden',
    ]);
  });

  it('finds a blank band while the screen says that lines are hidden', () => {
    expect(blankBand(screen('  checkout', '… 3 more lines: d'))).toHaveLength(1);
    expect(blankBand(screen('  shop.example  blog.example  3›'))).toHaveLength(1);
  });

  it('finds nothing if all is shown, if the whole value is shown elsewhere, or if the rows are full', () => {
    expect(blankBand(screen('  checkout  ready'))).toEqual([]);
    expect(
      blankBand(
        screen('  missing environment variable PAYM…', 'missing environment variable PAYMENT'),
      ),
    ).toEqual([]);
    expect(
      blankBand(
        screen('  waiting for 127.0.…  ✖ waiting for', '  ready               127.0.0.1:4687'),
      ),
    ).toEqual([]);
    expect(
      blankBand(screen('  ✖ exit 137: killed — …', '✖ exit 137: killed x2 — OOMKilled')),
    ).toEqual([]);
    expect(blankBand(screen('  waiting for 127.0.…', '  sent to 127.0.0.1:4687'))).toHaveLength(1);
    expect(blankBand(screen(...Array<string>(12).fill('  missing environment vari…')))).toEqual([]);
  });

  it('does not take the … of ongoing work for a cut', () => {
    expect(blankBand(screen(' Loading…'))).toEqual([]);
    expect(cutThoughItFits(screen(' Loading…'), 60)).toEqual([]);
  });

  it('finds a cut value beside columns that are blank in all rows', () => {
    const rows = screen('  NAME       WHY', '  checkout   missing environm…', '  basket     ready');
    expect(cutThoughItFits(rows, 60)).toEqual([
      '"missing environm…" is cut in row 5 while 30 columns are blank in rows 4 to 6',
    ]);
    expect(cutThoughItFits(rows, 32)).toEqual([]);
  });

  it('accepts a cut if the value would not fit into the blanks, or if another row needs them', () => {
    const rows = screen('  checkout   missing environm…');
    const whole = 'missing environment variable PAYMENT_API_URL';
    expect(cutThoughItFits(rows, 44, () => whole)).toEqual([]);
    expect(cutThoughItFits(rows, 60, () => whole)).toHaveLength(1);
    expect(cutThoughItFits([...rows.slice(0, 4), '-'.repeat(60), ...rows.slice(5)], 60)).toEqual(
      [],
    );
  });

  it('counts two columns for wide characters', () => {
    const rows = screen('  名名名名名名名名名名…');
    expect(cutThoughItFits(rows, 60)[0]).toContain('37 columns are blank');
  });

  it('finds words outside the list of standard words, and banned words', () => {
    expect(otherWords('  Refresh the list')).toEqual([]);
    expect(otherWords('  Refresh the flibbertigibbet of k3Jd82 x')).toEqual([
      { word: 'flibbertigibbet', isPiece: false },
    ]);
    expect(otherWords('  COMPLET  COMPLEX to')).toEqual([{ word: 'COMPLEX', isPiece: true }]);
    expect(otherWords(' flibbertig":"x"} to')).toEqual([{ word: 'flibbertig', isPiece: true }]);
    expect(otherWords('  Value:‹igibbet to')).toEqual([{ word: 'igibbet', isPiece: true }]);
    expect(neverSaid('gone · j and k move on')).toHaveLength(1);
    expect(neverSaid('mostly LA (25.8 %)')).toHaveLength(1);
    expect(neverSaid('mostly LA (65.8 %)')).toEqual([]);
  });

  it('finds text with too little contrast', async () => {
    const emulator = createEmulator(20, 2);
    const sgr = (style: Style) => `\u001b[0;${sgrParameters(style)}m`;
    await emulator.write(`${sgr(BOLD)}good ${sgr(foreground(4, DIM))}faint`);
    const painted = emulator.styles();
    expect([...painted.keys()]).toHaveLength(2);
    expect(tooFaint(painted, 'dark')).toEqual([
      expect.stringMatching(/^"good faint" has a contrast of 1\.\d in dark$/),
    ]);
    expect(tooFaint(new Map([[PLAIN, 'x']]), 'light')).toEqual([]);
  });

  it('reads a frame without its styles and links', () => {
    expect(
      rowsOf('\u001b[1;36m?\u001b[0m help  \n\u001b]8;;https://a.example/\u0007a\u001b]8;;\u0007'),
    ).toEqual(['? help', 'a']);
  });
});

describe('the check of a console', () => {
  it('reports a word that is neither standard nor data', () => {
    const frame = screen('  flibbertigibbet  ready').join('\n');
    const seen = seenFrames();
    seen.saw(frame);
    expect(seen.judge()).toEqual([
      expect.stringContaining('"flibbertigibbet" is no standard word'),
    ]);
    seen.answered({ name: ['flibbertigibbet'] });
    expect(seen.judge()).toEqual([]);
  });

  it('reports a settled frame that hides something, but not one that is replaced at once', () => {
    const frame = screen('  checkout  missing environment variable PAYM…').join('\n');
    const seen = seenFrames();
    seen.answered('PAYMENT');
    seen.saw(frame);
    expect(seen.judge()).toEqual([]);
    seen.stood(frame, 60);
    expect(seen.judge()).toHaveLength(2);
  });

  it('reports a word on one console that was typed only in another', () => {
    const [first, second] = [seenFrames(), seenFrames()];
    first.given('quixotry');
    for (const seen of [first, second]) seen.saw(screen('  quixotry').join('\n'));
    expect(first.judge()).toEqual([]);
    expect(second.judge()).toHaveLength(1);
  });
});

describe('the list of standard words', () => {
  const list = readVocabulary();

  it('is sorted and without duplicates', () => {
    expect(list).toEqual([...new Set(list)].toSorted());
  });

  it('has every word of the program: add a new one by hand, after considering a word that is already there', () => {
    const known = new Set(list);
    const missing = new Map<string, string>();
    // They list fields and values of the contract.
    const ofContract = ['src/help/assumptions.md', 'src/help/output.md'];
    for (const { file, text } of ownTexts().filter((own) => !ofContract.includes(own.file))) {
      for (const word of wordsOf(text)) {
        if (!known.has(word.toLowerCase())) missing.set(word.toLowerCase(), file);
      }
    }
    expect(Object.fromEntries(missing), 'test/support/standard-words.txt').toEqual({});
  });

  it('has no banned word, and the program uses none', () => {
    const said = ownTexts().flatMap(({ file, text }) =>
      text.split('\n').flatMap((row) => neverSaid(row).map((what) => `${file}: ${what}`)),
    );
    expect(said).toEqual([]);
    expect(list.filter((word) => HOME_MADE.has(word))).toEqual([]);
  });
});

describe('the texts of the program', () => {
  it('are the literal parts of templates tagged words, outside comments', () => {
    const source = [
      "const a = words`one @{b ? words`two @{c}` : 'no'} three \\u2026`;".replaceAll('@', '$'),
      '// words`four`',
      'const d = `five`;',
    ].join('\n');
    expect(saidBy(source)).toEqual(['one \0 three …', 'two \0']);
  });
});
