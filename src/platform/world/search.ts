import { hash, pick } from './chance.ts';
import type { DnsZone } from './dns-zones.ts';
import type { Script } from './scripts.ts';

export interface SearchItem {
  readonly type: 'cdn' | 'storage' | 'dns' | 'script' | 'stream';
  /** An int64 as decimal digits: some do not fit a double. */
  readonly id: string;
  readonly name: string;
}

const COUNT = 3_000;

/** Out of twenty. */
const SHARES: readonly (readonly [type: SearchItem['type'], share: number])[] = [
  ['cdn', 9],
  ['storage', 4],
  ['dns', 3],
  ['script', 2],
  ['stream', 2],
];
const TYPES = SHARES.flatMap(([type, share]) => Array<SearchItem['type']>(share).fill(type));

const OWNERS =
  `shop basket checkout media blog docs assets images video static api auth mail news support
  wiki status tickets events partners careers archive fonts downloads firmware telemetry
  reports invoices maps games`.split(/\s+/);

const PARTS =
  `frontend backend thumbnails originals uploads backup archive cache proxy redirects signer
  resizer transcoder landing campaign gateway search feed sitemap preview manifest subtitles
  highlights webinars onboarding feature-flags experiments metrics`.split(/\s+/);

const STAGES = 'prod staging dev eu us apac canary v2 old test'.split(' ');
const TENANTS = 'acme globex initech umbrella hooli stark wayne tyrell cyberdyne aperture'.split(
  ' ',
);

/** Unusual and hostile names. */
const UNUSUAL: readonly SearchItem[] = [
  { type: 'cdn', id: '9007199254740993', name: 'beyond-two-to-the-53' },
  { type: 'storage', id: '6104411', name: 'Müller & Söhne – Archiv' },
  { type: 'stream', id: '6104412', name: '日本のビデオ' },
  { type: 'cdn', id: '6104413', name: 'متجر-الصور' },
  { type: 'cdn', id: '6104414', name: 'shop\u001b[31m-red\u001b[0m' },
  { type: 'storage', id: '6104415', name: 'ba\u200Bsket-backup' },
  { type: 'dns', id: '6104416', name: '\u202Eelpmaxe.pohs' },
];

/** The search index: about 3,000 names, including the world's DNS zones and scripts. */
export function catalogueOf(
  seed: number,
  zones: readonly DnsZone[],
  scripts: readonly Script[],
): readonly SearchItem[] {
  const known: SearchItem[] = [
    ...zones.map(({ id, domain }) => ({ type: 'dns' as const, id: String(id), name: domain })),
    ...scripts.map(({ id, name }) => ({ type: 'script' as const, id: String(id), name })),
    ...UNUSUAL,
  ];
  const made = Array.from({ length: COUNT - known.length }, (_, at) => item(seed, at));
  return [...known, ...made];
}

function item(seed: number, at: number): SearchItem {
  const chance = hash(seed, at, 0x5ea);
  const type = pick(TYPES, chance);
  const id = String(5_000_000 + at * 311 + (chance % 300));
  const owner = pick(OWNERS, chance >>> 3);
  const part = pick(PARTS, chance >>> 9);
  const tenant = pick(TENANTS, chance >>> 15);
  const stage = pick(STAGES, chance >>> 19);
  if (type === 'dns') return { type, id, name: `${owner}-${part}-${at}.${tenant}.example` };
  const name =
    chance % 3 === 0 ? `${tenant}-${owner}-${part}-${stage}` : `${owner}-${part}-${stage}`;
  return { type, id, name: `${name}-${at % 90}` };
}

/** How well a name matches; lower is better. */
type Fit = 0 | 1 | 2 | 3;

/** Whether the name equals the term, begins with it, has a word that does, or contains it; undefined if none. */
function fitOf(name: string, term: string): Fit | undefined {
  const at = name.indexOf(term);
  if (at < 0) return undefined;
  if (at === 0) return name.length === term.length ? 0 : 1;
  for (let from = at; from >= 0; from = name.indexOf(term, from + 1)) {
    if (!/[\p{L}\p{N}]/u.test(name.charAt(from - 1))) return 2;
  }
  return 3;
}

/**
 * The items whose name contains every word of the term, ignoring case, best first: by match of the first word, then
 * shorter names, then alphabetically. An empty term finds everything.
 */
export function ranked(items: readonly SearchItem[], term: string): readonly SearchItem[] {
  const [first = '', ...others] = term.toLowerCase().split(/\s+/).filter(Boolean);
  const found: { readonly item: SearchItem; readonly fit: Fit }[] = [];
  for (const item of items) {
    const name = item.name.toLowerCase();
    const fit = fitOf(name, first);
    if (fit !== undefined && others.every((word) => name.includes(word))) found.push({ item, fit });
  }
  return found
    .sort(
      (a, b) =>
        a.fit - b.fit ||
        a.item.name.length - b.item.name.length ||
        (a.item.name < b.item.name ? -1 : Number(a.item.name > b.item.name)),
    )
    .map(({ item }) => item);
}
