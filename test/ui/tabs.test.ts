import { expect, it } from 'vitest';
import { words } from '../../src/text/printable.ts';
import { SPOKEN_ROOM } from '../../src/text/spoken.ts';
import { span } from '../../src/ui/line.ts';
import { tabBar } from '../../src/ui/tabs.ts';

const names = [words`shop.example`, words`api.example`, words`media.example`, words`blog.example`];
const plain = (line: string) => line.replace(/\u001b\[[\d;]*m/g, '');

const screenBar = (all: typeof names, selected: number, columns: number) =>
  String(
    tabBar(
      all.map((name) => ({ name })),
      selected,
      { columns, rows: 1 },
    ),
  );

it('all tabs are shown if they fit, with the keys that move between them', () => {
  expect(plain(screenBar(names, 0, 80))).toBe(
    '  shop.example  api.example  media.example  blog.example   [ ]',
  );
});

it('the shown one is inverted', () => {
  expect(screenBar(names, 1, 80)).toContain('\u001b[7m api.example \u001b[0m');
});

it('where they do not fit the shown one is in sight and the others are counted', () => {
  expect(plain(screenBar(names, 0, 44))).toBe('  shop.example  api.example  2›  [ ]');
  expect(plain(screenBar(names, 3, 44))).toBe('‹2  media.example  blog.example   [ ]');
  expect(plain(screenBar(names, 2, 30))).toBe('‹2  media.example  1›  [ ]');
});

it('one alone has no keys, none at all no tabs', () => {
  expect(plain(screenBar([words`shop.example`], 0, 80))).toBe('  shop.example ');
  expect(plain(screenBar([], -1, 80)).trim()).toBe('');
});

it('a tab has its state before its name, and after it what it contains', () => {
  const tabs = [
    { name: words`Check`, mark: span(words`✖ 2`) },
    { name: words`shop.example`, sign: span(words`●`) },
    { name: words`Send` },
  ];
  const keys = { drawn: words`← →`, spoken: words`Left and Right` };
  const bar = String(tabBar(tabs, 0, { columns: 80, rows: 1 }, keys));
  expect(plain(bar)).toBe('  Check ✖ 2  ● shop.example  Send   ← →');
  expect(bar).toContain('\u001b[7m Check ✖ 2 \u001b[0m');
  expect(tabBar(tabs, 0, SPOKEN_ROOM, keys)).toEqual({
    kind: 'tab',
    text: 'Check ✖ 2, 1 of 3; Left and Right change it',
  });
});
