import type { Plan } from '../world/shield-zones.ts';

/** What a specification may hold at most (contract, ApiGuardianConfigurationDetails). */
export interface GuardianLimits {
  readonly maxEndpoints: number;
  readonly maxFieldsPerType: number;
  readonly maxNestingDepth: number;
  readonly maxTotalSchemaNodes: number;
  /** Characters. */
  readonly maxTotalRegexLength: number;
}

/** The limits of each plan; a plan without any has no API Guardian. */
export type PlanLimits = { readonly [Name in Plan]: GuardianLimits | undefined };

/** The service publishes no numbers: these are the platform's own. */
export const DEFAULT_PLAN_LIMITS: PlanLimits = {
  Basic: undefined,
  Advanced: {
    maxEndpoints: 100,
    maxFieldsPerType: 50,
    maxNestingDepth: 8,
    maxTotalSchemaNodes: 1_000,
    maxTotalRegexLength: 2_000,
  },
  Business: {
    maxEndpoints: 500,
    maxFieldsPerType: 100,
    maxNestingDepth: 12,
    maxTotalSchemaNodes: 5_000,
    maxTotalRegexLength: 10_000,
  },
  Enterprise: {
    maxEndpoints: 2_000,
    maxFieldsPerType: 250,
    maxNestingDepth: 20,
    maxTotalSchemaNodes: 25_000,
    maxTotalRegexLength: 50_000,
  },
};
