import { encodeJson } from '../wire/encoding.ts';
import {
  problemDetails,
  type ShieldFailure,
  shieldFailure,
  successError,
} from '../wire/failures.ts';
import { jsonTextReply, type Reply } from '../wire/reply.ts';
import type { GuardianLimits } from '../world/shield-zones.ts';
import {
  afterUpload,
  encodeConfiguration,
  type KeptConfiguration,
} from './guardian-configuration.ts';
import { type Handler, parsedObject } from './handler.ts';
import type { Storage } from './storage.ts';

const FIELDS = new Set(['content', 'enforceAuthorizationValidation']);

/** Operation 1: the first upload and every update of it. */
export const guardianUpload: Handler = async (request, { world, storage, dialect, planLimits }) => {
  const refusal = (failure: ShieldFailure): Reply =>
    shieldFailure(dialect['failure-status'], failure, (error) => ({ error, data: null }));

  const zone = world.shieldZones.find(({ id }) => String(id) === request.path.shieldZoneId);
  if (!zone) return refusal(UNKNOWN_ZONE);
  const limits = planLimits[zone.plan];
  if (!limits) return refusal(PLAN_TOO_SMALL);

  if (!isJsonType(request.mediaType)) {
    return problemDetails(
      415,
      'The body must be application/json, text/json or application/*+json.',
    );
  }
  const input = parsedObject(request.body);
  if (!input) return problemDetails(400, 'The body is not a JSON object.');
  const unknown = Object.keys(input).find((field) => !FIELDS.has(field));
  if (unknown !== undefined) return invalidField(unknown, 'The field is not known.');
  const { content = null, enforceAuthorizationValidation: enforce = null } = input;
  if (content !== null && typeof content !== 'string') {
    return invalidField('content', 'The field must be a string.');
  }
  if (enforce !== null && typeof enforce !== 'boolean') {
    return invalidField('enforceAuthorizationValidation', 'The field must be true or false.');
  }

  // The engine is large, and few sessions upload anything: it is loaded with the first upload.
  const [{ derive }, { preflightInThread }] = await Promise.all([
    import('../../guardian/derive.ts'),
    import('../../guardian/preflight-thread.ts'),
  ]);
  const derivation = derive(await preflightInThread(content ?? ''));
  const writer = await storage.writer();
  const before = keptConfiguration(storage, zone.id);
  if (!before && dialect['update-before-upload'] === 'not-found') return refusal(NO_CONFIGURATION);
  if ('reason' in derivation) return refusal(unusable(derivation.reason));
  const exceeded = exceededLimit(derivation.needs, limits);
  if (exceeded) return refusal(tooMuch(exceeded, derivation.needs, limits));

  const upload = { derivation, enforceAuthorization: enforce ?? undefined, now: request.now };
  const kept = afterUpload(before, upload, {
    zoneId: zone.id,
    ids: dialect['endpoint-ids-on-update'],
  });
  writer.keepGuardian(zone.id, JSON.stringify(kept));
  const data = encodeConfiguration(kept, zone, { dialect, limits });
  return jsonTextReply(200, encodeJson({ error: successError(dialect), data }, dialect));
};

function keptConfiguration(storage: Storage, zoneId: number): KeptConfiguration | undefined {
  const json = storage.guardianOf(zoneId);
  // Nobody else writes there.
  return json === undefined ? undefined : (JSON.parse(json) as KeptConfiguration);
}

const isJsonType = (mediaType: string): boolean =>
  /^(?:application|text)\/json$|^application\/[\w.+-]+\+json$/.test(mediaType);

const invalidField = (field: string, message: string): Reply =>
  problemDetails(400, 'One or more validation errors occurred.', { [field]: [message] });

const LIMITS = [
  'maxEndpoints',
  'maxFieldsPerType',
  'maxNestingDepth',
  'maxTotalSchemaNodes',
  'maxTotalRegexLength',
] as const satisfies readonly (keyof GuardianLimits)[];

const exceededLimit = (
  needs: GuardianLimits,
  limits: GuardianLimits,
): keyof GuardianLimits | undefined => LIMITS.find((name) => needs[name] > limits[name]);

const tooMuch = (
  name: keyof GuardianLimits,
  needs: GuardianLimits,
  limits: GuardianLimits,
): ShieldFailure => ({
  status: 403,
  errorKey: 'api_guardian.upsert_open_api_specification.plan_limit_exceeded',
  message: `The specification needs ${name} ${needs[name]}; the plan allows ${limits[name]}.`,
});

const unusable = (reason: string): ShieldFailure => ({
  status: 400,
  errorKey: 'api_guardian.upsert_open_api_specification.invalid_specification',
  message: reason,
});

const UNKNOWN_ZONE: ShieldFailure = {
  status: 404,
  errorKey: 'not_found_or_unauthorised_access.shieldzone',
  message: 'The shield zone does not exist, or is not yours.',
};
const NO_CONFIGURATION: ShieldFailure = {
  status: 404,
  errorKey: 'api_guardian.upsert_open_api_specification.no_configuration',
  message: 'No API Guardian configuration found for this shield zone.',
};
const PLAN_TOO_SMALL: ShieldFailure = {
  status: 403,
  errorKey: 'feature_not_available_on_plan.api_guardian',
  message: 'API Guardian needs the Advanced plan or a higher one.',
};
