import { expect, it } from 'vitest';
import { stepped } from '../../src/text/list-window.ts';

const SECTIONS = ['check', 'changes', 'send'];

it('steps through a list both ways, round its ends', () => {
  expect(SECTIONS.map((each) => stepped(SECTIONS, each))).toEqual(['changes', 'send', 'check']);
  expect(SECTIONS.map((each) => stepped(SECTIONS, each, -1))).toEqual(['send', 'check', 'changes']);
});

it('starts at the first item from none, and stays put in an empty list', () => {
  expect(stepped(SECTIONS, 'gone')).toBe('check');
  expect(stepped([], 'gone')).toBe('gone');
});
