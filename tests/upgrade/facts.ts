import { renamed } from './names.ts';

interface RecordedDocument {
  readonly number: string;
  readonly kind: string;
  readonly total: number;
  readonly owed: number;
  readonly path: string;
}

interface RecordedOrder {
  readonly number: number;
  /** The number and token in the client's secret link. */
  readonly link: string;
  readonly state: string;
  readonly title: string;
  readonly client: string;
  readonly total: number;
  readonly owed: number;
  readonly currency: string;
  readonly documents: readonly RecordedDocument[];
  readonly payments: readonly { readonly method: string; readonly amount: number; readonly refunded: number }[];
  readonly agreements: number;
  readonly messages: number;
  readonly files: number;
  readonly changes: readonly (boolean | null)[];
  readonly support: readonly string[];
  readonly events: number;
  readonly subscription: string | null;
  readonly testimonial: string | null;
}

interface RecordedBooking {
  readonly link: string;
  readonly number: number;
  readonly state: string;
  readonly startsAt: string;
  readonly total: number;
  readonly files: number;
}

/** A URL that was sent to someone, and its response. */
interface RecordedLink {
  readonly path: string;
  /** The user who must be signed in. */
  readonly as: '' | 'member' | 'owner';
  /** The email that contained the URL, or another description of it. */
  readonly from: string;
  readonly to?: string;
  /** The status of the first response, and the content type of the last. */
  readonly first: number;
  readonly type: string;
  /** Text that the response contains. */
  readonly shows?: string;
}

/** The facts recorded when the data was created. */
export interface Facts {
  readonly now: string;
  readonly secretKey: string;
  readonly mailEventsSecret: string;
  readonly stripe: { readonly secretKey: string; readonly webhookSecret: string };
  readonly owner: {
    readonly email: string;
    readonly password: string;
    readonly secret: string;
    readonly recoveryCodes: readonly string[];
    /** How many of the codes were used, counted from the first. */
    readonly usedRecoveryCodes: number;
  };
  readonly members: {
    readonly password: string;
    readonly noor: string;
    readonly lin: string;
    readonly disabled: string;
    readonly wanda: string;
  };
  /** The cookies of open sessions. */
  readonly sessions: { readonly owner: string; readonly noor: string };
  readonly rows: Readonly<Record<string, number>>;
  readonly lists: Readonly<Record<string, number>>;
  readonly exports: { readonly noor: Readonly<Record<string, unknown>> };
  readonly orderTotals: readonly object[];
  readonly money: object;
  readonly statement: object;
  readonly orders: readonly RecordedOrder[];
  readonly bookings: readonly RecordedBooking[];
  readonly links: readonly RecordedLink[];
  readonly idempotency: {
    readonly key: string;
    readonly path: string;
    readonly body: object;
    readonly answer: { readonly number: number; readonly link: string };
  };
  readonly pendingCard: {
    readonly order: number;
    readonly reference: string;
    readonly amount: number;
    readonly currency: string;
  };
  readonly waitingMails: readonly { readonly to: string; readonly subject: string }[];
  /** How many emails each address gets when the queues run, three hours later, and a day after that. */
  readonly mails: Readonly<Record<'first' | 'later' | 'nextDay', Readonly<Record<string, number>>>>;
  readonly newsletter: {
    readonly subject: string;
    readonly recipients: readonly string[];
    readonly scheduledSubject: string;
    /** The subscribers who have already received the newsletter that is being sent. */
    readonly got: readonly string[];
    readonly subscribed: readonly string[];
  };
}

/** Returns a field of a response by its recorded name; dots separate nested fields. */
export function at(answer: unknown, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>(
      (value, name) => (value as Record<string, unknown> | null)?.[renamed.fields[name] ?? name],
      answer,
    );
}

/** Returns the current name of a recorded value. */
export const valueOf = (recorded: string): string => renamed.values[recorded] ?? recorded;

/** Returns the current API path of a recorded one. */
export function pathOf(recorded: string): string {
  const moved = Object.entries(renamed.paths).find(
    ([path]) => recorded === path || recorded.startsWith(`${path}/`) || recorded.startsWith(`${path}?`),
  );
  return moved ? moved[1] + recorded.slice(moved[0].length) : recorded;
}

/** Returns a recorded response with the current names of its fields and values. */
export function toCurrentNames(recorded: unknown): unknown {
  if (typeof recorded === 'string') return valueOf(recorded);
  if (Array.isArray(recorded)) return recorded.map(toCurrentNames);
  if (recorded === null || typeof recorded !== 'object') return recorded;
  return Object.fromEntries(
    Object.entries(recorded).map(([name, value]) => [renamed.fields[name] ?? name, toCurrentNames(value)]),
  );
}
