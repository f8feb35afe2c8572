/** What a value is, for completion. */
export type Completes =
  | 'app'
  | 'zone'
  | 'dns'
  | 'script'
  | 'rate-limit'
  | 'profile'
  | 'file'
  | 'dialect';

interface Option {
  /** Without the dashes: `base-url`. */
  readonly name: string;
  /** One letter. */
  readonly short?: string;
  /** What it does: one clause, as help shows it. */
  readonly help: string;
}

interface ValueOption extends Option {
  /** What stands for the value in help: `URL`. */
  readonly value: string;
  readonly choices?: readonly string[];
  readonly completes?: Completes;
}

/** An option of a command. */
export type OptionSpec =
  | (Option & { readonly kind: 'flag' })
  | (ValueOption & { readonly kind: 'text' })
  /** May be given several times. */
  | (ValueOption & { readonly kind: 'list' });

/** A word behind a command. */
export interface ArgumentSpec {
  /** As help shows it: `ZONE`. */
  readonly name: string;
  readonly help: string;
  readonly choices?: readonly string[];
  readonly completes?: Completes;
  /** The command says itself when it cannot do without. */
  readonly optional?: true;
}

/** A use of a command that works as it stands but for its identifiers. */
export interface Example {
  readonly line: string;
  readonly does: string;
}

/** One command of the prompt: what parsing, help, completion and the man page are made from. */
export interface CommandSpec {
  /** One clause. */
  readonly summary: string;
  /** Further sentences for its own help. */
  readonly more?: readonly string[];
  readonly arguments: readonly ArgumentSpec[];
  readonly options: readonly OptionSpec[];
  readonly examples: readonly [Example, Example, ...Example[]];
}

/** The words behind a command by their name. */
export type ArgumentValues<Spec extends CommandSpec> = {
  readonly [Argument in Spec['arguments'][number] as Argument['name']]: Argument extends {
    readonly optional: true;
  }
    ? string | undefined
    : string;
};

type OptionValue<O> = O extends { readonly kind: 'flag' }
  ? boolean
  : O extends { readonly kind: 'list' }
    ? readonly string[]
    : string | undefined;

/** The options of a command by their name. */
export type OptionValues<Options extends readonly OptionSpec[]> = {
  readonly [O in Options[number] as O['name']]: OptionValue<O>;
};
