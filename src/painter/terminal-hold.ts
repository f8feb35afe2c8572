/** Whether a painter has the terminal: not yet, now, or never again. */
export interface TerminalHold {
  isHeld(): boolean;
  /** Whether it was given back for good. */
  isOver(): boolean;
  /** What every painter offers of this; see `painter.ts`. */
  readonly methods: {
    enter(): void;
    suspend(): void;
    resume(): void;
    leave(): void;
  };
}

/** @param take makes the terminal the painter's; @param giveBack undoes that */
export function createTerminalHold(take: () => void, giveBack: () => void): TerminalHold {
  let state: 'outside' | 'inside' | 'left' = 'outside';
  const resume = () => {
    if (state === 'left') return;
    state = 'inside';
    take();
  };
  return {
    isHeld: () => state === 'inside',
    isOver: () => state === 'left',
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
