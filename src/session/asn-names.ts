import { type Printable, printable, words } from '../text/printable.ts';
import { keyFilePath } from './access-key.ts';
import type { Edges } from './edges.ts';
import { CONFIG, readTrustedFile } from './trusted-file.ts';

/** The file of names of autonomous systems. */
export interface AsnFile {
  /** By number. */
  readonly names: ReadonlyMap<string, Printable>;
  /** Why a configured file could not be read; otherwise null. */
  readonly problem: Printable | null;
}

/** Larger than a list of all assigned numbers. */
const MAX_FILE_BYTES = 16 << 20;
/** More than are assigned. */
const MAX_NAMES = 250_000;
const MAX_NAME_LENGTH = 60;
/** `AS13335 Cloudflare`, `13335,"Cloudflare"`, `13335<tab>Cloudflare`. */
const LINE = /^(?:AS)?(\d{1,10})[\s,;]+(.+)$/i;

/** Longer lines are skipped. */
const MAX_LINE_LENGTH = 500;

/**
 * Reads `asn_names`: a text file with a number and a name per line; other lines are ignored. Others must not be able
 * to write it, since it identifies networks.
 */
export function readAsnNames(path: string, { env, uid }: Pick<Edges, 'env' | 'uid'>): AsnFile {
  const resolved = keyFilePath(path, env);
  const file = readTrustedFile(resolved, { ...CONFIG, maxBytes: MAX_FILE_BYTES, uid });
  if (file.kind !== 'text') {
    const why =
      file.kind === 'absent' ? words`${printable(resolved)} does not exist.` : file.lines[0];
    return { names: new Map(), problem: words`asn_names: ${why ?? words`it cannot be read.`}` };
  }
  const names = new Map<string, Printable>();
  for (let from = 0; from < file.text.length && names.size < MAX_NAMES; ) {
    const end = file.text.indexOf('\n', from);
    const until = end < 0 ? file.text.length : end;
    const line = until - from > MAX_LINE_LENGTH ? '' : file.text.slice(from, until).trim();
    from = until + 1;
    const [, number = '', name = ''] = LINE.exec(line) ?? [];
    const text = name.replace(/^"(.*)"$/, '$1').trim();
    if (text !== '') names.set(String(Number(number)), printable(text.slice(0, MAX_NAME_LENGTH)));
  }
  const problem = names.size > 0 ? null : words`asn_names: ${printable(resolved)} names no number.`;
  return { names, problem };
}
