/** The exit codes and what they say, as help and the manual page list them. */
export const EXIT_CODES: readonly (readonly [code: string, meaning: string])[] = [
  ['0', 'done'],
  ['1', 'an unexpected answer, or findings'],
  ['2', 'the command line or the configuration; nothing was sent'],
  ['3', 'refused by the service'],
  ['4', 'not found'],
  ['5', 'not authorised'],
  ['6', 'unreachable, broken off or timed out'],
  ['7', 'sent, and the outcome is unknown'],
  ['70', 'a bug'],
  ['130', 'interrupted'],
];
