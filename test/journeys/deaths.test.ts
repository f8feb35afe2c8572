import { describe, expect, it } from 'vitest';
import { die } from '../support/deaths/dying.ts';
import { DEATHS } from '../support/deaths/list.ts';
import { modesLeft } from '../support/deaths/modes.ts';
import { placesHere } from '../support/deaths/places.ts';

/* A few of the ways to end the console. `npm run proof:deaths` tests all of them, in every installed shell. */

const { places } = placesHere();

it.concurrent.each(['throws in a promise', 'input ends', 'SIGTERM to the whole job'])(
  '%s: the terminal is restored, files are complete, and no process is left',
  async (name) => {
    const death = DEATHS.find((each) => each.name === name);
    const [place] = places;
    if (!death || !place) throw new Error('There is no such death, or no shell.');
    expect(await die(death, place, 0)).toMatchObject({ faults: [] });
  },
);

it('there are at least forty ways to end the console, all with different names', () => {
  expect(new Set(DEATHS.map(({ name }) => name)).size).toBe(DEATHS.length);
  expect(DEATHS.length).toBeGreaterThanOrEqual(40);
});

describe('the modes of a terminal that were not restored', () => {
  it.each([
    ['\u001b[?1049h\u001b[?25l\u001b[?25h\u001b[?1049l', []],
    ['\u001b[?1049h', ['mode 1049 is on']],
    ['\u001b[?25l\u001b[?7l\u001b[?7h', ['mode 25 is off']],
    ['\u001b[?1000;1006h\u001b[?1000l', ['mode 1006 is on']],
    ['\u001b[>1u\u001b[22;2t', ['the keyboard', 'the title']],
    ['\u001b[31mred', ['the style 31']],
    ['\u001b[31mred\u001b[m', []],
  ])('%j', (written, left) => {
    expect(modesLeft(written)).toEqual(left);
  });
});
