import { type MinorUnits, toDecimalString } from '#shared/money.ts';
import { sumAmounts, ZERO } from '#shared/money-arithmetic.ts';
import type { BillingDocument } from '../contract/documents.ts';
import type { DatevChart, DatevSettings } from '../contract/datev.ts';
import type { TaxCategory } from '../contract/tax-categories.ts';
import { listTaxShares, type TaxShare } from './tax-report.ts';

/** Revenue accounts by category and rate: the automatic accounts of SKR 03 and SKR 04, which contain the tax. */
const accounts: Readonly<
  Record<DatevChart, Readonly<Record<Exclude<TaxCategory, 'standard'> | '19' | '7' | 'other', number>>>
> = {
  SKR03: {
    '19': 8400,
    '7': 8300,
    other: 8200,
    zero: 8290,
    exempt: 8100,
    small_business: 8195,
    reverse_charge: 8336,
    intra_community: 8125,
    export: 8120,
    outside_scope: 8338,
  },
  SKR04: {
    '19': 4400,
    '7': 4300,
    other: 4200,
    zero: 4290,
    exempt: 4100,
    small_business: 4185,
    reverse_charge: 4336,
    intra_community: 4125,
    export: 4120,
    outside_scope: 4338,
  },
};

function getRevenueAccount(chart: DatevChart, { category, basisPoints }: TaxShare['tax']): number {
  if (category !== null && category !== 'standard') return accounts[chart][category];
  return accounts[chart][basisPoints === 1900 ? '19' : basisPoints === 700 ? '7' : 'other'];
}

const numbered = (count: number, names: (place: number) => string[]) =>
  Array.from({ length: count }, (_, index) => names(index + 1)).flat();

/** The fields of a booking (DATEV format, Buchungsstapel, version 13). */
const headings = [
  'Umsatz (ohne Soll/Haben-Kz)',
  'Soll/Haben-Kennzeichen',
  'WKZ Umsatz',
  'Kurs',
  'Basis-Umsatz',
  'WKZ Basis-Umsatz',
  'Konto',
  'Gegenkonto (ohne BU-Schlüssel)',
  'BU-Schlüssel',
  'Belegdatum',
  'Belegfeld 1',
  'Belegfeld 2',
  'Skonto',
  'Buchungstext',
  'Postensperre',
  'Diverse Adressnummer',
  'Geschäftspartnerbank',
  'Sachverhalt',
  'Zinssperre',
  'Beleglink',
  ...numbered(8, place => [`Beleginfo - Art ${place}`, `Beleginfo - Inhalt ${place}`]),
  'KOST1 - Kostenstelle',
  'KOST2 - Kostenstelle',
  'Kost-Menge',
  'EU-Land u. UStID (Bestimmung)',
  'EU-Steuersatz (Bestimmung)',
  'Abw. Versteuerungsart',
  'Sachverhalt L+L',
  'Funktionsergänzung L+L',
  'BU 49 Hauptfunktionstyp',
  'BU 49 Hauptfunktionsnummer',
  'BU 49 Funktionsergänzung',
  ...numbered(20, place => [`Zusatzinformation - Art ${place}`, `Zusatzinformation- Inhalt ${place}`]),
  'Stück',
  'Gewicht',
  'Zahlweise',
  'Forderungsart',
  'Veranlagungsjahr',
  'Zugeordnete Fälligkeit',
  'Skontotyp',
  'Auftragsnummer',
  'Buchungstyp',
  'USt-Schlüssel (Anzahlungen)',
  'EU-Land (Anzahlungen)',
  'Sachverhalt L+L (Anzahlungen)',
  'EU-Steuersatz (Anzahlungen)',
  'Erlöskonto (Anzahlungen)',
  'Herkunft-Kz',
  'Buchungs GUID',
  'KOST-Datum',
  'SEPA-Mandatsreferenz',
  'Skontosperre',
  'Gesellschaftername',
  'Beteiligtennummer',
  'Identifikationsnummer',
  'Zeichnernummer',
  'Postensperre bis',
  'Bezeichnung SoBil-Sachverhalt',
  'Kennzeichen SoBil-Buchung',
  'Festschreibung',
  'Leistungsdatum',
  'Datum Zuord. Steuerperiode',
  'Fälligkeit',
  'Generalumkehr (GU)',
  'Steuersatz',
  'Land',
  'Abrechnungsreferenz',
  'BVV-Position',
  'EU-Land u. UStID (Ursprung)',
  'EU-Steuersatz (Ursprung)',
  'Abw. Skontokonto',
] as const;

