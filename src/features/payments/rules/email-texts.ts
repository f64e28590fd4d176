import type { DocumentLanguage } from '#features/billing/contract/document-design.ts';

type Texts<Name extends string> = Readonly<Record<Name, string>>;

/** The emails to clients about payments, in one language. Names in braces are replaced by `fillText`. */
export interface PaymentEmailTexts {
  readonly greeting: string;
  /** Quotes the owner's reason. */
  readonly reason: string;
  readonly viewInvoice: string;
  readonly rejected: Texts<'subject' | 'heading' | 'text' | 'note' | 'payAgain'>;
  readonly voided: Texts<'subject' | 'heading' | 'text' | 'note'>;
  readonly creditApplied: Texts<'subject' | 'heading' | 'text' | 'settled' | 'due'>;
  readonly creditUndone: Texts<'subject' | 'heading' | 'text'>;
  readonly exceeded: Texts<'subject' | 'preheader' | 'heading' | 'text'>;
  readonly refundSent: Texts<'subject' | 'heading' | 'text' | 'dueAgain' | 'reference' | 'manualNote' | 'cardNote'>;
  /** A refunded or disputed amount that is due again. */
  readonly dueAgain: Texts<'subject' | 'preheader' | 'heading' | 'text'>;
  /** A refunded or disputed amount that was credited. */
  readonly credited: Texts<'subject' | 'preheader' | 'heading' | 'text'>;
  /** Says what happened, before the texts of the two above. */
  readonly returned: Texts<'disputed' | 'refunded' | 'note'>;
}

const english: PaymentEmailTexts = {
  greeting: 'Hi {firstName},',
  reason: '“{reason}”',
  viewInvoice: 'View invoice',
  rejected: {
    subject: 'Your payment for invoice {number} couldn’t be confirmed',
    heading: 'Your payment couldn’t be confirmed',
    text: '{site} couldn’t confirm your payment of {amount} for invoice {number} ({method}). Reason:',
    note: 'If you’ve already sent the money, check the reference and report the payment again, or reply to this email.',
    payAgain: 'You haven’t been charged. Pay again, or choose another way to pay.',
  },
  voided: {
    subject: 'A payment for invoice {number} was corrected',
    heading: 'A payment was corrected',
    text: '{site} voided the payment of {amount} for invoice {number} ({method}), and its receipt is no longer valid. Reason:',
    note: 'If you did send this payment, reply to this email.',
  },
  creditApplied: {
    subject: '{amount} of credit was applied to invoice {number}',
    heading: '{amount} of credit applied',
    text: '{site} applied your credit of {amount} from invoice {from} to invoice {number}.',
    settled: 'Invoice {number} is settled. You don’t need to do anything.',
    due: '{due} is still due.',
  },
  creditUndone: {
    subject: '{amount} of credit was removed from invoice {number}',
    heading: '{amount} of credit removed',
    text: '{site} had applied your credit of {amount} from invoice {from} to invoice {number}, and has undone this. The credit is yours again, and the amount is due. Reason:',
  },
  exceeded: {
    subject: 'You’ll get a refund of {amount} from {site}',
    preheader: 'You paid more than the amount due on invoice {number}.',
    heading: 'You’ll get a refund of {amount}',
    text: 'You paid more than the amount due on invoice {number}, so you’ll get a refund of {amount} to your original payment method. You don’t need to do anything.',
  },
  refundSent: {
    subject: 'Your refund of {amount} from {site}',
    heading: 'Your refund is on its way',
    text: 'You’ve been refunded {amount} for invoice {number}. Reason: {reason}',
    dueAgain: 'Invoice {number} is still valid, so this amount is due again.',
    reference: 'Reference: {reference}',
    manualNote: 'The transfer can take a few days to arrive.',
    cardNote: 'It can take 5 to 10 days for the refund to appear in your card or PayPal account.',
  },
  dueAgain: {
    subject: '{amount} is due again on invoice {number}',
    preheader: 'Please pay this amount again.',
    heading: '{amount} is due again',
    text: 'The invoice is still valid, so please pay this amount again.',
  },
  credited: {
    subject: '{amount} was credited to invoice {number}',
    preheader: 'You don’t owe this amount.',
    heading: '{amount} was credited',
    text: '{site} credited this amount, so you don’t owe it. You’ll get a credit note by email.',
  },
  returned: {
    disputed: 'You disputed a payment for invoice {number}, and {amount} was returned to you.',
    refunded: '{amount} of your payment for invoice {number} was refunded.',
    note: 'Questions? Reply to this email.',
  },
};

