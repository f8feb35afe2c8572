import { describe, expect, it } from 'vitest';
import type { Command } from '../../../src/commands/command.ts';
import {
  footerLine,
  noticeIn,
  noticeLine,
  placeOf,
  suggestionLine,
} from '../../../src/shell/frame/footer.ts';
import { type Printable, words } from '../../../src/text/printable.ts';
import { span } from '../../../src/ui/line.ts';
import { styledText } from '../../support/line-text.ts';

const command = (keys: readonly string[], footer?: Printable, reason?: Printable): Command => ({
  id: keys.join(),
  keys,
  label: words`Do it`,
  group: 'Everywhere',
  ...(footer && { footer }),
  ...(reason && { unavailable: () => reason }),
  run() {},
});

const table = [
  command(['enter'], words`open`),
  command(['j', 'down']),
  command(['d'], words`details`),
  command(['d', 'ctrl-d'], words`half a page`),
  command([], words`nowhere`),
  { ...command(['?'], words`help`), id: 'help' },
  command(['esc'], words`back`),
];

const footer = (columns: number) => styledText([footerLine(table, { columns })])[0];

describe('the footer', () => {
  it('shows each of its commands with the first key that is not taken', () => {
    expect(footer(80)).toBe(' Enter open   d details   Ctrl-D half a page   ? help   Esc back');
  });

  it('shows as many commands as fit, help and the way out before the others', () => {
    expect(footer(40)).toBe(' Enter open   ? help   Esc back');
    expect(footer(44)).toBe(' Enter open   d details   ? help   Esc back');
    expect(footer(18)).toBe(' ? help   Esc back');
    expect(footer(17)).toBe(' ? help');
    expect(footer(4)).toBe('');
  });

  it('draws unavailable commands faintly', () => {
    const [free, not] = [undefined, words`Nothing is selected.`].map((reason) =>
      footerLine([command(['x'], words`go`, reason)], { columns: 80 }),
    );
    expect(free).not.toBe(not);
    expect(styledText([free ?? footerLine([], { columns: 0 })])).toEqual([' x go']);
  });
});

it('completions are whole words, as many as fit', () => {
  const prompt = {
    id: 'command',
    label: words`:`,
    value: '',
    changed() {},
    accepted() {},
    cancelled() {},
    suggestions: () =>
      ['add', 'keep', 'remove'].map((label) => ({
        value: label,
        label: label as Printable,
        help: words``,
      })),
  };
  const line = (columns: number) =>
    styledText([suggestionLine(prompt, [], { columns }) ?? []].flat());
  expect([23, 22, 18, 17].map(line)).toEqual([
    [' Tab add  keep  remove'],
    [' Tab add  keep  …'],
    [' Tab add  keep  …'],
    [' Tab add  …'],
  ]);
});

it('a refused filter says why, and keeps the keys if there is room for both', () => {
  const prompt = {
    id: 'filter',
    label: words`/`,
    value: 'status:blok',
    changed() {},
    accepted() {},
    cancelled() {},
    problem: () => words`No row has the status blok.`,
    suggestions: () =>
      ['status:active', 'status:failing'].map((label) => ({
        value: label,
        label: label as Printable,
        help: words``,
      })),
  };
  const typing = [{ ...command(['enter'], words`apply`), id: 'prompt.accept' }, ...table.slice(-2)];
  const line = (columns: number) =>
    styledText([suggestionLine(prompt, typing, { columns })].flatMap((said) => said ?? []));
  expect(line(100)).toEqual([
    ` No row has the status blok.  Tab status:active  status:failing${' '.repeat(6)}Enter apply   ? help   Esc back`,
  ]);
  expect(line(90)[0]).toMatch(/ Tab status:active .*… +Enter apply {3}\? help {3}Esc back$/);
  expect(line(60)).toEqual([' No row has the status blok.  Tab status:active  …']);
});

const notice = (
  given: Parameters<typeof noticeLine>[0],
  columns: number,
  place?: Parameters<typeof noticeLine>[2],
) => noticeLine(given, columns, place, words`;`);

it('a notice is one line with keys in brackets, so that they are recognisable without colour', () => {
  const text = words`Polling every 10 s.`;
  expect(styledText([notice({ text, tone: 'warn' }, 80)])).toEqual([' Polling every 10 s.']);
  expect(styledText([notice({ text, tone: 'info' }, 8)])).toEqual([' Pollin…']);
  expect(styledText([notice(null, 80)])).toEqual(['']);
  const long = words`${'a '.repeat(40) as Printable}end`;
  expect(styledText([notice({ text: long, tone: 'info' }, 60)])).toEqual([
    ` ${'a '.repeat(22)}a…  [;] in full`,
  ]);
  const keys = [span(words`  [,] acknowledge`)];
  expect(styledText([notice({ text: long, tone: 'bad', keys }, 60)])).toEqual([
    expect.stringMatching(/^ (a )+a? ?… {2}\[,\] acknowledge {2}\[;\] in full$/),
  ]);
});

it('an alert has its time once it is a minute old, also where no key has hidden it; other notices have none', () => {
  const text = words`checkout: exit 1`;
  const fired = { id: 'w checkout', watch: 'w', text, at: Date.parse('2026-03-14T14:02:30Z') };
  const said = (time: string, notice: Printable | null, alert: object = {}) =>
    noticeIn({
      notice: notice && { text: notice, tone: 'bad' },
      alerts: [{ ...fired, ...alert }],
      keyNames: new Map(),
      now: { wall: Date.parse(`${time}Z`), elapsed: 0 },
      timeZone: 'utc',
    })?.text;
  for (const notice of [null, text]) {
    expect(said('2026-03-14T14:03:29', notice)).toBe('checkout: exit 1');
    expect(said('2026-03-14T14:03:30', notice)).toBe('14:02 checkout: exit 1');
    expect(said('2026-03-15T01:00:00', notice)).toBe('03-14 14:02 checkout: exit 1');
    const over = { isOver: true, text: words`checkout: exit 1 (over 14:05:00)` };
    expect(said('2026-03-14T14:09:00', notice, over)).toBe(
      '14:02 checkout: exit 1 (over 14:05:00)',
    );
  }
  expect(said('2026-03-14T14:09:00', words`Polling every 10 s.`)).toBe('Polling every 10 s.');
});

it('the position of the cursor is at the end of that line if there is room', () => {
  const text = words`Polling every 10 s.`;
  const drawn = (columns: number) =>
    styledText([notice({ text, tone: 'info' }, columns, words`17/24`)]);
  expect(drawn(40)).toEqual([' Polling every 10 s.              17/24']);
  expect(drawn(28)).toEqual([' Polling every 10 s.  17/24']);
  expect(drawn(27)).toEqual([' Polling every 10 s.']);
  expect(styledText([notice(null, 12, words`17/24`)])).toEqual(['      17/24']);
  const list = { ...command(['j']), place: () => words`1/2` };
  expect(placeOf([command(['x']), list, { ...list, place: () => words`3/4` }])).toBe('1/2');
  expect(placeOf([command(['x'])])).toBeUndefined();
});
