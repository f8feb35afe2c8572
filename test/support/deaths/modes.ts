/** Modes that are on by default: wrapping (7) and the cursor (25). */
const ON_BY_DEFAULT = new Set(['7', '25']);

/** Attributes that reset text to its default. */
const DEFAULTS = /^(?:|0|39|49)$/;

/** Sets or resets a mode, pushes or pops the kitty keyboard or the title, or sets attributes of text. */
const SEQUENCE = /\u001b\[(?:\?([\d;]+)([hl])|([<>])\d*u|(22|23);\d*t|([\d;]*)m)/g;

/**
 * The terminal state that a program changed and did not restore, judged by all it wrote: private modes (1049 alternate
 * screen, 25 cursor, 2004 bracketed paste, 1000 to 1006 mouse), keyboard, title and style.
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
    // Extra pops are harmless.
    ...(stacks.keyboard > 0 ? ['the keyboard'] : []),
    ...(stacks.title > 0 ? ['the title'] : []),
    ...(style === '' ? [] : [`the style ${style}`]),
  ];
}
