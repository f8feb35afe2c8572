import { type ApiErrorParts, isErrorKind } from '../contract/api-error.ts';
import type { ChangeId } from '../contract/operation.ts';
import { jsonIn } from '../contract/read-answer.ts';
import { isObject } from '../contract/shape.ts';
import { isoDateTime, type Json } from '../contract/values.ts';
import type { Fact, FactKind, FactSubject } from '../history/fact.ts';
import type { KeptMark } from '../history/history-file.ts';
import type { AuditedChange } from '../mutations/audit.ts';
import { changeNoun } from '../mutations/outcome-words.ts';
import { eachKind, itemKinds } from '../state/item-kinds.ts';
import type { Workspace } from '../state/workspace.ts';
import { isPublic, ownBeginning, type Rule, ruleOf, ruleOfLog } from './anonymous-fields.ts';
import { Pseudonyms } from './pseudonyms.ts';
import type { RecordedCall } from './recorded-call.ts';
import type { About } from './recording-file.ts';

const CHANGES: readonly ChangeId[] = ['app-delete', 'script-add-variable', 'guardian-upload'];
const NUMBER = /^-?\d{1,400}(?:\.\d{1,400})?(?:[eE][+-]?\d{1,4})?$/;

/** Between the parts of a fact's text. */
const SEPARATORS = /(: | — | x\d{1,6}(?= |$))/;
/** The name and type of a record: `www A`, `www TYPE 99`. */
const RECORD_PLACE = /^(.*?) (TYPE \d{1,10}|\S+)$/s;
const RECORD = /^(.*?)((?: (?:ttl|priority|weight|port|proxied) (?:\d{1,10}|yes|no)){1,5})$/s;
const VOLUME = /^(.*) (\d{1,3}(?:\.\d)?% full)$/s;
const VOLUME_ISSUE =
  /^volume (.*?) ((?:\d{1,4}% to )?\d{1,4}(?:\.\d\d)?% full(?: in \d{1,6} pods)?)$/s;

/**
 * Rewrites the contents of a bundle so that nothing tells whose they are. It is a list of what stays: everything else
 * is left out, or replaced as a whole without looking into it.
 */
export class Anonymiser {
  readonly #workspace: Workspace;
  readonly #names: Pseudonyms;
  /** The codes in the answers so far. Facts keep no others: there, a word in capitals may be from a text. */
  readonly #regions = new Set<string>();

  constructor(workspace: Workspace) {
    this.#workspace = workspace;
    const items = itemKinds.flatMap((kind) => workspace[kind]);
    this.#names = new Pseudonyms(items.flatMap(({ id, name }) => [id, name]));
  }

