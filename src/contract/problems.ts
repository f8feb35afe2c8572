import type { ApiErrorKind, ApiErrorParts, FieldError } from './api-error.ts';
import { isObject } from './shape.ts';
import type { Json } from './values.ts';

/** An answer before anybody has looked at it. Everything in it is hostile text. */
export interface RawAnswer {
  readonly status: number;
  readonly contentType: string | undefined;
  /** The decoded body. */
  readonly text: string;
  /** The body as JSON, when it is some (see `parseJson`). */
  readonly json: Json | undefined;
}

/** What a body says about a failure. */
interface Said {
  /** The failure in the service's words. */
  readonly title?: string | undefined;
  readonly detail?: string | undefined;
  readonly fields?: readonly FieldError[];
  readonly errorKey?: string | undefined;
  /** The status that the body claims. */
  readonly status?: number | undefined;
  /** `false` when the body itself says that it is a failure. */
  readonly success?: boolean | undefined;
  /** Whether it is no answer of this service at all: a portal's login page, a proxy's error page. */
  readonly foreign?: true;
}

const LONGEST_TEXT = 500;
const MOST_FIELDS = 50;

type JsonObject = { readonly [key: string]: Json };

const objectOf = (json: Json | undefined): JsonObject | undefined =>
  isObject(json) ? json : undefined;

/** A field by its camelCase name, or by the PascalCase one of the older areas. */
function pick(body: JsonObject, name: string): Json | undefined {
  return Object.hasOwn(body, name)
    ? body[name]
    : body[name.charAt(0).toUpperCase() + name.slice(1)];
}

function textOf(json: Json | undefined): string | undefined {
  if (typeof json !== 'string') return undefined;
  const text = json.trim();
  if (text === '') return undefined;
  return text.length > LONGEST_TEXT ? `${text.slice(0, LONGEST_TEXT)}…` : text;
}

const statusOf = (json: Json | undefined): number | undefined =>
  typeof json === 'number' && json >= 100 && json < 600 ? json : undefined;

/** GenericRequestResponse, and the Core body {ErrorKey, Field, Message}. */
function generic(body: JsonObject | undefined): Said | undefined {
  if (body === undefined) return undefined;
  const message = textOf(pick(body, 'message'));
  const errorKey = textOf(pick(body, 'errorKey'));
  const status = statusOf(pick(body, 'statusCode'));
  const success = pick(body, 'success');
  const isStated = success === false && status !== undefined && status >= 400;
  // Filled with defaults it says nothing, whatever `success` holds (wire-facts T2).
  if (message === undefined && errorKey === undefined && !isStated) return undefined;
  const field = textOf(pick(body, 'field'));
  return {
    title: message ?? errorKey,
    errorKey,
    fields: field === undefined ? [] : [{ field, message: message ?? '' }],
    status,
    success: typeof success === 'boolean' ? success : undefined,
  };
}

/** `errors`: [{message, field}], or the framework's own {field: [message]}. */
function fieldErrors(errors: Json | undefined): readonly FieldError[] {
  if (Array.isArray(errors)) {
    return errors.slice(0, MOST_FIELDS).flatMap((entry) => {
      const body = objectOf(entry);
      const message = body && textOf(pick(body, 'message'));
      return message === undefined ? [] : [{ field: textOf(body?.field) ?? null, message }];
    });
  }
  return Object.entries(objectOf(errors) ?? {})
    .slice(0, MOST_FIELDS)
    .flatMap(([field, messages]) =>
      (Array.isArray(messages) ? messages : [messages]).flatMap((entry) => {
        const message = textOf(entry);
        return message === undefined ? [] : [{ field, message }];
      }),
    );
}

const LOOKS_LIKE_HTML = /^\s*<(?:!doctype html|html|head|body)\b/i;
const PAGE_TITLE = /<title[^>]{0,200}>([^<]{1,200})/i;

/** The bodies of failures, those of the contract and those seen elsewhere. The first that fits wins. */
const FORMS: readonly ((answer: RawAnswer) => Said | undefined)[] = [
  ({ json }) => generic(objectOf(objectOf(json)?.error)),
  ({ json }) => generic(objectOf(objectOf(json)?.errorResponse)),
  ({ json }) => generic(objectOf(json)),
  // Problem details, or an application problem body.
  ({ json }) => {
    const body = objectOf(json);
    if (body === undefined) return undefined;
    const title = textOf(pick(body, 'title'));
    const detail = textOf(pick(body, 'detail'));
    const fields = fieldErrors(body.errors);
    if (title === undefined && detail === undefined && fields.length === 0) return undefined;
    const status = statusOf(pick(body, 'status'));
    // No answer of the contract has these names; one without a body would be taken for done.
    const isFailure = status !== undefined && status >= 400;
    return { title, detail, fields, status, ...(isFailure && { success: false }) };
  },
  // A status alone.
  ({ json }) => {
    const body = objectOf(json);
    const status = body && statusOf(pick(body, 'statusCode') ?? pick(body, 'status'));
    return status === undefined ? undefined : { status, success: status < 400 };
  },
  // An error as text.
  ({ json }) => {
    const title = textOf(objectOf(json)?.error) ?? textOf(json);
    return title === undefined ? undefined : { title };
  },
  // A list of messages.
  ({ json }) => {
    const fields = Array.isArray(json) ? fieldErrors(json) : [];
    return fields.length === 0 ? undefined : { title: fields[0]?.message, fields };
  },
  ({ json, text, contentType }) => {
    if (json !== undefined || text.trim() === '') return undefined;
    if (!LOOKS_LIKE_HTML.test(text) && !/^text\/html\b/i.test(contentType ?? '')) return undefined;
    return {
      title: 'HTML instead of JSON',
      detail: textOf(PAGE_TITLE.exec(text)?.[1]?.replace(/\s+/g, ' ')),
      foreign: true,
    };
  },
  ({ json, text }) => (json === undefined ? { detail: textOf(text) } : undefined),
];