const german: PaymentEmailTexts = {
  greeting: 'Guten Tag {name},',
  reason: '„{reason}“',
  viewInvoice: 'Rechnung ansehen',
  rejected: {
    subject: 'Ihre Zahlung zur Rechnung {number} wurde nicht bestätigt',
    heading: 'Ihre Zahlung wurde nicht bestätigt',
    text: '{site} konnte Ihre Zahlung von {amount} zur Rechnung {number} ({method}) nicht bestätigen. Grund:',
    note: 'Falls Sie das Geld bereits gesendet haben, prüfen Sie bitte die Transaktionsnummer und melden Sie die Zahlung noch einmal, oder antworten Sie auf diese Nachricht.',
    payAgain: 'Es wurde nichts abgebucht. Bitte zahlen Sie noch einmal, oder wählen Sie eine andere Zahlungsart.',
  },
  voided: {
    subject: 'Eine Zahlung zur Rechnung {number} wurde korrigiert',
    heading: 'Eine Zahlung wurde korrigiert',
    text: '{site} hat die Zahlung von {amount} zur Rechnung {number} ({method}) storniert. Die Zahlungsbestätigung dazu gilt nicht mehr. Grund:',
    note: 'Falls Sie diese Zahlung doch gesendet haben, antworten Sie bitte auf diese Nachricht.',
  },
  creditApplied: {
    subject: 'Guthaben von {amount} auf Rechnung {number} angerechnet',
    heading: 'Guthaben von {amount} angerechnet',
    text: '{site} hat Ihr Guthaben von {amount} aus der Rechnung {from} auf die Rechnung {number} angerechnet.',
    settled: 'Die Rechnung {number} ist damit beglichen. Sie müssen nichts tun.',
    due: 'Offen sind noch {due}.',
  },
  creditUndone: {
    subject: 'Anrechnung von {amount} auf Rechnung {number} aufgehoben',
    heading: 'Anrechnung von {amount} aufgehoben',
    text: '{site} hatte Ihr Guthaben von {amount} aus der Rechnung {from} auf die Rechnung {number} angerechnet und hat die Anrechnung aufgehoben. Das Guthaben steht Ihnen wieder zur Verfügung, und der Betrag ist wieder offen. Grund:',
  },
  exceeded: {
    subject: 'Sie erhalten eine Erstattung von {amount} von {site}',
    preheader: 'Sie haben mehr bezahlt, als zur Rechnung {number} offen war.',
    heading: 'Sie erhalten eine Erstattung von {amount}',
    text: 'Sie haben mehr bezahlt, als zur Rechnung {number} offen war. Deshalb erhalten Sie {amount} über die ursprüngliche Zahlungsart zurück. Sie müssen nichts tun.',
  },
  refundSent: {
    subject: 'Ihre Erstattung von {amount} von {site}',
    heading: 'Ihre Erstattung ist unterwegs',
    text: 'Ihnen wurden {amount} zur Rechnung {number} erstattet. Grund: {reason}',
    dueAgain: 'Die Rechnung {number} gilt weiterhin. Deshalb ist dieser Betrag wieder offen.',
    reference: 'Referenz: {reference}',
    manualNote: 'Es kann einige Tage dauern, bis die Überweisung ankommt.',
    cardNote: 'Es kann 5 bis 10 Tage dauern, bis die Erstattung auf Ihrer Karte oder Ihrem PayPal-Konto erscheint.',
  },
  dueAgain: {
    subject: '{amount} zur Rechnung {number} sind wieder offen',
    preheader: 'Bitte zahlen Sie diesen Betrag noch einmal.',
    heading: '{amount} sind wieder offen',
    text: 'Die Rechnung gilt weiterhin. Bitte zahlen Sie diesen Betrag deshalb noch einmal.',
  },
  credited: {
    subject: '{amount} zur Rechnung {number} wurden gutgeschrieben',
    preheader: 'Sie müssen diesen Betrag nicht bezahlen.',
    heading: '{amount} wurden gutgeschrieben',
    text: '{site} hat Ihnen diesen Betrag gutgeschrieben, Sie müssen ihn also nicht bezahlen. Die Rechnungskorrektur erhalten Sie per E-Mail.',
  },
  returned: {
    disputed: 'Sie haben eine Zahlung zur Rechnung {number} beanstandet, und {amount} wurden Ihnen zurückgezahlt.',
    refunded: '{amount} Ihrer Zahlung zur Rechnung {number} wurden erstattet.',
    note: 'Haben Sie Fragen? Antworten Sie auf diese Nachricht.',
  },
};

