import { hash } from './chance.ts';

export interface ScriptVariable {
  readonly id: number;
  readonly name: string;
  readonly required: boolean;
  readonly defaultValue: string | null;
}

export interface Script {
  readonly id: number;
  readonly name: string;
  /** The variables it starts with. */
  readonly variables: readonly ScriptVariable[];
}

const SCRIPTS: readonly {
  readonly name: string;
  readonly variables: Readonly<Record<string, string | null>>;
}[] = [
  {
    name: 'edge-redirects',
    variables: { OriginUrl: 'https://origin.shop.example', StatusCode: '301' },
  },
  { name: 'ab-router', variables: { Buckets: '50,50', CookieName: 'ab' } },
  { name: 'geo-pricing', variables: { ApiToken: null } },
  { name: 'image-signer', variables: { KeyId: 'k-2026-02', TtlSeconds: '900' } },
  { name: 'bot-challenge', variables: {} },
  { name: 'header-hygiene', variables: { StripServerHeader: 'true' } },
];

export function scriptsOf(seed: number): readonly Script[] {
  return SCRIPTS.map(({ name, variables }, index) => {
    const id = 21_000 + (hash(seed, 0x5c) % 800) + index * 7;
    return {
      id,
      name,
      variables: Object.entries(variables).map(([variable, value], at) => ({
        id: id * 10 + at,
        name: variable,
        required: value === null,
        defaultValue: value,
      })),
    };
  });
}
