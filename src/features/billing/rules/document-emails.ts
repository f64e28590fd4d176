import { toMinorUnits } from '#shared/money-arithmetic.ts';
import type { DocumentEmailKind, DocumentLanguage } from '../contract/document-design.ts';
import { formatAmount, formatDay, formatDocumentTitle, lowerTitle } from './labels.ts';

/** The subject and body of an email; names in double braces are replaced by {@link fillPlaceholders}. */
export interface EmailText {
  readonly subject: string;
  readonly body: string;
}

/** The text of an email for one recipient. */
export interface FilledEmailText {
  readonly language: DocumentLanguage;
  readonly subject: string;
  readonly body: string;
  readonly labels: EmailLabels;
}

const common = ['client_name', 'first_name', 'site_name', 'order_title', 'document'] as const;
const placeholders = {
  invoice: [...common, 'invoice_number', 'amount_due', 'due_date'],
  receipt: [...common, 'receipt_number', 'amount_paid', 'related_document'],
  credit_note: [...common, 'credit_note_number', 'amount_credited', 'related_document'],
  late_fee: [...common, 'invoice_number', 'amount_due', 'due_date', 'related_document'],
  reminder_before: [...common, 'invoice_number', 'amount_due', 'due_date'],
  reminder_due: [...common, 'invoice_number', 'amount_due', 'due_date'],
  reminder_overdue: [...common, 'invoice_number', 'amount_due', 'due_date'],
} as const satisfies Record<DocumentEmailKind, readonly string[]>;

export type Placeholder = (typeof placeholders)[DocumentEmailKind][number];

/** Returns the placeholders that the texts of a kind may have. */
export const listPlaceholders = (kind: DocumentEmailKind): readonly Placeholder[] => placeholders[kind];

const PLACEHOLDER = /\{\{\s*([^{}]*?)\s*\}\}/g;

/** Returns a message about the first placeholder that a kind doesn't have; undefined if all are known. */
export function findPlaceholderProblem(text: string, kind: DocumentEmailKind): string | undefined {
  const known: readonly string[] = placeholders[kind];
  const unknown = [...text.matchAll(PLACEHOLDER)].find(([, name = '']) => !known.includes(name));
  if (unknown) return `There’s no placeholder ${unknown[0]} for this email. Choose one from the list.`;
  return /\{\{|\}\}/.test(text.replaceAll(PLACEHOLDER, ''))
    ? 'A placeholder needs two braces on both sides, such as {{first_name}}.'
    : undefined;
}

