import type { ApiErrorKind, ApiErrorParts, FieldError } from './api-error.ts';
import { isObject } from './shape.ts';
import type { Json } from './values.ts';

/** An unprocessed answer. Everything in it is hostile text. */
export interface RawAnswer {
  readonly status: number;
  readonly contentType: string | undefined;
  readonly text: string;
  /** The body parsed by `parseJson`; undefined if it is no JSON. */
  readonly json: Json | undefined;
}

/** What a body says about a failure. */
interface Claims {
  readonly title?: string | undefined;
  readonly detail?: string | undefined;
  readonly fields?: readonly FieldError[];
  readonly errorKey?: string | undefined;
  /** The status claimed in the body. */
  readonly status?: number | undefined;
  /** `false` if the body itself reports a failure. */
  readonly success?: boolean | undefined;
  /** Whether it is not from this service: a captive portal's login page, a proxy's error page. */
  readonly foreign?: true;
}

const MAX_TEXT_LENGTH = 500;
const MAX_FIELDS = 50;

type JsonObject = { readonly [key: string]: Json };

const objectOf = (json: Json | undefined): JsonObject | undefined =>
  isObject(json) ? json : undefined;

/** A field by its camelCase name, or PascalCase as in older areas. */
function pick(body: JsonObject, name: string): Json | undefined {
  return Object.hasOwn(body, name)
    ? body[name]
    : body[name.charAt(0).toUpperCase() + name.slice(1)];
}

function textOf(json: Json | undefined): string | undefined {
  if (typeof json !== 'string') return undefined;
  const text = json.trim();
  if (text === '') return undefined;
  return text.length > MAX_TEXT_LENGTH ? `${text.slice(0, MAX_TEXT_LENGTH)}…` : text;
}

const statusOf = (json: Json | undefined): number | undefined =>
  typeof json === 'number' && json >= 100 && json < 600 ? json : undefined;

/** GenericRequestResponse, and the Core body {ErrorKey, Field, Message}. */
function generic(body: JsonObject | undefined): Claims | undefined {
  if (body === undefined) return undefined;
  const message = textOf(pick(body, 'message'));
  const errorKey = textOf(pick(body, 'errorKey'));
  const status = statusOf(pick(body, 'statusCode'));
  const success = pick(body, 'success');
  const isStated = success === false && status !== undefined && status >= 400;
  // An object with default values says nothing, whatever `success` is (wire-facts T2).
  if (message === undefined && errorKey === undefined && !isStated) return undefined;
  const field = textOf(pick(body, 'field'));
  return {
    title: message ?? errorKey,
    errorKey,
    fields: field === undefined ? [] : [{ field, message: message ?? errorKey ?? '' }],
    status,
    success: typeof success === 'boolean' ? success : undefined,
  };
}

/** `errors`: [{message, field}], or the framework's {field: [message]}. */
function fieldErrors(errors: Json | undefined): readonly FieldError[] {
  if (Array.isArray(errors)) {
    return errors.slice(0, MAX_FIELDS).flatMap((entry) => {
      const body = objectOf(entry);
      const message = body && textOf(pick(body, 'message'));
      return message === undefined ? [] : [{ field: textOf(body?.field) ?? null, message }];
    });
  }
  return Object.entries(objectOf(errors) ?? {})
    .slice(0, MAX_FIELDS)
    .flatMap(([field, messages]) =>
      (Array.isArray(messages) ? messages : [messages]).flatMap((entry) => {
        const message = textOf(entry);
        return message === undefined ? [] : [{ field, message }];
      }),
    );
}

const LOOKS_LIKE_HTML = /^\s*<(?:!doctype html|html|head|body)\b/i;
const PAGE_TITLE = /<title[^>]{0,200}>([^<]{1,200})/i;

/** Known error bodies, from the contract and observed. The first match wins. */
const FORMS: readonly ((answer: RawAnswer) => Claims | undefined)[] = [
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
    // No successful answer has these members, but one without a body would otherwise count as success.
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
  413: 'The request is too large',
  429: 'Too many requests',
  500: 'The service failed',
  502: 'Bad gateway',
  503: 'The service is unavailable',
  504: 'Gateway timeout',
};

/** What a status means without an error key; other statuses go by their class. */
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

