import { isErrorKind } from '../contract/api-error.ts';
import { jsonIn } from '../contract/read-answer.ts';
import { isObject } from '../contract/shape.ts';
import type { Json } from '../contract/values.ts';
import { parseAddress } from '../events/filter/address-range.ts';
import { FIELDS, fieldNamed } from '../events/filter/fields.ts';
import { COLUMN_FACTS } from '../events/storage/columns.ts';
import type { Fact, FactSubject } from '../history/fact.ts';
import type { KeptMark } from '../history/history-file.ts';
import type { AuditedChange } from '../mutations/audit.ts';
import { GRADED } from '../state/app-issues.ts';
import { eachKind } from '../state/item-kinds.ts';
import type { Workspace } from '../state/workspace.ts';
import { ANSWERS, ENTRY, type Fields, INPUT, LOG, type Rule } from './anonymised-fields.ts';
import type { Pseudonyms } from './pseudonyms.ts';
import type { RecordedCall } from './recorded-call.ts';
import type { About } from './recording-file.ts';

const CODED: readonly string[] = [
  ...COLUMN_FACTS.country.fields,
  ...COLUMN_FACTS.serverZone.fields,
];
const CODE = /^[a-z]{2,3}\d{0,2}\b/i;
/** The value of a filter term; a quoted value is one text. */
const TERM_VALUE = /^(?:(")([^"]*)|([^\s"()]+))/;
const FIELD_NAMES = FIELDS.flatMap(({ name, aliases }) => [name, ...aliases]).join('|');
const FIELD = new RegExp(`(?<![^\\s(-])(${FIELD_NAMES})(!=|!~|[:=~])`, 'i');
const DAY = /^\d\d-\d\d-\d{4}$/;
const NUMBER = /^-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
const MOMENT = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:\d\d)?)?$/;
const STAMP = /^(?:\d{10}|\d{13})$/;
/** Shorter numbers identify nobody. */
const SHORTEST_ID = 4;

/** Rewrites the contents of a bundle so that nothing reveals whose they are. */
export class Anonymiser {
  readonly #names: Pseudonyms;

  constructor(names: Pseudonyms) {
    this.#names = names;
  }

  about(about: About, workspace: Workspace): About {
    return {
      version: about.version,
      interval: about.interval,
      profile: this.#names.name(about.profile),
      host: this.#names.name(about.host),
      service: this.service(about.service),
      workspace: JSON.stringify(this.#workspace(workspace)),
    };
  }

  /** Stored data is found by the origin, so it is replaced consistently. */
  service(origin: string): string {
    const host = URL.canParse(origin) ? new URL(origin).hostname : origin;
    const made = `https://${this.#names.name(host)}`;
    return URL.canParse(made) ? new URL(made).origin : 'https://service.invalid';
  }

  call(call: RecordedCall): RecordedCall {
    const { operation, input, error, answer, entries, requestId } = call;
    return {
      ...call,
      // The length of an answer limits the lengths of the names in it.
      bytes: null,
      input: this.#json(input, INPUT),
      requestId: requestId && this.#names.id(requestId),
      error: error && {
        kind: isErrorKind(error.kind) ? error.kind : 'unexpected',
        title: this.#names.text(error.title),
        detail: error.detail === undefined ? undefined : this.#names.text(error.detail),
        status: error.status,
        errorKey: error.errorKey === undefined ? undefined : this.#names.text(error.errorKey),
        requestId: error.requestId === undefined ? undefined : this.#names.id(error.requestId),
        retryAfterMs: error.retryAfterMs,
        fields: error.fields?.map(({ field, message }) => ({
          field: field === null ? null : this.#names.name(field),
          message: this.#names.text(message),
        })),
      },
      answer: answer && this.#json(answer, ANSWERS[operation]),
      entries: entries === null ? null : entries.map((entry) => this.entry(entry)),
    };
  }

  entry(text: string): string {
    return this.#json(text, ENTRY);
  }

  observed({ kind }: FactSubject, json: string): string {
    return this.#json(json, ANSWERS[kind === 'dnsZones' ? 'dns-scan' : 'app-overview']);
  }

  subject({ kind, id }: FactSubject): FactSubject {
    return { kind, id: id === '' ? '' : this.#names.id(id) };
  }

  fact(fact: Fact): Fact {
    const { subject, place, from, to } = fact;
    const isImage = fact.kind === 'image';
    const isOurs = fact.kind === 'grade' && GRADED.some(([, name]) => name === place);
    const rewritten = (text: string | null) =>
      text === null ? null : isImage ? this.#names.image(text) : this.#names.text(text);
    return {
      ...fact,
      subject: this.subject(subject),
      place: isOurs ? place : this.#names.place(place),
      from: rewritten(from),
      to: rewritten(to),
    };
  }

  mark({ zone, logId, time, note }: KeptMark): KeptMark {
    return {
      zone: this.#names.id(zone),
      logId: this.#names.guid(logId),
      time,
      note: this.#names.text(note),
    };
  }

  /** Removes who made a change, from where, and what was sent. */
  change(change: AuditedChange): AuditedChange {
    const { attempt, time, operation, subject, outcome, status, error, requestId } = change;
    return {
      time: MOMENT.test(time) ? time : '',
      outcome,
      status,
      request: {},
      tty: '',
      ssh: '',
      attempt: this.#names.guid(attempt),
      profile: this.#names.name(change.profile),
      host: this.#names.name(change.host),
      user: this.#names.name(change.user),
      operation: Object.hasOwn(ANSWERS, operation) ? operation : this.#names.text(operation),
      subject: {
        kind: this.#names.text(subject.kind),
        id: this.#names.id(subject.id),
        name: this.#names.name(subject.name),
      },
      error: error && this.#names.text(error),
      requestId: requestId && this.#names.id(requestId),
    };
  }

  #workspace({ name, filters = [], ...things }: Workspace): Workspace {
    return {
      name: this.#names.name(name),
      ...eachKind((kind) =>
        things[kind].map((thing) => ({
          id: this.#names.id(thing.id),
          name: this.#names.name(thing.name),
        })),
      ),
      filters: filters.map((saved) => ({
        name: this.#names.name(saved.name),
        filter: this.#filter(saved.filter),
      })),
    };
  }

  /** Keeps the field names of a filter, and codes that occur in the entries. */
  #filter(text: string): string {
    const [before = '', ...terms] = text.split(FIELD);
    let filter = this.#names.text(before);
    for (let at = 0; at < terms.length; at += 3) {
      const [field = '', operator = '', rest = ''] = terms.slice(at, at + 3);
      const [whole = '', quote = '', quoted, bare] = TERM_VALUE.exec(rest) ?? [];
      const value = quoted ?? bare ?? '';
      filter += `${field}${operator}${quote}${this.#termValue(field.toLowerCase(), value)}`;
      filter += this.#names.text(rest.slice(whole.length));
    }
    return filter;
  }

