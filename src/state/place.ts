/** Where the operator can go without ending the program, by the name that the configuration has for it. */
export interface Place {
  readonly kind: 'profile' | 'workspace';
  readonly name: string;
}
