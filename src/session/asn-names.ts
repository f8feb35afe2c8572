import { type Printable, printable, words } from '../text/printable.ts';
import { keyFilePath } from './access-key.ts';
import type { Edges } from './edges.ts';
import { readTrustedFile } from './trusted-file.ts';

/** The names of autonomous systems by their numbers. */
export interface AsnNames {
  readonly names: ReadonlyMap<string, Printable>;
  /** Why there are none although a file is configured; null otherwise. */
  readonly problem: Printable | null;
}

/** All numbers that are given out, with their names, take less. */
const LARGEST_FILE = 16 << 20;
/** More than are given out. */
const MOST_NAMES = 250_000;
/** Characters of a name. */
const LONGEST_NAME = 60;
/** `AS13335 Cloudflare`, `13335,"Cloudflare"`, `13335<tab>Cloudflare`. */
const LINE = /^(?:AS)?(\d{1,10})[\s,;]+(.+)$/i;

/** What a line may hold that is still looked at. */
const LONGEST_LINE = 500;

/**
 * Reads `asn_names` of the configuration: a text file with a number and a name on each line; lines that say something
 * else are passed over. Others must not be able to write it, since it says who somebody is.
 */
export function readAsnNames(path: string, { env, uid }: Pick<Edges, 'env' | 'uid'>): AsnNames {
  const resolved = keyFilePath(path, env);
  const file = readTrustedFile(resolved, {
    ...{ owner: 'writes alone', link: 'followed', largest: LARGEST_FILE, uid },
  });
  if (file.kind !== 'text') {
    const why =
      file.kind === 'absent' ? words`${printable(resolved)} is not there.` : file.lines[0];
    return { names: new Map(), problem: words`asn_names: ${why ?? words`it cannot be read.`}` };
  }
  const names = new Map<string, Printable>();
  for (let from = 0; from < file.text.length && names.size < MOST_NAMES; ) {
    const end = file.text.indexOf('\n', from);
    const until = end < 0 ? file.text.length : end;
    const line = until - from > LONGEST_LINE ? '' : file.text.slice(from, until).trim();
    from = until + 1;
    const [, number = '', name = ''] = LINE.exec(line) ?? [];
    const text = name.replace(/^"(.*)"$/, '$1').trim();
    if (text !== '') names.set(String(Number(number)), printable(text.slice(0, LONGEST_NAME)));
  }
  const problem = names.size > 0 ? null : words`asn_names: ${printable(resolved)} names no number.`;
  return { names, problem };
}