const french: PaymentEmailTexts = {
  greeting: 'Bonjour {name},',
  reason: '«\u00A0{reason}\u00A0»',
  viewInvoice: 'Voir la facture',
  rejected: {
    subject: 'Votre paiement de la facture {number} n’a pas été confirmé',
    heading: 'Votre paiement n’a pas été confirmé',
    text: '{site} n’a pas pu confirmer votre paiement de {amount} pour la facture {number} ({method}). Motif\u00A0:',
    note: 'Si vous avez déjà envoyé l’argent, vérifiez la référence et signalez de nouveau le paiement, ou répondez à ce message.',
    payAgain: 'Vous n’avez pas été débité. Payez de nouveau, ou choisissez un autre moyen de paiement.',
  },
  voided: {
    subject: 'Un paiement de la facture {number} a été corrigé',
    heading: 'Un paiement a été corrigé',
    text: '{site} a annulé le paiement de {amount} pour la facture {number} ({method}), et son reçu n’est plus valable. Motif\u00A0:',
    note: 'Si vous avez bien envoyé ce paiement, répondez à ce message.',
  },
  creditApplied: {
    subject: 'Avoir de {amount} imputé sur la facture {number}',
    heading: 'Avoir de {amount} imputé',
    text: '{site} a imputé votre avoir de {amount}, issu de la facture {from}, sur la facture {number}.',
    settled: 'La facture {number} est réglée. Vous n’avez rien à faire.',
    due: 'Il reste {due} à payer.',
  },
  creditUndone: {
    subject: 'Imputation de {amount} sur la facture {number} annulée',
    heading: 'Imputation de {amount} annulée',
    text: '{site} avait imputé votre avoir de {amount}, issu de la facture {from}, sur la facture {number}, et vient d’annuler cette imputation. L’avoir est de nouveau à votre disposition, et le montant est de nouveau dû. Motif\u00A0:',
  },
  exceeded: {
    subject: '{site} va vous rembourser {amount}',
    preheader: 'Vous avez payé plus que le montant dû de la facture {number}.',
    heading: '{amount} vont vous être remboursés',
    text: 'Vous avez payé plus que le montant dû de la facture {number}. {amount} vont donc vous être remboursés par le moyen de paiement d’origine. Vous n’avez rien à faire.',
  },
  refundSent: {
    subject: 'Votre remboursement de {amount} par {site}',
    heading: 'Votre remboursement est en route',
    text: '{amount} vous ont été remboursés pour la facture {number}. Motif\u00A0: {reason}',
    dueAgain: 'La facture {number} reste valable\u00A0: ce montant est donc de nouveau dû.',
    reference: 'Référence\u00A0: {reference}',
    manualNote: 'Le virement peut prendre quelques jours.',
    cardNote: 'Le remboursement peut mettre 5 à 10 jours à apparaître sur votre carte ou votre compte PayPal.',
  },
  dueAgain: {
    subject: '{amount} sont de nouveau dus sur la facture {number}',
    preheader: 'Merci de payer de nouveau ce montant.',
    heading: '{amount} sont de nouveau dus',
    text: 'La facture reste valable\u00A0: merci de payer de nouveau ce montant.',
  },
  credited: {
    subject: 'Avoir de {amount} sur la facture {number}',
    preheader: 'Vous ne devez pas ce montant.',
    heading: 'Un avoir de {amount} a été établi',
    text: '{site} a établi un avoir de ce montant\u00A0: vous ne le devez donc plus. Vous recevrez l’avoir par e-mail.',
  },
  returned: {
    disputed: 'Vous avez contesté un paiement de la facture {number}, et {amount} vous ont été rendus.',
    refunded: '{amount} de votre paiement de la facture {number} ont été remboursés.',
    note: 'Des questions\u00A0? Répondez à ce message.',
  },
};

