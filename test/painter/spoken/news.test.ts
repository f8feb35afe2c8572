import { describe, expect, it } from 'vitest';
import * as news from '../../../src/painter/spoken/news.ts';
import { readScene, type Scene } from '../../../src/painter/spoken/scene.ts';
import type { SpokenItem } from '../../../src/text/spoken.ts';
import { cell, placePart, rowPart, spokenOf, tablePart } from './parts.ts';

const scene = (...parts: readonly (SpokenItem | string)[]) => readScene(spokenOf(...parts));
const { whole } = news;
const answer = (before: Scene, after: Scene) => news.answer({ before }, after);
const meanwhile = (before: Scene, after: Scene, summary: boolean) =>
  news.meanwhile({ before }, after, summary);
const heard = ({ lines, focus }: ReturnType<typeof answer>) =>
  focus === null ? lines : [...lines, focus];

const apps = placePart('Apps', '24 watched', 'as of 14:02:05');
const list = (at: number, ...more: readonly (SpokenItem | string)[]) =>
  scene(
    apps,
    tablePart(24),
    ...[1, 2, 3].map((row) => rowPart(row, { here: row === at })),
    ...more,
  );

describe('the effect of a key', () => {
  it('a cursor move is spoken as the row, and nothing else', () => {
    const before = list(1, 'requests 12');
    const after = list(2, 'requests 14', 'another line');
    expect(heard(answer(before, after))).toEqual(['Row 2 of 24: app-2, active']);
  });

  it('another pane is spoken as its name, its contents and the row under the cursor', () => {
    const after = scene(
      placePart('Events', '7 loaded'),
      'shop',
      tablePart(7),
      rowPart(6),
      rowPart(7, { here: true }),
    );
    expect(heard(answer(list(1), after))).toEqual([
      'Events. 7 loaded.',
      'shop',
      'Table of 7 rows.',
      'Row 7 of 24: app-7, active',
    ]);
  });

  it('another table in the same pane is spoken with the text around it', () => {
    const after = scene(apps, 'checkout', tablePart(3, 'region'), rowPart(1, { here: true }));
    expect(heard(answer(list(1), after))).toEqual([
      'checkout',
      'Table of 3 rows.',
      'Row 1 of 24: app-1, active',
    ]);
  });

  it('for a pane shown before, changes since then and the row under the cursor are spoken', () => {
    const earlier = list(2, 'requests 12');
    const after = list(2, 'requests 14', 'a line that was not there');
    const before = scene(placePart('Keys'));
    expect(heard(news.answer({ before, earlier }, after))).toEqual([
      'Apps. 24 watched. As of 14:02:05.',
      'Table of 24 rows.',
      'a line that was not there',
      'Row 2 of 24: app-2, active',
    ]);
  });

  it('a dialog is spoken in full each time', () => {
    const dialog = (pods: number) =>
      scene({ ...placePart('Dialog: Delete'), isDialog: true } as SpokenItem, `goes: ${pods} pods`);
    const again = news.answer({ before: list(1), earlier: dialog(6) }, dialog(7));
    expect(heard(again)).toEqual(['Dialog: Delete.', 'goes: 7 pods']);
  });

  it('a question is spoken alone, even if the cursor has moved', () => {
    const prompt = { kind: 'prompt', label: 'Filter', value: '', hint: 'words' } as const;
    expect(heard(answer(list(1), list(2, prompt)))).toEqual(['Filter? words.']);
  });

  it('a sort order is spoken with the row now under the cursor', () => {
    const after = scene(
      apps,
      { ...tablePart(24), sorted: 'status, ascending' } as SpokenItem,
      rowPart(9, { here: true }),
    );
    expect(heard(answer(list(1), after))).toEqual([
      'Sorted by status, ascending.',
      'Row 9 of 24: app-9, active',
    ]);
  });
});

describe('changes without a key', () => {
  it('changing figures are not spoken', () => {
    const before = list(1, 'requests 12', 'as of 14:02');
    expect(heard(meanwhile(before, list(1, 'requests 14', 'as of 14:07'), false))).toEqual([]);
  });

  it('new lines, notices and states are spoken', () => {
    const after = list(
      1,
      '! The service does not answer',
      { kind: 'status', all: ['service unreachable'] },
      { kind: 'notice', tone: 'bad', text: 'Refused.' },
    );
    expect(heard(meanwhile(list(1), after, false))).toEqual([
      'Attention: The service does not answer',
      'service unreachable.',
      'Error: Refused.',
    ]);
  });

  it('the end of a mode is spoken', () => {
    const paused = list(1, { kind: 'status', all: ['connected', 'PAUSED 14:02'] });
    const after = list(1, { kind: 'status', all: ['connected'] });
    expect(heard(meanwhile(paused, after, false))).toEqual(['No longer PAUSED 14:02.']);
  });

  it('between two consoles no mode has ended', () => {
    const before = list(1, { kind: 'status', all: ['prod', 'connected'] });
    expect(heard(meanwhile(before, scene('warren  starting…'), false))).toEqual([
      'warren, starting…',
    ]);
  });

  it('stale data is reported once', () => {
    const stale = (age: number) =>
      scene(
        placePart('Apps', '', `as of 14:02:05 STALE ${age} s`),
        tablePart(24),
        rowPart(1, { here: true }),
      );
    const before = scene(
      placePart('Apps', '', 'as of 14:02:05'),
      tablePart(24),
      rowPart(1, { here: true }),
    );
    expect(heard(meanwhile(before, stale(11), false))).toEqual(['as of 14:02:05 STALE 11 s']);
    expect(heard(meanwhile(stale(11), stale(12), false))).toEqual([]);
  });

  it('a new state of the row under the cursor is spoken', () => {
    const row = (status: string) => rowPart(1, { here: true, cells: [cell('shop'), cell(status)] });
    const after = scene(apps, tablePart(24), row('failing'));
    expect(heard(meanwhile(scene(apps, tablePart(24), row('active')), after, false))).toEqual([
      'shop: failing',
    ]);
  });

  it('a stream of new rows is held back and summed up at intervals', () => {
    const at = (rows: number) =>
      scene(placePart('Events', `${rows} loaded`), tablePart(rows), rowPart(rows, { here: true }));
    let known = at(24);
    for (const rows of [25, 30, 35]) {
      const news = meanwhile(known, at(rows), false);
      expect(heard(news)).toEqual([]);
      known = news.heard;
    }
    expect(heard(meanwhile(known, at(36), true))).toEqual([
      '12 new rows, 36 in all.',
      '36 loaded.',
      'Row 36 of 24: app-36, active',
    ]);
    expect(heard(meanwhile(at(36), at(36), true))).toEqual([]);
  });

  it('a new table is spoken', () => {
    const after = scene(apps, tablePart(24), rowPart(1, { here: true }));
    expect(heard(meanwhile(scene(apps, 'Asking…'), after, false))).toEqual([
      'Table of 24 rows.',
      'Row 1 of 24: app-1, active',
    ]);
  });
});

it('everything is place, state, words and rows, and last the row under the cursor', () => {
  const all = list(2, 'below', { kind: 'keys', text: 'Keys: ? help' });
  expect(heard(whole(all, 'every row'))).toEqual([
    'Apps. 24 watched. As of 14:02:05.',
    'Table of 24 rows.',
    'Row 1 of 24: app-1, active',
    'Row 3 of 24: app-3, active',
    'below',
    'Keys: ? help',
    'Row 2 of 24: app-2, active',
  ]);
});
