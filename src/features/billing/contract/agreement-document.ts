import type { BillingDocument } from './documents.ts';

/** Part of an agreement's text, told by what it is. All parts together have every word of the text, in its order. */
export type AgreementPart =
  | { readonly kind: 'title' | 'heading' | 'text'; readonly text: string }
  | { readonly kind: 'list'; readonly items: readonly string[] }
  | { readonly kind: 'terms'; readonly terms: readonly { readonly number: string; readonly text: string }[] }
  | { readonly kind: 'amounts'; readonly rows: readonly AgreementPriceRow[] };

export interface AgreementPriceRow {
  readonly label: string;
  /** The payment term that causes it, such as "(term 1)"; empty where none does. */
  readonly term: string;
  /** As it is written in the text, with its currency. */
  readonly amount: string;
  readonly isTotal: boolean;
}

/** The two sides of an agreement, and the IANA zone in which its time is told, as they were when it was made. */
export interface AgreementParties {
  readonly issuer: BillingDocument['issuer'];
  readonly client: { readonly name: string; readonly email: string };
  readonly timeZone: string;
}

/** An agreement with all that stands on its paper (term 15). Instants are ISO 8601. */
export interface AgreementDocument extends AgreementParties {
  readonly kind: 'agreement';
  /** Of the order. */
  readonly number: string;
  /** What was agreed to: as it was hashed, and in its parts. */
  readonly text: string;
  readonly parts: readonly AgreementPart[];
  /** Of the text, in hex. */
  readonly sha256: string;
  /** As it was typed; of a message, whose it is. */
  readonly signature: string;
  /** When it was typed, or when the message came. */
  readonly agreedAt: string;
  readonly ip: string | null;
  /** The message that confirms it, and when the owner recorded it; null where it was signed. */
  readonly confirmation: { readonly message: string; readonly recordedAt: string } | null;
  /** What the client wrote beside it; empty where that is nothing. */
  readonly brief: string;
}
