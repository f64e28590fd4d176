import type { BillingDocument } from './documents.ts';

/** A typed part of an agreement's text. All parts together contain the full text, in order. */
export type AgreementPart =
  /** A `caption` names the amounts below it. */
  | { readonly kind: 'title' | 'heading' | 'caption' | 'text'; readonly text: string }
  | { readonly kind: 'list'; readonly items: readonly string[] }
  | { readonly kind: 'terms'; readonly terms: readonly { readonly number: string; readonly text: string }[] }
  | { readonly kind: 'amounts'; readonly rows: readonly AgreementPriceRow[] };

export interface AgreementPriceRow {
  readonly label: string;
  /** The payment term that causes it, such as "(term 1)"; empty if none does. */
  readonly term: string;
  /** As written in the text, with its currency. */
  readonly amount: string;
  readonly isTotal: boolean;
  /** Whether it is a milestone, a part of the balance. */
  readonly isPart?: true;
}

/** Both parties of an agreement and its IANA time zone, as of when it was made. */
export interface AgreementParties {
  readonly issuer: BillingDocument['issuer'];
  /** Address and tax ID are absent from older agreements. */
  readonly client: { readonly name: string; readonly email: string } & Partial<BillingDocument['client']>;
  readonly timeZone: string;
}

/** An agreement with everything printed on it (term 15). Instants are ISO 8601. */
export interface AgreementDocument extends AgreementParties {
  readonly kind: 'agreement';
  readonly orderNumber: string;
  /** The agreed text: exactly as hashed, and split into parts. */
  readonly text: string;
  readonly parts: readonly AgreementPart[];
  /** SHA-256 of the text, in hex. */
  readonly sha256: string;
  /** The typed signature, or the sender of the confirming message. */
  readonly signature: string;
  /** When it was signed, or when the message arrived. */
  readonly agreedAt: string;
  readonly ip: string | null;
  /** The confirming message and when the owner recorded it; null if signed. */
  readonly confirmation: { readonly message: string; readonly recordedAt: string } | null;
  /** The client's brief; empty if there is none. */
  readonly brief: string;
}
