import type { ColumnName } from '../storage/columns.ts';
import { isPartOfAddress, parseAddress } from './address-range.ts';

/** The form that all values of a field have. */
export interface ValueForm {
  /** Whether a value can have it. `*` stands for anything. */
  fits(value: string): boolean;
  /** A clause for messages. */
  readonly doc: string;
  readonly isNumber: boolean;
  /** A value as the service writes it, given as this program may show it. */
  plain?(value: string): string;
}

/** Forms of columns. The others are words that may change with the service. */
export const COLUMN_FORMS: Readonly<Partial<Record<ColumnName, ValueForm>>> = {
  asn: {
    fits: (value) => /^[\d*]+$/.test(value),
    doc: 'a number, such as 48090 or AS48090',
    isNumber: true,
    plain: (value) => value.replace(/^AS(?=[\d*]+$)/i, ''),
  },
  country: {
    // Some services write T1, A1 and the like for networks without a country.
    fits: (value) => value.includes('*') || /^[a-z][a-z\d]$/i.test(value),
    doc: 'a code of two letters, such as BG',
    isNumber: false,
  },
  remoteIp: {
    fits: (value) => parseAddress(value) !== undefined || isPartOfAddress(value),
    doc: 'an address, a part of one or a block, such as 1.2.3.0/24',
    isNumber: false,
  },
};

export const ZONE_FORM: ValueForm = {
  fits: (value) => /^[\d*]+$/.test(value),
  doc: 'the id of a shield zone, such as 120431',
  isNumber: true,
};