const OWN_TITLES: Readonly<Record<number, string>> = {
  400: 'Bad request',
  401: 'The access key was not accepted',
  403: 'The service refused',
  404: 'Not found',
  407: 'Proxy authentication required',
  409: 'Conflict',
  429: 'Too many requests',
  500: 'The service failed',
  502: 'Bad gateway',
  503: 'The service is unavailable',
  504: 'Gateway timeout',
};

/** What a status means when no error key says more; other statuses mean what their class does. */
const KINDS: Readonly<Record<number, ApiErrorKind>> = {
  401: 'unauthorised',
  402: 'refused',
  403: 'refused',
  404: 'not-found',
  405: 'refused',
  407: 'unexpected',
  408: 'service',
  409: 'refused',
  410: 'not-found',
  425: 'rate-limited',
  429: 'rate-limited',
};

function kindOfStatus(status: number): ApiErrorKind {
  if (status >= 400 && status < 500) return KINDS[status] ?? 'invalid';
  return status >= 500 && status < 600 ? 'service' : 'unexpected';
}

function kindOf(meant: number, said: Said): ApiErrorKind {
  const key = said.errorKey?.toLowerCase() ?? '';
  if (key.startsWith('invalid_datetime_window')) return 'outside-window';
  if (/(?:^|\.)not_found/.test(key)) return 'not-found';
  if (meant >= 200 && meant < 300) return 'refused';
  // A 401 with a key of its own is about the request, not about the credential (wire-facts T4).
  if (meant === 401 && key !== '' && !key.startsWith('authentication')) return 'refused';
  return kindOfStatus(meant);
}

/**
 * What failed, when the answer is a failure: every status but 2xx; a 2xx whose generic response has
 * `success: false` and says why (wire-facts T1, T2); a page of HTML whatever its status. Undefined for a
 * success. Redirects are not looked at here.
 */
export function problemIn(answer: RawAnswer): ApiErrorParts | undefined {
  const said: Said = firstSaid(answer);
  const { status } = answer;
  const succeeded = status >= 200 && status < 300;
  if (succeeded && said.success !== false && !said.foreign) return undefined;
  // On a 2xx the body may know better (wire-facts T1); a 2xx there too is still a refusal.
  const meant = succeeded ? (said.status ?? status) : status;
  const parts: ApiErrorParts = {
    kind: succeeded && said.foreign ? 'unexpected' : kindOf(meant, said),
    status,
    title: said.title ?? OWN_TITLES[meant] ?? `The service answered with status ${meant}`,
    detail: said.detail,
    fields: said.fields,
    errorKey: said.errorKey,
  };
  return { ...parts, members: furtherMembers(objectOf(answer.json), parts) };
}

/** Members that `Said` is read from, in either casing. */
const READ: ReadonlySet<string> = new Set(
  'title detail status statuscode success message errorkey field errors error errorresponse'.split(
    ' ',
  ),
);

/** Characters of a member that is kept, as JSON: errors stay in memory for as long as they can be looked at. */
const LONGEST_MEMBER = 16_384;

/** What a body says beside what `parts` say of it: members of other names, and what was not taken as it stands. */
function furtherMembers(
  body: JsonObject | undefined,
  { status, title, detail, errorKey, fields = [] }: ApiErrorParts,
): ApiErrorParts['members'] {
  if (body === undefined) return undefined;
  const texts = [title, detail, errorKey, ...fields.flatMap((each) => [each.field, each.message])];
  const isTold = (value: Json): boolean => {
    if (typeof value === 'string') return value.trim() === '' || texts.includes(value.trim());
    if (typeof value === 'object' && value !== null) return Object.values(value).every(isTold);
    // Null, false and 0 are what defaults are filled with (wire-facts T2).
    return value === status || !value;
  };
  const kept = Object.entries(body).flatMap(([name, value]) => {
    const isRead = READ.has(name.toLowerCase()) && isTold(value);
    const isKept = !isRead && name.length <= LONGEST_TEXT && value !== null;
    const part = isKept ? shortEnough(value) : undefined;
    return part === undefined ? [] : [[name, part] as const];
  });
  return kept.length === 0 ? undefined : Object.fromEntries(kept.slice(0, MOST_FIELDS));
}

/** The value; of a refused upload's data that is too long its configuration, which has the plan limits. */
function shortEnough(value: Json): Json | undefined {
  if (JSON.stringify(value).length <= LONGEST_MEMBER) return value;
  const configuration = objectOf(value)?.configuration;
  if (configuration === undefined) return undefined;
  const part = { configuration };
  return JSON.stringify(part).length <= LONGEST_MEMBER ? part : undefined;
}

function firstSaid(answer: RawAnswer): Said {
  for (const read of FORMS) {
    const said = read(answer);
    if (said) return said;
  }
  return {};
}
