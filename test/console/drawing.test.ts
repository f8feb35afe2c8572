import { expect, it } from 'vitest';
import { themeByBackground } from '../../src/console/drawing.ts';
import { type Colour, type Palette, THEMES } from '../../src/text/themes.ts';
import { consoleStore } from '../support/console-store.ts';

const WHITE = { red: 1, green: 1, blue: 1 };

function asking(kind: 'screen' | 'reader' = 'screen') {
  const themes: Palette[] = [];
  let questions = 0;
  const { promise, resolve } = Promise.withResolvers<Colour | undefined>();
  const theme = themeByBackground(
    {
      kind,
      setTheme: (palette) => themes.push(palette),
      hasColours: () => true,
      queryBackground: () => {
        questions += 1;
      },
    },
    consoleStore(),
  );
  return {
    themes,
    theme,
    questions: () => questions,
    ask: () => theme.ask({ background: () => promise }),
    answer: async (colour: Colour | undefined) => {
      resolve(colour);
      await promise;
    },
  };
}

it('the theme for the background is themes', async () => {
  const { ask, answer, themes, questions } = asking();
  ask();
  expect(questions()).toBe(1);
  await answer(WHITE);
  expect(themes).toEqual([THEMES.light]);
});

it('keeps the theme without an answer', async () => {
  const { ask, answer, themes } = asking();
  ask();
  await answer(undefined);
  expect(themes).toEqual([]);
});

it('keeps a theme that the operator chose before the answer', async () => {
  const { theme, ask, answer, themes } = asking();
  ask();
  theme.setTheme('high-contrast');
  await answer(WHITE);
  expect(themes).toEqual([THEMES['high-contrast']]);
});

it('asks for no colours in plain lines', () => {
  const { ask, questions } = asking('reader');
  ask();
  expect(questions()).toBe(0);
});
