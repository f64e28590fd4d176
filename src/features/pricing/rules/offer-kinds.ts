import { type OfferKind, offerKinds } from '../contract/offer-kinds.ts';

export interface OfferField {
  readonly name: string;
  readonly label: string;
  readonly kind: 'text' | 'textarea' | 'lines' | 'price' | 'number' | 'select' | 'switch';
  readonly hint?: string;
  /** Options of a select, by value. */
  readonly choices?: Readonly<Record<string, string>>;
  /** Value in a new offer. */
  readonly defaultValue?: string;
}

/** How a kind of offer is listed and edited in the dashboard. */
export interface OfferKindDefinition {
  /** Plural title, such as "Plans", and singular noun. */
  readonly title: string;
  readonly noun: string;
  readonly about: string;
  /** Empty state. */
  readonly empty: string;
  /** Fields with the title and the first detail. */
  readonly titleField: string;
  readonly subtitleField?: string;
  /** Field that marks the one highlighted offer of a kind, and its label. */
  readonly highlightField?: string;
  readonly highlightLabel?: string;
  readonly fields: readonly OfferField[];
}

const name: OfferField = { name: 'name', label: 'Name', kind: 'text' };
const title: OfferField = { ...name, name: 'title' };
const description: OfferField = { name: 'description', label: 'Description', kind: 'textarea' };
const hidden: OfferField = { name: 'isHidden', label: 'Hide from the site', kind: 'switch' };
const price: OfferField = { name: 'price', label: 'Price', kind: 'price' };
const highlight: OfferField = {
  name: 'isHighlighted',
  label: 'Mark as “Most popular” (replaces the current one)',
  kind: 'switch',
};

/** All kinds, in the order of the pricing page. */
export const offerKindDefinitions: Readonly<Record<OfferKind, OfferKindDefinition>> = {
  plan: {
    title: 'Plans',
    noun: 'plan',
    about: 'Projects at a fixed price.',
    empty:
      'A plan is a project with a fixed price and a list of what’s included. Clients order it on the pricing page.',
    titleField: 'name',
    subtitleField: 'tagline',
    highlightField: 'isHighlighted',
    highlightLabel: 'Most popular',
    fields: [
      name,
      price,
      { name: 'isStartingPrice', label: 'This is a starting price: clients request a quote', kind: 'switch' },
      { name: 'tagline', label: 'Tagline', kind: 'text', hint: 'Shown in the accent color below the price.' },
      description,
      {
        name: 'features',
        label: 'What’s included',
        kind: 'lines',
        hint: 'Enter one item per line. Items that several plans share become rows of the comparison table. You can add a value: “Pages: up to 8”.',
      },
      {
        name: 'deliveryDays',
        label: 'Days until delivery',
        kind: 'number',
        hint: 'Counted from the deposit. Days spent waiting for the client are added (term 10).',
        defaultValue: '14',
      },
      {
        name: 'supportDays',
        label: 'Days of support after delivery',
        kind: 'number',
        hint: 'Included in the price (term 13). Enter 0 for none.',
        defaultValue: '0',
      },
      {
        name: 'contentItems',
        label: 'What the client provides',
        kind: 'lines',
        hint: 'Enter one item per line. Work can start once everything has arrived (term 9).',
      },
      highlight,
      hidden,
    ],
  },
  service: {
    title: 'Monthly services',
    noun: 'service',
    about: 'Paid on the 1st of each month (term 14).',
    empty: 'A service is ongoing work for a monthly price, such as keeping a site up to date.',
    titleField: 'title',
    subtitleField: 'description',
    highlightField: 'isHighlighted',
    highlightLabel: 'Most popular',
    fields: [
      title,
      { ...price, label: 'Price per month' },
      { name: 'description', label: 'What’s included', kind: 'lines', hint: 'Enter one item per line.' },
      highlight,
      hidden,
    ],
  },
  custom_package_detail: {
    title: 'Custom plan',
    noun: 'custom plan detail',
    about: 'What clients should know when no plan fits.',
    empty: 'A detail is a sentence about custom plans: what clients can choose, and how you price it.',
    titleField: 'text',
    fields: [{ name: 'text', label: 'Text', kind: 'textarea' }, hidden],
  },
  consultation_option: {
    title: 'Consultation options',
    noun: 'consultation option',
    about: 'Paid calls with you.',
    empty: 'An option is a call of a set length at a set price.',
    titleField: 'title',
    subtitleField: 'description',
    highlightField: 'isPrimary',
    highlightLabel: 'Primary',
    fields: [
      title,
      description,
      price,
      {
        name: 'priceUnit',
        label: 'The price is per',
        kind: 'select',
        choices: { session: 'Session', hour: 'Hour' },
        defaultValue: 'session',
      },
      {
        name: 'durationMinutes',
        label: 'Length in minutes',
        kind: 'number',
        hint: 'Enter 60 if the price is per hour.',
        defaultValue: '30',
      },
      { name: 'isPrimary', label: 'Make this the primary option (replaces the current one)', kind: 'switch' },
      hidden,
    ],
  },
  consultation_feature: {
    title: 'Consultation features',
    noun: 'consultation feature',
    about: 'What every consultation includes.',
    empty: 'A feature describes one thing that every consultation includes.',
    titleField: 'name',
    subtitleField: 'description',
    fields: [name, description, hidden],
  },
  specialized_service: {
    title: 'Specialized services',
    noun: 'specialized service',
    about: 'Individual tasks that you quote on request.',
    empty: 'A specialized service is a single task you’re good at, such as rescuing a site.',
    titleField: 'title',
    subtitleField: 'description',
    fields: [title, description, hidden],
  },
};

/** Parses a key such as `plan-starter`; undefined if invalid. */
export function parseOfferKey(key: string): { kind: OfferKind; id: string } | undefined {
  const [, word, id] = /^([a-z_]+)-([a-z0-9-]{1,140})$/.exec(key) ?? [];
  const kind = offerKinds.find(known => known === word);
  return kind && id ? { kind, id } : undefined;
}

export function formatOfferKey(kind: OfferKind, id: string): string {
  return `${kind}-${id}`;
}
