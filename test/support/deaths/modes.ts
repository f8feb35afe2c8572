/** What is on where nobody has changed it: wrapping (7) and the cursor (25). */
const ON_BY_DEFAULT = new Set(['7', '25']);

/** No attributes, or the colours that a terminal has by itself. */
const DEFAULTS = /^(?:|0|39|49)$/;

/** A mode that is set or reset, the kitty keyboard's stack, the stack of titles, or the attributes of text. */
const SEQUENCE = /\u001b\[(?:\?([\d;]+)([hl])|([<>])\d*u|(22|23);\d*t|([\d;]*)m)/g;

/**
 * What a program has left otherwise than it was, of all that it wrote to a terminal: private modes (1049 is the
 * alternate screen, 25 the cursor, 2004 marked pastes, 1000 to 1006 the mouse), keyboard, title and style.
 */
export function modesLeft(written: string): readonly string[] {
  const modes = new Map<string, boolean>();
  const stacks = { keyboard: 0, title: 0 };
  let style = '';
  for (const [, names, set, keyboard, title, attributes] of written.matchAll(SEQUENCE)) {
    for (const name of names?.split(';') ?? []) modes.set(name, set === 'h');
    if (keyboard !== undefined) stacks.keyboard += keyboard === '>' ? 1 : -1;
    if (title !== undefined) stacks.title += title === '22' ? 1 : -1;
    if (attributes !== undefined) style = DEFAULTS.test(attributes) ? '' : attributes;
  }
  const changed = [...modes].filter(([name, isOn]) => isOn !== ON_BY_DEFAULT.has(name));
  return [
    ...changed.map(([name, isOn]) => `mode ${name} is ${isOn ? 'on' : 'off'}`),
    // A stack that has been taken from too often has nothing of ours left.
    ...(stacks.keyboard > 0 ? ['the keyboard'] : []),
    ...(stacks.title > 0 ? ['the title'] : []),
    ...(style === '' ? [] : [`the style ${style}`]),
  ];
}
