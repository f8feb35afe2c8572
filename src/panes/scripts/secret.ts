/**
 * A text that is kept where nothing reads it by accident: no serialisation, inspection or comparison of what
 * holds it shows it. Only whoever calls `reveal` sees it.
 */
export interface Secret {
  reveal(): string;
}

export const secret = (text: string): Secret => ({ reveal: () => text });

export const NO_SECRET: Secret = secret('');
