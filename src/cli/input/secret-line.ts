import { type InputEvent, typedText } from '../../input/input-event.ts';

/** What became of a line that is typed without being shown. */
export type SecretLine =
  | { readonly kind: 'typing'; readonly typed: string }
  | { readonly kind: 'done'; readonly secret: string }
  | { readonly kind: 'given up' };

const LONGEST = 4096;

const typing = (typed: string): SecretLine => ({ kind: 'typing', typed: typed.slice(0, LONGEST) });

/**
 * One key, or paste, taken into the line: Enter ends it, as does the end of a line in a paste; Backspace
 * takes a character back, Ctrl-U all of them; Ctrl-C, and Ctrl-D on an empty line, give up. Other keys
 * are passed over.
 */
export function typeSecret(typed: string, event: InputEvent): SecretLine {
  if (event.kind === 'paste') {
    const [line = '', ...more] = event.text.split(/[\r\n]/);
    const whole = (typed + line.replace(/\p{Cc}/gu, '')).slice(0, LONGEST);
    return more.length > 0 && whole !== '' ? { kind: 'done', secret: whole } : typing(whole);
  }
  switch (event.key) {
    case 'enter':
      return { kind: 'done', secret: typed };
    case 'backspace':
      return typing([...typed].slice(0, -1).join(''));
    case 'ctrl-u':
      return typing('');
    case 'ctrl-c':
      return { kind: 'given up' };
    case 'ctrl-d':
      return typed === '' ? { kind: 'given up' } : typing(typed);
    default:
      return typing(typed + (typedText(event.key) ?? ''));
  }
}
