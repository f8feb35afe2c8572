/** @param take makes the terminal the painter's; @param giveBack undoes that */
export function createTerminalHold(take: () => void, giveBack: () => void) {
  let state: 'outside' | 'inside' | 'left' = 'outside';
  const resume = () => {
    if (state === 'left') return;
    state = 'inside';
    take();
  };
  return {
    isHeld: () => state === 'inside',
    /** Whether it was given back for good. */
    isOver: () => state === 'left',
    /** What every painter offers of this; see `painter.ts`. */
    methods: {
      enter() {
        if (state === 'outside') resume();
      },
      suspend() {
        if (state !== 'inside') return;
        state = 'outside';
        giveBack();
      },
      resume,
      leave() {
        if (state === 'inside') giveBack();
        state = 'left';
      },
    },
  };
}

/** Whether a painter has the terminal: not yet, now, or never again. */
export type TerminalHold = ReturnType<typeof createTerminalHold>;