const bengali: PaymentEmailTexts = {
  greeting: 'প্রিয় {name},',
  reason: '“{reason}”',
  viewInvoice: 'চালান দেখুন',
  rejected: {
    subject: 'চালান {number}-এর জন্য আপনার পরিশোধ নিশ্চিত করা যায়নি',
    heading: 'আপনার পরিশোধ নিশ্চিত করা যায়নি',
    text: '{site} চালান {number}-এর জন্য আপনার {amount} পরিশোধ ({method}) নিশ্চিত করতে পারেনি। কারণ:',
    note: 'অর্থ পাঠিয়ে থাকলে রেফারেন্সটি যাচাই করে পরিশোধটি আবার জানান, অথবা এই ইমেইলের উত্তর দিন।',
    payAgain: 'আপনার কাছ থেকে কোনো অর্থ কাটা হয়নি। আবার পরিশোধ করুন, অথবা অন্য পদ্ধতি বেছে নিন।',
  },
  voided: {
    subject: 'চালান {number}-এর একটি পরিশোধ সংশোধন করা হয়েছে',
    heading: 'একটি পরিশোধ সংশোধন করা হয়েছে',
    text: '{site} চালান {number}-এর {amount} পরিশোধ ({method}) বাতিল করেছে। এর রসিদ আর বৈধ নয়। কারণ:',
    note: 'আপনি সত্যিই এই অর্থ পাঠিয়ে থাকলে এই ইমেইলের উত্তর দিন।',
  },
  creditApplied: {
    subject: 'চালান {number}-এ {amount} ক্রেডিট প্রয়োগ করা হয়েছে',
    heading: '{amount} ক্রেডিট প্রয়োগ করা হয়েছে',
    text: '{site} চালান {from} থেকে আপনার {amount} ক্রেডিট চালান {number}-এ প্রয়োগ করেছে।',
    settled: 'চালান {number}-এ আর কোনো বকেয়া নেই। আপনার কিছু করার প্রয়োজন নেই।',
    due: 'এখনও {due} বকেয়া আছে।',
  },
  creditUndone: {
    subject: 'চালান {number} থেকে {amount} ক্রেডিট প্রত্যাহার করা হয়েছে',
    heading: '{amount} ক্রেডিট প্রত্যাহার করা হয়েছে',
    text: '{site} চালান {from} থেকে আপনার {amount} ক্রেডিট চালান {number}-এ প্রয়োগ করেছিল, এখন তা প্রত্যাহার করেছে। ক্রেডিটটি আবার আপনার, এবং এই অর্থ আবার বকেয়া। কারণ:',
  },
  exceeded: {
    subject: '{site} আপনাকে {amount} ফেরত দেবে',
    preheader: 'আপনি চালান {number}-এর প্রদেয় অর্থের চেয়ে বেশি পরিশোধ করেছেন।',
    heading: 'আপনি {amount} ফেরত পাবেন',
    text: 'আপনি চালান {number}-এর প্রদেয় অর্থের চেয়ে বেশি পরিশোধ করেছেন। তাই যেভাবে পরিশোধ করেছিলেন, সেভাবেই {amount} ফেরত পাবেন। আপনার কিছু করার প্রয়োজন নেই।',
  },
  refundSent: {
    subject: '{site} থেকে আপনার {amount} ফেরত',
    heading: 'আপনার অর্থ ফেরত পাঠানো হয়েছে',
    text: 'চালান {number}-এর জন্য আপনাকে {amount} ফেরত দেওয়া হয়েছে। কারণ: {reason}',
    dueAgain: 'চালান {number} এখনও বৈধ, তাই এই অর্থ আবার বকেয়া।',
    reference: 'রেফারেন্স: {reference}',
    manualNote: 'ট্রান্সফার পৌঁছাতে কয়েক দিন লাগতে পারে।',
    cardNote: 'আপনার কার্ড বা PayPal অ্যাকাউন্টে অর্থ দেখা যেতে ৫ থেকে ১০ দিন লাগতে পারে।',
  },
  dueAgain: {
    subject: 'চালান {number}-এর {amount} আবার বকেয়া',
    preheader: 'অনুগ্রহ করে এই অর্থ আবার পরিশোধ করুন।',
    heading: '{amount} আবার বকেয়া',
    text: 'চালানটি এখনও বৈধ, তাই অনুগ্রহ করে এই অর্থ আবার পরিশোধ করুন।',
  },
  credited: {
    subject: 'চালান {number}-এ {amount} ক্রেডিট করা হয়েছে',
    preheader: 'এই অর্থ আপনাকে দিতে হবে না।',
    heading: '{amount} ক্রেডিট করা হয়েছে',
    text: '{site} এই অর্থ ক্রেডিট করেছে, তাই এটি আপনাকে দিতে হবে না। ক্রেডিট নোটটি ইমেইলে পাবেন।',
  },
  returned: {
    disputed: 'আপনি চালান {number}-এর একটি পরিশোধ নিয়ে আপত্তি জানিয়েছেন, এবং {amount} আপনাকে ফেরত দেওয়া হয়েছে।',
    refunded: 'চালান {number}-এর জন্য আপনার পরিশোধ থেকে {amount} ফেরত দেওয়া হয়েছে।',
    note: 'কোনো প্রশ্ন আছে? এই ইমেইলের উত্তর দিন।',
  },
};

const texts: Readonly<Record<DocumentLanguage, PaymentEmailTexts>> = {
  en: english,
  de: german,
  fr: french,
  bn: bengali,
};

export const getPaymentEmailTexts = (language: DocumentLanguage): PaymentEmailTexts => texts[language];
