import type { KeyReader } from '../input/key-reader.ts';
import type { Painter } from '../painter/painter.ts';
import { THEMES, type ThemeName, themeOn } from '../text/themes.ts';

/** How long the terminal's answer may change the colours, milliseconds: later somebody reads already. */
const LIMIT = 200;

/** The theme that is worn: the operator's word counts, and the terminal's before it. */
interface ThemeByBackground {
  setTheme(name: ThemeName): void;
  /** Asks the terminal for its background and wears the theme for it. Nothing waits for the answer. */
  ask(reader: Pick<KeyReader, 'background'>): void;
}

export function themeByBackground(
  painter: Pick<Painter, 'kind' | 'setTheme' | 'queryBackground'>,
): ThemeByBackground {
  let isChosen = false;
  return {
    setTheme(name) {
      isChosen = true;
      painter.setTheme(THEMES[name]);
    },
    ask(reader) {
      // Lines have no colours.
      if (painter.kind !== 'screen') return;
      painter.queryBackground();
      void reader.background(LIMIT).then((colour) => {
        if (colour && !isChosen) painter.setTheme(THEMES[themeOn(colour)]);
      });
    },
  };
}