  /** The value of a filter term, rewritten as in the entries where it is a whole value. */
  #termValue(field: string, value: string): string {
    const names = this.#names;
    if (CODED.includes(field)) {
      const [code = ''] = CODE.exec(value) ?? [];
      return names.place(code) + names.text(value.slice(code.length));
    }
    const target = fieldNamed(field)?.target;
    const what = target?.kind === 'column' ? target.column : target?.kind;
    const isWhole = !value.includes('*');
    if (what === 'ruleId') return value.replace(/[^*]+/g, (part) => names.digits(part));
    if (what === 'asn' && isWhole) return names.asn(value);
    if (what === 'id' && isWhole) return names.guid(value);
    if (what === 'remoteIp' && !parseAddress(value)) return names.partOfAddress(value);
    return names.text(value);
  }

  /** Rewrites JSON by its fields; invalid JSON becomes null. */
  #json(text: string, fields: Fields): string {
    return JSON.stringify(this.#fields(jsonIn(text) ?? null, fields, (name) => name));
  }

  #fields(json: Json, fields: Fields, named: (name: string) => string): Json {
    if (Array.isArray(json)) return json.map((each) => this.#fields(each, fields, named));
    if (!isObject(json)) return null;
    const made: Record<string, Json> = {};
    for (const [name, value] of Object.entries(json)) {
      const rule = Object.hasOwn(fields, named(name)) ? fields[named(name)] : undefined;
      if (rule === undefined) continue;
      made[name] =
        typeof rule === 'string' ? this.#value(value, rule) : this.#fields(value, rule, named);
    }
    return made;
  }

  #value(value: Json, rule: Rule): Json {
    if (value === null || rule === 'null') return null;
    if (rule === 'chart') return this.#chart(value);
    if (typeof value === 'boolean') return value;
    if (rule === 'kept') {
      if (typeof value === 'number') return value;
      const isNumber = typeof value === 'string' && NUMBER.test(value);
      return isNumber && !this.#names.isName(value) ? value : null;
    }
    // The contract has no object or list here.
    if (typeof value !== 'string' && typeof value !== 'number') return null;
    const text = String(value);
    if (text === '') return '';
    switch (rule) {
      case 'time':
        return MOMENT.test(text) ? text : null;
      case 'date':
        return DAY.test(text) ? text : '';
      case 'log':
        return this.#log(text);
      default:
        return this.#names[rule](text);
    }
  }

  /** Keeps numbers and the times they belong to. Texts are rewritten. */
  #chart(value: Json): Json {
    if (typeof value === 'number' || typeof value === 'boolean' || value === null) {
      const digits = String(value);
      return digits.length >= SHORTEST_ID && this.#names.isName(digits) ? null : value;
    }
    if (typeof value === 'string') {
      const isMoment = MOMENT.test(value) && this.#names.isNear(Date.parse(value));
      return isMoment ? value : this.#names.text(value);
    }
    if (Array.isArray(value)) return value.map((each) => this.#chart(each));
    return Object.fromEntries(
      Object.entries(value).map(([name, each]) => {
        const ms = MOMENT.test(name) ? Date.parse(name) : stampIn(name);
        const isMoment = this.#names.isNear(ms);
        return [isMoment ? name : this.#names.name(name), this.#chart(each)];
      }),
    );
  }

  #log(text: string): string {
    const json = jsonIn(text);
    if (!isObject(json)) return this.#names.text(text);
    return JSON.stringify(this.#fields(json, LOG, (name) => name.toLowerCase()));
  }
}

/** Parses a time in seconds or milliseconds to milliseconds, otherwise NaN. */
function stampIn(text: string): number {
  if (!STAMP.test(text)) return Number.NaN;
  return text.length === 13 ? Number(text) : Number(text) * 1000;
}
