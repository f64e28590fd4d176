import { email as emailRule } from '#features/auth/contract.ts';
import { parseCsv, parseCsvRows } from '#shared/csv.ts';
import { inactiveReasons, type SubscriberState, topics } from '../contract/limits.ts';
import type { ImportPreview, Subscriber } from '../contract/subscribers.ts';
import { applyBlock, applyConfirmation, applyUnsubscribe, type SubscriptionStatus } from './subscription.ts';

const csvColumns: readonly (readonly [heading: string, cell: (one: Subscriber) => string | null])[] = [
  ['Email', one => one.email],
  ['State', one => one.state],
  ['Topics', one => one.topics.join(' ')],
  ['Source', one => one.source],
  ['Asked', one => one.createdAt],
  ['Confirmed', one => one.confirmedAt],
  ['Confirmed by', one => one.confirmationMethod],
  ['Note', one => one.consentNote],
  ['Ended', one => one.inactiveSince],
  ['Ended by', one => one.inactiveReason],
  ['Why', one => one.inactiveNote],
  ['Name', one => one.name],
  ['Labels', one => one.labels.join(', ')],
];

export const listHeading = csvColumns.map(([heading]) => heading);

/** Returns a subscriber as the cells of the list's table. */
export const listCells = (one: Subscriber) => csvColumns.map(([, cell]) => cell(one) ?? '');

/** Maps each of the listed names to its key. */
const byName = <Key extends string>(names: Readonly<Record<Key, readonly string[]>>) =>
  new Map((Object.keys(names) as Key[]).flatMap(key => names[key].map(name => [name, key] as const)));

const columnNames = byName({
  email: ['email', 'e-mail', 'email address', 'address'],
  state: ['state', 'status'],
  topics: ['topics'],
  note: ['note'],
  confirmed: ['confirmed'],
  ended: ['ended', 'unsubscribed at', 'unsub_time', 'deleted_at'],
  name: ['name', 'full name'],
  labels: ['labels', 'tags'],
  asked: ['asked', 'created_at', 'signed up', 'optin_time'],
  isSubscribed: ['subscribed', 'subscribed_to_emails'],
  endedBy: ['ended by'],
  why: ['why'],
});

/** The states, with the names that other programs use for them. */
const stateNames = byName({
  subscribed: ['subscribed', '', 'active', 'enabled', 'confirmed'],
  pending: ['pending', 'unconfirmed'],
  unsubscribed: ['unsubscribed'],
  blocked: ['blocked', 'cleaned', 'bounced', 'complained', 'blocklisted'],
} satisfies Record<SubscriberState, string[]>);

/** The only values of a yes/no column that count as consent. */
const YES = /^(?:true|yes|y|1)$/i;

/** If an address has two rows, the stricter state wins. */
const strictness: readonly SubscriberState[] = ['pending', 'subscribed', 'unsubscribed', 'blocked'];

/** Parses a CSV with a header, or a plain list of addresses. Dates after `now` are ignored. */
export function parseSubscribersCsv(csv: string, now: Date) {
  const rows = parseCsvRows(csv);
  const first = rows[0]?.cells.map(cell => cell.trim().toLowerCase()) ?? [];
  const hasHeading = first.some(cell => columnNames.get(cell) === 'email');
  const columns = hasHeading ? first.map(cell => columnNames.get(cell) ?? '') : ['email'];
  const entries = new Map<string, SubscriberImportRow>();
  const invalid: ImportPreview['invalidRows'] = [];
  for (const { row, cells } of rows.slice(hasHeading ? 1 : 0)) {
    const values: Record<string, string> = Object.fromEntries(
      columns.map((name, column) => [name, (cells[column] ?? '').replaceAll(/\p{Cc}+/gu, ' ').trim()]),
    );
    const entry = entryOf(row, values, now);
    if (typeof entry === 'string') {
      invalid.push({ row, email: (values.email ?? '').slice(0, 120), message: entry });
      continue;
    }
    const key = entry.email.toLowerCase();
    const before = entries.get(key);
    const isStricter = !before || strictness.indexOf(entry.state) > strictness.indexOf(before.state);
    if (isStricter) entries.set(key, entry);
    if (before && isStricter) {
      const message = 'A later row has the same address with a stricter status.';
      invalid.push({ row: before.row, email: before.email, message });
    } else if (before) {
      invalid.push({ row, email: entry.email, message: 'This address is already in an earlier row.' });
    }
  }
  return { entries: [...entries.values()], invalid };
}

/** Returns whether a file is a member list exported from Ghost. */
export function isGhostMemberList(csv: string): boolean {
  const columns = parseCsv(csv.slice(0, 2000).split(/\r?\n/, 1)[0] ?? '')[0] ?? [];
  return columns.includes('email') && columns.includes('subscribed_to_emails');
}

type SubscriberImportRow = Exclude<ReturnType<typeof entryOf>, string>;