/** Matches the end of a text that stops in the middle of a sentence. */
const INSIDE_SENTENCE = /(?:[\p{L}\p{M}\p{N},;]\p{Zs}+|\()$/u;

/** Replaces the placeholders of a checked text. The title of a document has no capital inside a sentence. */
export const fillPlaceholders = (
  text: string,
  values: Readonly<Partial<Record<Placeholder, string>>>,
  language: DocumentLanguage,
): string =>
  text.replaceAll(PLACEHOLDER, (_all, name: string, offset: number) => {
    const value = (values as Readonly<Record<string, string>>)[name] ?? '';
    const isInside = /^(?:related_)?document$/.test(name) && INSIDE_SENTENCE.test(text.slice(0, offset));
    return isInside ? lowerTitle(value, language) : value;
  });

/** Returns the values of a preview. */
export function getSamplePlaceholders(
  kind: DocumentEmailKind,
  language: DocumentLanguage,
  siteName: string,
): Readonly<Record<Placeholder, string>> {
  const invoice = formatDocumentTitle({ kind: 'invoice', number: '2026-0042' }, language);
  const receipt = formatDocumentTitle({ kind: 'receipt', number: 'R-2026-0017' }, language);
  const note = formatDocumentTitle({ kind: 'credit_note', number: '2026-0043' }, language);
  const fee = formatDocumentTitle({ kind: 'late_fee_invoice', number: '2026-0044' }, language);
  const amount = formatAmount(toMinorUnits(120_000), 'EUR', language);
  return {
    client_name: 'Sam Rivera',
    first_name: 'Sam',
    site_name: siteName,
    order_title: 'Booking site for two houses by the sea',
    document: kind === 'receipt' ? receipt : kind === 'credit_note' ? note : kind === 'late_fee' ? fee : invoice,
    invoice_number: '2026-0042',
    receipt_number: 'R-2026-0017',
    credit_note_number: '2026-0043',
    amount_due: amount,
    amount_paid: amount,
    amount_credited: amount,
    due_date: formatDay('2026-03-16', language),
    related_document: invoice,
  };
}

/** The parts of an email that aren't edited, in one language. */
export interface EmailLabels {
  readonly viewAndPay: string;
  readonly view: string;
  readonly openOrder: string;
  readonly openLink: string;
  readonly attached: string;
  readonly download: string;
  readonly shareCarefully: string;
  readonly paidOn: string;
  /** Below a receipt or credit note of an unpaid invoice. */
  readonly stillDue: string;
}

interface EmailLanguage {
  readonly labels: EmailLabels;
  readonly texts: Readonly<Record<DocumentEmailKind, EmailText>>;
}

const languages: Readonly<Record<DocumentLanguage, EmailLanguage>> = {
  en: {
    labels: {
      viewAndPay: 'View and pay invoice',
      view: 'View document',
      openOrder: 'View order and pay',
      openLink: 'Or open this link:',
      attached: 'The PDF is attached.',
      download: 'You can download the PDF from the link above.',
      shareCarefully: 'Anyone with the link can view this document, so share it carefully.',
      paidOn: 'It was paid on {date}. Nothing is due.',
      stillDue: '{amount} is still due.',
    },
    texts: {
      invoice: {
        subject: '{{document}} from {{site_name}}',
        body: 'Hi {{first_name}},\n\nHere’s your invoice for “{{order_title}}”. {{amount_due}} is due on {{due_date}}.',
      },
      receipt: {
        subject: '{{document}} from {{site_name}}',
        body: 'Hi {{first_name}},\n\nThank you for your payment of {{amount_paid}} for {{related_document}}.',
      },
      credit_note: {
        subject: '{{document}} from {{site_name}}',
        body: 'Hi {{first_name}},\n\nThis credit note reduces {{related_document}} by {{amount_credited}}.',
      },
      late_fee: {
        subject: '{{document}} from {{site_name}}',
        body: 'Hi {{first_name}},\n\n{{related_document}} is overdue, so a one-time late fee of {{amount_due}} applies (payment term 6). It’s due on {{due_date}}.',
      },
      reminder_before: {
        subject: 'Invoice {{invoice_number}} from {{site_name}} is due on {{due_date}}',
        body: 'Hi {{first_name}},\n\nInvoice {{invoice_number}} for “{{order_title}}” is due on {{due_date}}. The amount due is {{amount_due}}. If you’ve already paid, you can ignore this email.',
      },
      reminder_due: {
        subject: 'Invoice {{invoice_number}} from {{site_name}} is due today',
        body: 'Hi {{first_name}},\n\nInvoice {{invoice_number}} for “{{order_title}}” is due today, {{due_date}}. The amount due is {{amount_due}}. If you’ve already paid, you can ignore this email.',
      },
      reminder_overdue: {
        subject: 'Invoice {{invoice_number}} from {{site_name}} is overdue',
        body: 'Hi {{first_name}},\n\nInvoice {{invoice_number}} for “{{order_title}}” was due on {{due_date}}, and {{amount_due}} is still unpaid. If you’ve already paid, you can ignore this email.',
      },
    },
  },
  de: {
    labels: {
      viewAndPay: 'Rechnung ansehen und bezahlen',
      view: 'Dokument ansehen',
      openOrder: 'Auftrag ansehen und bezahlen',
      openLink: 'Oder öffnen Sie diesen Link:',
      attached: 'Das PDF ist angehängt.',
      download: 'Das PDF können Sie über den Link oben herunterladen.',
      shareCarefully: 'Jede Person mit dem Link kann dieses Dokument sehen. Geben Sie ihn nur mit Bedacht weiter.',
      paidOn: 'Bezahlt am {date}. Es ist nichts mehr offen.',
      stillDue: 'Offen sind noch {amount}.',
    },
    texts: {
      invoice: {
        subject: '{{document}} von {{site_name}}',
        body: 'Guten Tag {{client_name}},\n\nanbei erhalten Sie die {{document}} für „{{order_title}}“. Bitte überweisen Sie {{amount_due}} bis zum {{due_date}}.',
      },
      receipt: {
        subject: '{{document}} von {{site_name}}',
        body: 'Guten Tag {{client_name}},\n\nvielen Dank für Ihre Zahlung von {{amount_paid}} zur {{related_document}}.',
      },
      credit_note: {
        subject: '{{document}} von {{site_name}}',
        body: 'Guten Tag {{client_name}},\n\nmit der {{document}} verringert sich die {{related_document}} um {{amount_credited}}.',
      },
      late_fee: {
        subject: '{{document}} von {{site_name}}',
        body: 'Guten Tag {{client_name}},\n\ndie {{related_document}} ist überfällig. Deshalb fällt eine einmalige Verzugsgebühr von {{amount_due}} an (Zahlungsbedingung 6). Sie ist am {{due_date}} fällig.',
      },
      reminder_before: {
        subject: 'Rechnung {{invoice_number}} ist am {{due_date}} fällig',
        body: 'Guten Tag {{client_name}},\n\ndie Rechnung {{invoice_number}} für „{{order_title}}“ ist am {{due_date}} fällig. Offen sind {{amount_due}}. Falls Sie bereits bezahlt haben, betrachten Sie diese Nachricht bitte als gegenstandslos.',
      },
      reminder_due: {
        subject: 'Rechnung {{invoice_number}} ist heute fällig',
        body: 'Guten Tag {{client_name}},\n\ndie Rechnung {{invoice_number}} für „{{order_title}}“ ist heute, am {{due_date}}, fällig. Offen sind {{amount_due}}. Falls Sie bereits bezahlt haben, betrachten Sie diese Nachricht bitte als gegenstandslos.',
      },
      reminder_overdue: {
        subject: 'Zahlungserinnerung zur Rechnung {{invoice_number}}',
        body: 'Guten Tag {{client_name}},\n\ndie Rechnung {{invoice_number}} für „{{order_title}}“ war am {{due_date}} fällig. {{amount_due}} sind noch offen. Falls Sie bereits bezahlt haben, betrachten Sie diese Nachricht bitte als gegenstandslos.',
      },
    },
  },
  fr: {
    labels: {
      viewAndPay: 'Voir et payer la facture',
      view: 'Voir le document',
      openOrder: 'Voir la commande et payer',
      openLink: 'Ou ouvrez ce lien\u00A0:',
      attached: 'Le PDF est joint à ce message.',
      download: 'Vous pouvez télécharger le PDF à partir du lien ci-dessus.',
      shareCarefully: 'Toute personne disposant du lien peut voir ce document\u00A0: partagez-le avec précaution.',
      paidOn: 'Payé le {date}. Plus rien n’est dû.',
      stillDue: 'Il reste {amount} à payer.',
    },
    texts: {
      invoice: {
        subject: '{{document}} de {{site_name}}',
        body: 'Bonjour {{client_name}},\n\nVeuillez trouver ci-joint votre {{document}} pour «\u00A0{{order_title}}\u00A0». Le montant de {{amount_due}} est à régler au plus tard le {{due_date}}.',
      },
      receipt: {
        subject: '{{document}} de {{site_name}}',
        body: 'Bonjour {{client_name}},\n\nMerci pour votre paiement de {{amount_paid}} pour la {{related_document}}.',
      },
      credit_note: {
        subject: '{{document}} de {{site_name}}',
        body: 'Bonjour {{client_name}},\n\nCet avoir réduit la {{related_document}} de {{amount_credited}}.',
      },
      late_fee: {
        subject: '{{document}} de {{site_name}}',
        body: 'Bonjour {{client_name}},\n\nLa {{related_document}} est en retard de paiement. Une pénalité unique de {{amount_due}} s’applique donc (condition de paiement 6). Elle est à régler au plus tard le {{due_date}}.',
      },
      reminder_before: {
        subject: 'La facture {{invoice_number}} arrive à échéance le {{due_date}}',
        body: 'Bonjour {{client_name}},\n\nLa facture {{invoice_number}} pour «\u00A0{{order_title}}\u00A0» arrive à échéance le {{due_date}}. Le montant dû est de {{amount_due}}. Si vous avez déjà payé, ne tenez pas compte de ce message.',
      },
      reminder_due: {
        subject: 'La facture {{invoice_number}} arrive à échéance aujourd’hui',
        body: 'Bonjour {{client_name}},\n\nLa facture {{invoice_number}} pour «\u00A0{{order_title}}\u00A0» arrive à échéance aujourd’hui, {{due_date}}. Le montant dû est de {{amount_due}}. Si vous avez déjà payé, ne tenez pas compte de ce message.',
      },
      reminder_overdue: {
        subject: 'Relance\u00A0: facture {{invoice_number}} échue',
        body: 'Bonjour {{client_name}},\n\nLa facture {{invoice_number}} pour «\u00A0{{order_title}}\u00A0» était à régler au plus tard le {{due_date}}, et {{amount_due}} restent dus. Si vous avez déjà payé, ne tenez pas compte de ce message.',
      },
    },
  },
  bn: {
    labels: {
      viewAndPay: 'চালান দেখুন ও পরিশোধ করুন',
      view: 'নথি দেখুন',
      openOrder: 'অর্ডার দেখুন ও পরিশোধ করুন',
      openLink: 'অথবা এই লিংকটি খুলুন:',
      attached: 'পিডিএফ সংযুক্ত আছে।',
      download: 'উপরের লিংক থেকে পিডিএফ ডাউনলোড করতে পারেন।',
      shareCarefully: 'লিংকটি যার কাছে থাকবে, তিনিই এই নথি দেখতে পারবেন। তাই সাবধানে শেয়ার করুন।',
      paidOn: '{date} তারিখে পরিশোধিত। আর কোনো বকেয়া নেই।',
      stillDue: 'এখনও {amount} বকেয়া আছে।',
    },
    texts: {
      invoice: {
        subject: '{{site_name}}-এর {{document}}',
        body: 'প্রিয় {{client_name}},\n\n“{{order_title}}”-এর জন্য আপনার {{document}} পাঠানো হলো। {{due_date}} তারিখের মধ্যে {{amount_due}} পরিশোধ করুন।',
      },
      receipt: {
        subject: '{{site_name}}-এর {{document}}',
        body: 'প্রিয় {{client_name}},\n\n{{related_document}}-এর জন্য আপনার {{amount_paid}} পরিশোধের জন্য ধন্যবাদ।',
      },
      credit_note: {
        subject: '{{site_name}}-এর {{document}}',
        body: 'প্রিয় {{client_name}},\n\nএই ক্রেডিট নোটে {{related_document}}-এর পরিমাণ {{amount_credited}} কমানো হলো।',
      },
      late_fee: {
        subject: '{{site_name}}-এর {{document}}',
        body: 'প্রিয় {{client_name}},\n\n{{related_document}}-এর মেয়াদ পেরিয়ে গেছে। তাই এককালীন {{amount_due}} বিলম্ব ফি প্রযোজ্য (পরিশোধের শর্ত ৬)। {{due_date}} তারিখের মধ্যে এটি পরিশোধ করতে হবে।',
      },
      reminder_before: {
        subject: 'চালান {{invoice_number}} {{due_date}} তারিখে পরিশোধযোগ্য',
        body: 'প্রিয় {{client_name}},\n\n“{{order_title}}”-এর চালান {{invoice_number}} {{due_date}} তারিখের মধ্যে পরিশোধ করতে হবে। প্রদেয় {{amount_due}}। ইতিমধ্যে পরিশোধ করে থাকলে এই ইমেইল উপেক্ষা করুন।',
      },
      reminder_due: {
        subject: 'চালান {{invoice_number}} আজ পরিশোধযোগ্য',
        body: 'প্রিয় {{client_name}},\n\n“{{order_title}}”-এর চালান {{invoice_number}} আজ, {{due_date}}, পরিশোধ করতে হবে। প্রদেয় {{amount_due}}। ইতিমধ্যে পরিশোধ করে থাকলে এই ইমেইল উপেক্ষা করুন।',
      },
      reminder_overdue: {
        subject: 'চালান {{invoice_number}}-এর মেয়াদ পেরিয়ে গেছে',
        body: 'প্রিয় {{client_name}},\n\n“{{order_title}}”-এর চালান {{invoice_number}} পরিশোধের শেষ তারিখ ছিল {{due_date}}। এখনও {{amount_due}} বকেয়া আছে। ইতিমধ্যে পরিশোধ করে থাকলে এই ইমেইল উপেক্ষা করুন।',
      },
    },
  },
};

export const getDefaultEmailText = (kind: DocumentEmailKind, language: DocumentLanguage): EmailText =>
  languages[language].texts[kind];

export const getEmailLabels = (language: DocumentLanguage): EmailLabels => languages[language].labels;
