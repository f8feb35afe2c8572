import { expect, it } from 'vitest';
import { themeByBackground } from '../../src/console/theme-by-background.ts';
import { type Colour, type Dress, THEMES } from '../../src/text/themes.ts';

const WHITE = { red: 1, green: 1, blue: 1 };

function asking(kind: 'screen' | 'reader' = 'screen') {
  const worn: Dress[] = [];
  let questions = 0;
  const { promise, resolve } = Promise.withResolvers<Colour | undefined>();
  const theme = themeByBackground({
    kind,
    wear: (dress) => worn.push(dress),
    askBackground: () => {
      questions += 1;
    },
  });
  return {
    worn,
    theme,
    questions: () => questions,
    ask: () => theme.ask({ background: () => promise }),
    answer: async (colour: Colour | undefined) => {
      resolve(colour);
      await promise;
    },
  };
}

it('the theme for the background is worn', async () => {
  const { ask, answer, worn, questions } = asking();
  ask();
  expect(questions()).toBe(1);
  await answer(WHITE);
  expect(worn).toEqual([THEMES.light]);
});

it('without an answer nothing changes', async () => {
  const { ask, answer, worn } = asking();
  ask();
  await answer(undefined);
  expect(worn).toEqual([]);
});

it('the operator’s word counts, the answer comes too late for it', async () => {
  const { theme, ask, answer, worn } = asking();
  ask();
  theme.wear('high-contrast');
  await answer(WHITE);
  expect(worn).toEqual([THEMES['high-contrast']]);
});

it('lines have no colours to ask for', () => {
  const { ask, questions } = asking('reader');
  ask();
  expect(questions()).toBe(0);
});
