/** Lets input, timers and sockets have their turn; work in slices awaits it between two of them. */
export const breathe = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
