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
const hidden: OfferField = { name: 'isHidden', label: 'Hide it from readers', kind: 'switch' };
const price: OfferField = { name: 'price', label: 'Price', kind: 'price' };
const highlight = (label: string): OfferField => ({ name: 'isHighlighted', label, kind: 'switch' });

/** All kinds, in the order of the pricing page. */
export const offerKindDefinitions: Readonly<Record<OfferKind, OfferKindDefinition>> = {
  plan: {
    title: 'Plans',
    noun: 'plan',
    about: 'Fixed prices for a whole piece of work.',
    empty: 'A plan is a piece of work with a name, a price and a list of what is in it. Clients will order from here.',
    titleField: 'name',
    subtitleField: 'tagline',
    highlightField: 'isHighlighted',
    highlightLabel: 'Asked for most',
    fields: [
      name,
      price,
      { name: 'isStartingPrice', label: 'This is only the least: who asks gets a quote', kind: 'switch' },
      { name: 'tagline', label: 'In a few words', kind: 'text', hint: 'Stands in the accent’s color below the price.' },
      description,
      { name: 'features', label: 'What is in it', kind: 'lines', hint: 'One a line.' },
      {
        name: 'deliveryDays',
        label: 'Days until delivery',
        kind: 'number',
        hint: 'From the deposit on. Days on which you wait for the client are added (term 10).',
        defaultValue: '14',
      },
      {
        name: 'supportDays',
        label: 'Days of support after delivery',
        kind: 'number',
        hint: 'Included in the price (term 13); 0 for none.',
        defaultValue: '0',
      },
      {
        name: 'contentItems',
        label: 'What the client supplies',
        kind: 'lines',
        hint: 'One a line. Work starts when it is all there (term 9).',
      },
      highlight('Highlight it as asked for most, in place of another plan'),
      hidden,
    ],
  },
  service: {
    title: 'Monthly services',
    noun: 'service',
    about: 'Paid on the 1st of each month (term 14).',
    empty: 'A service is what you do for a client month by month, such as keeping a site up to date.',
    titleField: 'title',
    subtitleField: 'description',
    highlightField: 'isHighlighted',
    highlightLabel: 'Asked for most',
    fields: [
      title,
      { ...price, label: 'Price a month' },
      { name: 'description', label: 'What is done', kind: 'lines', hint: 'One a line.' },
      highlight('Highlight it as asked for most, in place of another service'),
      hidden,
    ],
  },
  custom_package_detail: {
    title: 'Custom package',
    noun: 'detail',
    about: 'What clients should know when no plan fits.',
    empty: 'A detail is a sentence on how you work without a plan: what can be chosen, and how it is priced.',
    titleField: 'text',
    fields: [{ name: 'text', label: 'Sentence', kind: 'textarea' }, hidden],
  },
  consultation_option: {
    title: 'Consultation options',
    noun: 'option',
    about: 'Your time for talking.',
    empty: 'An option is a talk of a certain length at a certain price.',
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
        label: 'The price is for',
        kind: 'select',
        choices: { session: 'The whole session', hour: 'An hour' },
        defaultValue: 'session',
      },
      {
        name: 'durationMinutes',
        label: 'Minutes',
        kind: 'number',
        hint: 'With a price an hour: 60.',
        defaultValue: '30',
      },
      { name: 'isPrimary', label: 'Make it the primary option, in place of another one', kind: 'switch' },
      hidden,
    ],
  },
  consultation_feature: {
    title: 'Consultation features',
    noun: 'feature',
    about: 'What holds for every consultation.',
    empty: 'A feature says in a word or two and a sentence what every consultation includes.',
    titleField: 'name',
    subtitleField: 'description',
    fields: [name, description, hidden],
  },
  specialized_service: {
    title: 'Specialized services',
    noun: 'specialized service',
    about: 'Single tasks that you are asked for, without a price.',
    empty: 'A specialized service is a single task that you are good at, such as rescuing a site.',
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
