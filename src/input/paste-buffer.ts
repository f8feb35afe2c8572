import type { PasteEvent } from './input-event.ts';

/** What is kept of one paste, in UTF-16 units. */
export const LONGEST_PASTE = 64 * 1024;

/** Text under way between the two marks of a bracketed paste. */
interface PasteBuffer {
  add(text: string): void;
  /** The paste, `whole` telling that its end was seen. */
  close(whole: boolean): PasteEvent;
  /** Whether the last thing that came was Ctrl-C. */
  readonly endsInterrupted: boolean;
}

export function createPasteBuffer(): PasteBuffer {
  let text = '';
  let tooLong = false;
  let last = '';
  return {
    add(more) {
      if (more === '') return;
      last = more.slice(-1);
      const room = LONGEST_PASTE - text.length;
      tooLong ||= more.length > room;
      text += more.slice(0, room);
    },
    close(whole) {
      const kept = whole ? text : text.replace(/\u0003+$/, '');
      // The cut may split a surrogate pair: drop its first half.
      const clean = tooLong ? kept.replace(/[\ud800-\udbff]$/, '') : kept;
      return { kind: 'paste', text: clean, cut: tooLong || !whole };
    },
    get endsInterrupted() {
      return last === '\u0003';
    },
  };
}
