// Separate from the contract so pages don't load the validator.
import type { LineUnit } from '#features/billing/contract/units.ts';

/** A line as typed. */
export interface DraftLine {
  readonly description: string;
  readonly detail: string;
  readonly quantity: string;
  readonly unit: LineUnit | '';
  readonly unitPrice: string;
  /** An amount, or a percentage such as "10%". */
  readonly discount: string;
  /** The key of a tax; empty for the proposed one. */
  readonly tax: string;
}

/** An invoice as typed, so an unfinished one can be saved. */
export interface DraftContent {
  readonly currency: string;
  readonly dueDays: string;
  /** First and last day of the service; for a delivery date, only the first. */
  readonly serviceFrom: string;
  readonly serviceUntil: string;
  readonly taxBehavior: 'exclusive' | 'inclusive';
  /** Of all lines: an amount, or a percentage such as "10%". */
  readonly discount: string;
  readonly notes: string;
  readonly lines: DraftLine[];
}

export const MAX_LINES = 100;
/** Maximum lengths in characters. */
export const MAX_DESCRIPTION_LENGTH = 300;
export const MAX_DETAIL_LENGTH = 1000;
export const MAX_DRAFT_NOTES_LENGTH = 2000;

export const EMPTY_LINE: DraftLine = {
  description: '',
  detail: '',
  quantity: '1',
  unit: '',
  unitPrice: '',
  discount: '',
  tax: '',
};

/** How often an invoice is repeated. */
export const intervals = ['month', 'quarter', 'year'] as const;
export type Interval = (typeof intervals)[number];
