import { type ErrorCode, LineCounter, parseDocument, Scalar, visit } from 'yaml';
import { nearest } from '../text/nearest.ts';
import { type Config, configForm, sharedForm } from './config.ts';
import type { Fault, Form, Located, Place } from './form.ts';

/** The configuration, or its errors. */
export type ReadConfig =
  | {
      readonly kind: 'read';
      readonly config: Config;
      /** The included file of each workspace that is defined in one. Hostile texts. */
      readonly files: ReadonlyMap<string, string>;
    }
  | { readonly kind: 'faulty'; readonly faults: readonly Fault[] };

/** Maximum size in UTF-16 units. */
const MAX_LENGTH = 256 * 1024;
const MAX_FAULTS = 20;

const NO_ALIASES = 'Aliases (*name) are not read.';

/** Our own messages for parse errors. Those of the package quote the text, which may be secret. */
const SENTENCES: Partial<Record<ErrorCode, string>> = {
  BAD_ALIAS: NO_ALIASES,
  BAD_DQ_ESCAPE: 'There is no such escape in a double-quoted text.',
  BAD_INDENT:
    'The indentation differs from that of its neighbours, or a bracket before it is not closed.',
  BAD_SCALAR_START: 'A text cannot begin with this character unless it is quoted.',
  BLOCK_AS_IMPLICIT_KEY: 'A mapping cannot begin on the line of another key.',
  BLOCK_IN_FLOW: 'Indented lines cannot stand inside { } or [ ].',
  MISSING_CHAR: 'A character is missing here: a colon, a comma, a quote or a bracket.',
  MULTILINE_IMPLICIT_KEY: 'A colon is missing after a key.',
  MULTIPLE_DOCS: 'The file holds more than one YAML document.',
  RESOURCE_EXHAUSTION: 'The file is nested too deeply.',
  TAB_AS_INDENT: 'Lines are indented with spaces, not with tabs.',
};

/** The value, or its errors. */
export type ReadForm<T> =
  | { readonly kind: 'read'; readonly value: T }
  | { readonly kind: 'faulty'; readonly faults: readonly Fault[] };

/** Collects only the first errors. */
function faultList(): { readonly faults: readonly Fault[]; report(fault: Fault): void } {
  const faults: Fault[] = [];
  return {
    faults,
    report(fault) {
      if (faults.length < MAX_FAULTS) faults.push(fault);
    },
  };
}

/**
 * Parses YAML of one form. All keys are checked. Errors have the line, the key and a suggestion, but never a value.
 * Never throws.
 */
export function readForm<T>(text: string, form: Form<T>): ReadForm<T> {
  const { faults, report } = faultList();
  const wholeFile = (place: Place, sentence: string) => report({ ...place, key: '', sentence });
  const faulty = { kind: 'faulty', faults } as const;

  if (text.length > MAX_LENGTH) {
    wholeFile(
      { line: 1, column: 1 },
      'The file is larger than 256 KiB: put workspaces into files of their own, and name those under include.',
    );
    return faulty;
  }
  const lines = new LineCounter();
  const place = (offset: number): Place => {
    const { line, col } = lines.linePos(offset);
    return { line: Math.max(line, 1), column: Math.max(col, 1) };
  };
  const document = parseDocument(text, {
    lineCounter: lines,
    prettyErrors: false,
    uniqueKeys: false,
  });
  for (const { code, pos } of document.errors) {
    wholeFile(place(pos[0]), SENTENCES[code] ?? 'This is not valid YAML.');
  }
  if (faults.length > 0) return faulty;
  visit(document, {
    Alias: (_, { range }) => wholeFile(place(range?.[0] ?? 0), NO_ALIASES),
  });
  if (faults.length > 0) return faulty;

  // A text with only comments has no contents.
  const root = document.contents ?? new Scalar(null);
  const value = form.read(root, { key: '', at: 0 }, { place, report });
  return value === undefined || faults.length > 0 ? faulty : { kind: 'read', value };
}

export interface Included {
  /** The file name, for messages. */
  readonly file: string;
  readonly text: string;
  /** Where the configuration includes it. */
  readonly from: Place;
}

/**
 * Parses `config.yaml` like {@link readForm}, with the workspaces of the included files. Empty text is an empty
 * configuration. Never throws.
 */
export function readConfig(text: string, included: readonly Included[] = []): ReadConfig {
  const read = readForm(text, configForm);
  if (read.kind === 'faulty') return read;
  const { faults, report } = faultList();
  const workspaces = new Map(read.value.workspaces);
  const files = new Map<string, string>();
  for (const { file, text: shared, from } of included) {
    const their = readForm(shared, sharedForm);
    if (their.kind === 'faulty') for (const fault of their.faults) report({ ...fault, file });
    else {
      for (const [name, workspace] of their.value.workspaces ?? []) {
        if (workspaces.has(name)) {
          const { line, column } = workspace;
          const sentence = `There is a workspace of this name already; line ${from.line} of the configuration includes this one.`;
          report({ line, column, key: `workspaces.${name}`, sentence, file });
        } else {
          workspaces.set(name, workspace);
          files.set(name, file);
        }
      }
    }
  }
  if (faults.length > 0) return { kind: 'faulty', faults };
  const config: Config = included.length === 0 ? read.value : { ...read.value, workspaces };
  checkConfig(config, report);
  return faults.length > 0 ? { kind: 'faulty', faults } : { kind: 'read', config, files };
}

/** Checks what spans several values: unknown names, and two sources for one key. */
export function checkConfig(config: Config, report: (fault: Fault) => void): void {
  const profiles = [...(config.profiles?.keys() ?? [])];
  const workspaces = [...(config.workspaces?.keys() ?? [])];

  function mustBeOne(
    name: Located<string> | undefined,
    names: readonly string[],
    { key, kind }: { readonly key: string; readonly kind: 'profile' | 'workspace' },
  ): void {
    if (!name || names.includes(name.value)) return;
    const { line, column, value } = name;
    report({
      line,
      column,
      key,
      sentence: `No such ${kind}${names.length === 0 ? '; none is configured' : `. ${PLURALS[kind]}: ${names.join(', ')}`}.`,
      nearest: nearest(value, names),
    });
  }

  mustBeOne(config.default_profile, profiles, { key: 'default_profile', kind: 'profile' });
  for (const [name, profile] of config.profiles ?? []) {
    const key = `profiles.${name}`;
    mustBeOne(profile.workspace, workspaces, { key: `${key}.workspace`, kind: 'workspace' });
    const { access_key_file: file, access_key_command: command } = profile;
    if (file && command) {
      const { line, column } = file.line > command.line ? file : command;
      report({
        line,
        column,
        key,
        sentence: 'It has both an access_key_file and an access_key_command; keep one of them.',
      });
    }
  }
}

const PLURALS = { profile: 'Profiles', workspace: 'Workspaces' } as const;