const text = (value: string, max: number) =>
  `"${value
    .replaceAll(/\p{Cc}+/gu, ' ')
    .slice(0, max)
    .replaceAll('"', '""')}"`;
const compactDay = (day: string) => day.replaceAll('-', '');

/** Returns the two lines before the bookings; days are ISO dates within one calendar year, which is the fiscal year. */
export function formatDatevHeader(
  { consultantNumber, clientNumber, chart }: DatevSettings,
  { from, to }: { readonly from: string; readonly to: string },
  createdAt: Temporal.Instant,
): string {
  const created = createdAt.toString({ fractionalSecondDigits: 3 }).replaceAll(/\D/g, '');
  const header = [
    '"EXTF";700;21;"Buchungsstapel";13',
    created,
    ';"RE";"Freehold";""',
    consultantNumber,
    clientNumber,
    `${from.slice(0, 4)}0101;4`,
    compactDay(from),
    compactDay(to),
    `"Rechnungen";"";1;0;0;"EUR";;"";;;"${chart.slice(3)}";;;"";""`,
  ];
  return `${header.join(';')}\r\n${headings.join(';')}\r\n`;
}

/**
 * Returns an invoice or credit note as bookings of its total, one per category and rate: from the clients' account to a
 * revenue account.
 */
export function formatDatevBookings(document: BillingDocument, { chart, debtorAccount }: DatevSettings): string {
  const { number, issuedOn, currency, client } = document;
  return addRounding(listTaxShares(document))
    .map(({ tax, amount }) => {
      const fields: Partial<Record<(typeof headings)[number], string | number>> = {
        'Umsatz (ohne Soll/Haben-Kz)': toDecimalString({ minor: amount, currency }).replace('-', '').replace('.', ','),
        'Soll/Haben-Kennzeichen': amount < 0 ? '"H"' : '"S"',
        'WKZ Umsatz': `"${currency}"`,
        Konto: debtorAccount,
        'Gegenkonto (ohne BU-Schlüssel)': getRevenueAccount(chart, tax),
        Belegdatum: `${issuedOn.slice(8)}${issuedOn.slice(5, 7)}`,
        'Belegfeld 1': text(number, 36),
        Buchungstext: text(client.name, 60),
        // For the recapitulative statement (Zusammenfassende Meldung).
        ...((tax.category === 'reverse_charge' || tax.category === 'intra_community') && client.taxId
          ? { 'EU-Land u. UStID (Bestimmung)': text(client.taxId, 15) }
          : {}),
        Festschreibung: 0,
      };
      return `${headings.map(name => fields[name] ?? '').join(';')}\r\n`;
    })
    .join('');
}

/** Returns the gross amount of each tax; the rounding belongs to the largest. */
function addRounding(shares: readonly TaxShare[]): { tax: TaxShare['tax']; amount: MinorUnits }[] {
  const grosses = shares.map(({ tax, net, taxAmount }) => ({ tax, amount: sumAmounts([net, taxAmount]) }));
  const rounding = sumAmounts(grosses.filter(({ tax }) => tax.key === 'rounding').map(({ amount }) => amount));
  const taxed = grosses.filter(({ tax }) => tax.key !== 'rounding');
  const largest = taxed.toSorted((one, other) => Math.abs(other.amount) - Math.abs(one.amount))[0];
  return taxed
    .map(one => (one === largest ? { ...one, amount: sumAmounts([one.amount, rounding]) } : one))
    .filter(({ amount }) => amount !== ZERO);
}