/** Our own words for statuses that do not say what the kind is: a 2xx with a refusal, a 401 with an error key. */
const TITLES_OF_KINDS: Readonly<Partial<Record<ApiErrorKind, string>>> = {
  refused: 'The service refused',
  'not-found': 'Not found',
  invalid: 'Bad request',
  redirected: 'The service redirects, which is not followed',
  unexpected: 'The answer does not fit the contract',
};

/** A title without any text of the service. */
export const ownTitle = (kind: ApiErrorKind, status: number): string =>
  (kindOfStatus(status) === kind ? OWN_TITLES[status] : undefined) ??
  TITLES_OF_KINDS[kind] ??
  `The service answered with status ${status}`;

function kindOf(meant: number, claims: Claims): ApiErrorKind {
  const key = claims.errorKey?.toLowerCase() ?? '';
  if (key.startsWith('invalid_datetime_window')) return 'outside-window';
  if (/(?:^|\.)not_found/.test(key)) return 'not-found';
  if (meant >= 200 && meant < 300) return 'refused';
  // A 401 with a specific key is about the request, not the credential (wire-facts T4).
  if (meant === 401 && key !== '' && !key.startsWith('authentication')) return 'refused';
  return kindOfStatus(meant);
}

/**
 * The failure in an answer: any status but 2xx; a 2xx whose generic response has `success: false` and a reason
 * (wire-facts T1, T2); HTML with any status. Undefined for a success. Redirects are handled elsewhere.
 */
export function problemIn(answer: RawAnswer): ApiErrorParts | undefined {
  const claims: Claims = claimsOf(answer);
  const { status } = answer;
  const succeeded = status >= 200 && status < 300;
  if (succeeded && claims.success !== false && !claims.foreign) return undefined;
  // In a 2xx the body may have the real status (wire-facts T1); if that is a 2xx, too, it is still a refusal.
  const meant = succeeded ? (claims.status ?? status) : status;
  const parts: ApiErrorParts = {
    kind: succeeded && claims.foreign ? 'unexpected' : kindOf(meant, claims),
    status,
    title: claims.title ?? OWN_TITLES[meant] ?? `The service answered with status ${meant}`,
    detail: claims.detail,
    fields: claims.fields,
    errorKey: claims.errorKey,
  };
  return { ...parts, members: furtherMembers(objectOf(answer.json), parts) };
}

/** Members used for `Claims`, in either casing. */
const READ: ReadonlySet<string> = new Set(
  'title detail status statuscode success message errorkey field errors error errorresponse'.split(
    ' ',
  ),
);

/** Maximum length of a kept member, as JSON: errors stay in memory as long as they can be viewed. */
const MAX_MEMBER_LENGTH = 16_384;

/** The members of a body that `parts` does not already include. */
function furtherMembers(
  body: JsonObject | undefined,
  { status, title, detail, errorKey, fields = [] }: ApiErrorParts,
): ApiErrorParts['members'] {
  if (body === undefined) return undefined;
  const texts = [title, detail, errorKey, ...fields.flatMap((each) => [each.field, each.message])];
  const isIncluded = (value: Json): boolean => {
    if (typeof value === 'string') return value.trim() === '' || texts.includes(value.trim());
    if (typeof value === 'object' && value !== null) return Object.values(value).every(isIncluded);
    // Null, false and 0 are default values (wire-facts T2).
    return value === status || !value;
  };
  const kept = Object.entries(body).flatMap(([name, value]) => {
    const isRead = READ.has(name.toLowerCase()) && isIncluded(value);
    const isKept = !isRead && name.length <= MAX_TEXT_LENGTH && value !== null;
    const part = isKept ? shortEnough(value) : undefined;
    return part === undefined ? [] : [[name, part] as const];
  });
  return kept.length === 0 ? undefined : Object.fromEntries(kept.slice(0, MAX_FIELDS));
}

/** The value if it is short enough; otherwise its configuration, which has the plan limits of a refused upload. */
function shortEnough(value: Json): Json | undefined {
  if (JSON.stringify(value).length <= MAX_MEMBER_LENGTH) return value;
  const configuration = objectOf(value)?.configuration;
  if (configuration === undefined) return undefined;
  const part = { configuration };
  return JSON.stringify(part).length <= MAX_MEMBER_LENGTH ? part : undefined;
}

function claimsOf(answer: RawAnswer): Claims {
  for (const read of FORMS) {
    const claims = read(answer);
    if (claims) return claims;
  }
  return {};
}
