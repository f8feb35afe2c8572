import { type InputEvent, typedText } from '../input/input-event.ts';
import { createKeyReader } from '../input/key-reader.ts';
import { type Printable, words } from '../text/printable.ts';
import type { Edges } from './edges.ts';
import { EXIT, UserError } from './errors.ts';

/**
 * Asks for a secret on the terminal, without echo.
 *
 * @param otherwise the error if there is no terminal
 * @throws UserError if there is no terminal, or the operator cancels
 */
export async function askSecret(
  question: Printable,
  { stdin, stderr, clock, interrupted }: Edges,
  otherwise: readonly Printable[] = NO_ACCESS_KEY,
): Promise<string> {
  if (!stdin.isTTY || !stderr.isTTY || !stdin.setRawMode) throw new UserError(otherwise);
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const giveUp = () => reject(new UserError([words`No key was given.`], EXIT.interrupted));
  let typed = '';
  const reader = createKeyReader(clock, (event) => {
    if (event.kind === 'mouse') return;
    const line = typeSecret(typed, event);
    if (line.kind === 'done') resolve(line.secret);
    else if (line.kind === 'given up') giveUp();
    else typed = line.typed;
  });
  // Before the question, so that even an immediate answer is not echoed.
  stdin.setRawMode(true);
  stderr.write(question);
  stdin.on('data', reader.push);
  stdin.on('end', giveUp);
  interrupted.addEventListener('abort', giveUp, { once: true });
  stdin.resume();
  try {
    return await promise;
  } finally {
    reader.close();
    stdin.off('data', reader.push);
    stdin.off('end', giveUp);
    interrupted.removeEventListener('abort', giveUp);
    stdin.pause();
    stdin.setRawMode(false);
    stderr.write('\n');
  }
}

const NO_ACCESS_KEY: readonly Printable[] = [
  words`There is no access key for this service, and no terminal to ask for it on.`,
  words`Set WARREN_ACCESS_KEY, or name an access_key_file or an access_key_command in the configuration.`,
];

/** The state of a line typed without echo. */
type SecretLine =
  | { readonly kind: 'typing'; readonly typed: string }
  | { readonly kind: 'done'; readonly secret: string }
  | { readonly kind: 'given up' };

const MAX_LENGTH = 4096;

const typing = (typed: string): SecretLine => ({
  kind: 'typing',
  typed: typed.slice(0, MAX_LENGTH),
});

/**
 * Applies a key or paste to the line. Enter ends it, also within a paste; Backspace and Ctrl-U delete; Ctrl-C, and
 * Ctrl-D on an empty line, cancel. Other keys are ignored.
 */
export function typeSecret(typed: string, event: InputEvent): SecretLine {
  if (event.kind === 'paste') {
    const [line = '', ...more] = event.text.split(/[\r\n]/);
    const whole = (typed + line.replace(/\p{Cc}/gu, '')).slice(0, MAX_LENGTH);
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
