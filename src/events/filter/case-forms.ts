const isOnePoint = (text: string) => [...text].length === 1;

/**
 * The characters that a typed character stands for when case does not matter: itself, and its upper and
 * lower case where those are one character too (`ß` has no such upper case).
 */
export function caseForms(character: string): readonly string[] {
  const forms = new Set([character]);
  for (const other of [character.toLowerCase(), character.toUpperCase()]) {
    if (isOnePoint(other)) forms.add(other);
  }
  return [...forms];
}