  about({ version, interval, profile, host, service }: About): About {
    return {
      version,
      interval,
      profile: this.#word(profile),
      host: this.#word(host),
      service: `https://${this.#word(service)}`,
      workspace: JSON.stringify(this.#items()),
    };
  }

  /** Without the saved filters, which are texts with names in them. */
  #items(): Workspace {
    return {
      name: this.#word(this.#workspace.name),
      ...eachKind((kind) =>
        this.#workspace[kind].map(({ id, name }) => ({
          id: this.#word(id),
          name: this.#word(name),
        })),
      ),
    };
  }

  call(call: RecordedCall): RecordedCall {
    const { operation, time, elapsed, took, status, serverDate, requestId, error, answer } = call;
    return {
      operation,
      time,
      elapsed,
      took,
      status,
      serverDate,
      // The length of an answer limits the lengths of the names in it.
      bytes: null,
      // The pages of logs are written apart.
      entries: null,
      span: null,
      input: this.json(call.input),
      requestId: requestId && this.#word(requestId),
      error: error && this.#error(error),
      answer: answer && this.json(answer),
    };
  }

  #error({ kind, title, detail, status, requestId, retryAfterMs }: ApiErrorParts): ApiErrorParts {
    return {
      kind: isErrorKind(kind) ? kind : 'unexpected',
      title: this.#names.text(title),
      detail: detail === undefined ? undefined : this.#names.text(detail),
      status,
      requestId: requestId === undefined ? undefined : this.#word(requestId),
      retryAfterMs,
    };
  }

  /** An answer, or an entry of a log, as JSON by its fields. Invalid JSON becomes null. */
  json(text: string): string {
    return JSON.stringify(this.#parts(jsonIn(text) ?? null, ruleOf));
  }

  subject({ kind, id }: FactSubject): FactSubject {
    return { kind, id: this.#word(id) };
  }

  /** To be called after the answers of the same time, from which the regions are known. */
  fact(fact: Fact): Fact {
    const { kind, severity, from, to, after, by } = fact;
    return {
      kind,
      severity,
      after,
      by,
      subject: this.subject(fact.subject),
      place: this.#place(kind, fact.place),
      from: from === null ? null : this.#factText(kind, from),
      to: to === null ? null : this.#factText(kind, to),
    };
  }

  #place(kind: FactKind, place: string): string {
    if (place === '') return '';
    switch (kind) {
      case 'image':
        return this.#word(place);
      case 'grade':
      case 'scan':
      case 'watch':
        return this.#names.text(place);
      case 'change':
        return this.#change(place);
      case 'record': {
        const [, name, type = ''] = RECORD_PLACE.exec(place) ?? [];
        if (name === undefined) return this.#word(place);
        return `${this.#word(name)} ${type.startsWith('TYPE ') ? type : this.#names.text(type)}`;
      }
      default:
        return this.#partOfApp(place);
    }
  }

  /** `DE pod-1 web` */
  #partOfApp(place: string): string {
    const [region = '', pod = '', ...container] = place.split(' ');
    const words = [pod, container.join(' ')].filter(Boolean).map((each) => this.#word(each));
    return [this.#regions.has(region) ? region : this.#word(region), ...words].join(' ');
  }

  /** `variable TOKEN` becomes `variable`, as in the audit of a bundle, which has no requests. */
  #change(place: string): string {
    const noun = CHANGES.map(changeNoun).find((each) => `${place} `.startsWith(`${each} `));
    return noun ?? this.#names.text(place);
  }

  #factText(kind: FactKind, text: string): string {
    const names = this.#names;
    switch (kind) {
      case 'heartbeat':
        return isoDateTime(text) ?? names.text(text);
      case 'image':
        return text
          .split(', ')
          .map((image) => names.image(image))
          .join(', ');
      case 'volume': {
        const [, name, use] = VOLUME.exec(text) ?? [];
        return name === undefined ? names.text(text) : `${this.#word(name)} ${use}`;
      }
      case 'record': {
        const [, value, details] = RECORD.exec(text) ?? [];
        return value === undefined ? this.#composed(kind, text) : `${names.text(value)}${details}`;
      }
      case 'health': {
        const at = text.endsWith(')') ? text.lastIndexOf(' (') : -1;
        if (at < 0) return this.#issue(text);
        return `${this.#issue(text.slice(0, at))} (${this.#places(text.slice(at + 2, -1))})`;
      }
      default:
        return this.#composed(kind, text);
    }
  }

  #issue(text: string): string {
    const [, name, use] = VOLUME_ISSUE.exec(text) ?? [];
    return name === undefined
      ? this.#composed('health', text)
      : `volume ${this.#word(name)} ${use}`;
  }

  /** `DE pod-1 web`, or several regions with their counts: `DE 2, FR`. */
  #places(places: string): string {
    const areKnown = places
      .split(', ')
      .every((each) => this.#regions.has(each.replace(/ \d{1,6}$/, '')));
    return areKnown ? places : this.#partOfApp(places);
  }

  /**
   * Keeps the beginning of `exit 1 x6 — CrashLoopBackOff: …` as far as it is the console's own or known, and replaces
   * the rest as a whole.
   */
  #composed(kind: FactKind, text: string): string {
    const own = ownBeginning(kind, text);
    const parts = text.slice(own.length).split(SEPARATORS);
    const isKept = (part: string, at: number) => at % 2 === 1 || part === '' || isPublic(part);
    const first = parts.findIndex((part, at) => !isKept(part, at));
    if (first < 0) return text;
    const kept = parts.slice(0, first).join('');
    return own + kept + this.#names.text(parts.slice(first).join(''));
  }

  mark({ zone, logId, time, note }: KeptMark): KeptMark {
    return {
      zone: this.#word(zone),
      logId: this.#names.guid(logId),
      time,
      note: this.#names.text(note),
    };
  }

  /** Leaves out from where a change was made, and what was sent. */
  change(change: AuditedChange): AuditedChange {
    const { attempt, time, operation, subject, outcome, status, error, requestId } = change;
    return {
      outcome,
      status,
      time: isoDateTime(time) ?? '',
      request: {},
      tty: '',
      ssh: '',
      attempt: this.#word(attempt),
      profile: this.#word(change.profile),
      host: this.#word(change.host),
      user: this.#word(change.user),
      operation: this.#names.text(operation),
      subject: {
        kind: this.#names.text(subject.kind),
        id: this.#word(subject.id),
        name: this.#word(subject.name),
      },
      error: error && this.#names.text(error),
      requestId: requestId && this.#word(requestId),
    };
  }

  /** `@` is the zone itself in a DNS record. */
  #word(value: string): string {
    return value === '' || value === '@' ? value : this.#names.word(value);
  }

  #parts(json: Json, rules: typeof ruleOf): Json {
    if (Array.isArray(json)) return json.map((each) => this.#parts(each, rules));
    if (!isObject(json)) return null;
    const made: Record<string, Json> = {};
    for (const [name, value] of Object.entries(json)) {
      const rule = rules(name);
      if (rule === 'parts') made[name] = this.#parts(value, rules);
      else if (rule !== undefined) made[name] = this.#value(value, rule);
    }
    return made;
  }

  #value(value: Json, rule: Exclude<Rule, 'parts'>): Json {
    switch (rule) {
      case 'number':
        return this.#number(value);
      case 'numbersByTime':
        return this.#numbers(value, isoDateTime);
      case 'numbersByName':
        return this.#numbers(value, (name) => this.#word(name));
    }
    // The contract has neither an object nor a list here.
    if (typeof value !== 'string' && typeof value !== 'number') return null;
    const text = String(value);
    switch (rule) {
      case 'time':
        return isoDateTime(text) ?? null;
      case 'log':
        return this.#log(text);
      case 'word':
        return this.#word(text);
      case 'region':
        return this.#region(text);
      default:
        return text === '' ? '' : this.#names[rule](text);
    }
  }

  #region(text: string): string {
    if (text === '') return '';
    const code = this.#names.code(text);
    if (code === text) this.#regions.add(code);
    return code;
  }

  #numbers(json: Json, keyOf: (key: string) => string | undefined): Json {
    if (!isObject(json)) return null;
    const made: Record<string, Json> = {};
    for (const [key, value] of Object.entries(json)) {
      const name = keyOf(key);
      if (name === undefined) continue;
      made[name] = this.#number(value);
    }
    return made;
  }

  /** A number, or parts: `averageCPU` is both in the contract. */
  #number(value: Json): Json {
    return numberIn(value) ?? this.#parts(value, ruleOf);
  }

  #log(text: string): string {
    const json = jsonIn(text);
    if (!isObject(json)) return this.#names.text(text);
    return JSON.stringify(this.#parts(json, ruleOfLog));
  }
}

/** A number, also from a text, as numbers arrive that no double can hold. */
function numberIn(value: Json): number | boolean | null {
  if (typeof value === 'number' || typeof value === 'boolean') return value;
  const number = typeof value === 'string' && NUMBER.test(value) ? Number(value) : null;
  return number !== null && Number.isFinite(number) ? number : null;
}