/** Returns the content of a row, or why it is invalid. Unknown dates are null. `row` is its number. */
function entryOf(row: number, values: Readonly<Record<string, string>>, now: Date) {
  const address = emailRule.safeParse(values.email ?? '');
  if (!address.success) return values.email ? 'This is not a valid email address.' : 'This row has no email address.';
  const named = stateNames.get((values.state ?? '').toLowerCase());
  const state = isActive(named) && hasOptedOut(values) ? 'unsubscribed' : named;
  if (!state) return `Unknown state “${(values.state ?? '').slice(0, 40)}”.`;
  const requested: readonly string[] = (values.topics ?? '').toLowerCase().match(/[^\s,;|]+/g) ?? [];
  const known = topics.filter(topic => requested.includes(topic));
  if (requested.length > 0 && known.length === 0) return 'None of these topics exist.';
  const missingDay = [values.asked, values.confirmed, values.ended].map(findMissingDay).find(Boolean);
  if (missingDay) return `The date ${missingDay} doesn’t exist.`;
  return {
    row,
    email: address.data,
    name: (values.name ?? '').slice(0, MAX_NAME_LENGTH),
    labels: labelsIn(values.labels ?? ''),
    state,
    topics: known.length > 0 ? known : [...topics],
    note: (values.note ?? '').slice(0, 300),
    createdAt: dateOf(values.asked, now),
    confirmedAt: dateOf(values.confirmed, now),
    inactiveSince: dateOf(values.ended, now),
    inactiveReason: inactiveReasons.find(how => how === values.endedBy) ?? null,
    inactiveNote: (values.why ?? '').slice(0, 300),
  };
}

const isActive = (state: SubscriberState | undefined) => state === 'subscribed' || state === 'pending';

/** Returns whether a row says that its reader must not be emailed; an empty yes/no cell is no consent. */
function hasOptedOut({ state, ended = '', isSubscribed }: Readonly<Record<string, string>>): boolean {
  // This site's own exports keep the previous end date of resubscribed people.
  const endedElsewhere = state === undefined && ended !== '';
  return endedElsewhere || (isSubscribed !== undefined && !YES.test(isSubscribed));
}

const MAX_NAME_LENGTH = 200;
const MAX_LABELS = 50;

/** Ghost and Mailchimp separate labels with commas. */
function labelsIn(cell: string): string[] {
  const labels = cell.split(',').map(label => label.trim().slice(0, 100));
  return [...new Set(labels.filter(Boolean))].slice(0, MAX_LABELS);
}

/** Returns the day of a date that doesn't exist, such as 2024-02-31, which JavaScript would read as 2 March. */
function findMissingDay(text = ''): string | undefined {
  // MySQL exports 0000-00-00 for no date.
  const [, day] = /^(?!0000-)(\d{4}-\d\d-\d\d)/.exec(text) ?? [];
  if (day === undefined) return undefined;
  const at = new Date(day);
  return Number.isNaN(at.getTime()) || at.toISOString().slice(0, 10) !== day ? day : undefined;
}

/** Parses a date, in UTC without a time zone; null if it is invalid or in the future. */
function dateOf(text: string | undefined, now: Date): Date | null {
  if (!text || !/^\d{4}-\d\d-\d\d/.test(text)) return null;
  const hasNoZone = /^[\d-]{10}[ T]\d\d:\d\d(?::\d\d(?:\.\d+)?)?$/.test(text);
  const at = new Date(hasNoZone ? `${text}Z` : text);
  return Number.isNaN(at.getTime()) || at > now ? null : at;
}

type ExistingRow = SubscriptionStatus & { readonly name: string; readonly labels: readonly string[] };

/**
 * Returns the effect of a row: an insert, an update, nothing, or `skipped` if it would resubscribe an address that opted
 * out. `note` says where the consent comes from.
 */
export function planImportRow(
  entry: SubscriberImportRow,
  known: ExistingRow | undefined,
  isSuppressed: boolean,
  note: string,
  now: Date,
) {
  const { state, inactiveReason } = entry;
  const isWanted = isActive(state);
  const consent = [note, entry.note].filter(Boolean).join(' · ').slice(0, 600);
  const hasLeft = isSuppressed || known?.state === 'unsubscribed' || known?.state === 'blocked';
  if (isWanted && hasLeft) return { kind: 'skipped' as const };
  if (!known) {
    const end = isWanted
      ? {}
      : {
          inactiveSince: entry.inactiveSince ?? now,
          inactiveReason: inactiveReason ?? ('import' as const),
          inactiveNote: entry.inactiveNote,
          ...(state === 'blocked' ? { previousState: 'unsubscribed' as const } : {}),
        };
    const confirmation =
      state === 'subscribed' ? { confirmedAt: entry.confirmedAt ?? now, confirmationMethod: 'import' as const } : {};
    const values = {
      email: entry.email,
      name: entry.name,
      labels: entry.labels,
      state,
      topics: entry.topics,
      source: 'import' as const,
      // Unconfirmed addresses are deleted by age, so their period starts with the import.
      createdAt: state === 'pending' ? now : (entry.createdAt ?? now),
      consentNote: state === 'subscribed' ? consent : entry.note,
      ...confirmation,
      ...end,
    };
    return { kind: 'created' as const, values };
  }
  const values =
    state === 'pending' || (state === 'subscribed' && known.state === 'subscribed')
      ? undefined
      : state === 'subscribed'
        ? applyConfirmation(known, 'import', entry.confirmedAt ?? now, consent)
        : state === 'unsubscribed'
          ? applyUnsubscribe(known, 'import', entry.inactiveSince ?? now)
          : applyBlock(
              known,
              inactiveReason === 'complaint' ? 'complaint' : 'import',
              entry.inactiveSince ?? now,
              entry.inactiveNote,
            );
  const details = detailsFor(entry, known);
  if (values) return { kind: 'updated' as const, values: { ...values, ...details } };
  return { kind: 'unchanged' as const, details };
}

/** Returns the name and labels that the site doesn't have yet; existing names stay. */
function detailsFor(entry: SubscriberImportRow, known: ExistingRow): { name?: string; labels?: string[] } {
  const labels = [...new Set([...known.labels, ...entry.labels])].slice(0, MAX_LABELS);
  return {
    ...(known.name === '' && entry.name !== '' ? { name: entry.name } : {}),
    ...(labels.length > known.labels.length ? { labels } : {}),
  };
}
