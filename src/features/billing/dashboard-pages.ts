import Landmark from 'lucide-react/icons/landmark';
import MailOpen from 'lucide-react/icons/mail-open';
import Palette from 'lucide-react/icons/palette';
import Percent from 'lucide-react/icons/percent';
import ReceiptText from 'lucide-react/icons/receipt-text';
import type { DashboardPage } from '#platform/pages/page-definitions.ts';

export const billingDashboardPages: readonly DashboardPage[] = [
  {
    path: '/dashboard/documents',
    load: () => import('./pages/BillingDocumentsPage.tsx'),
    nav: {
      menu: 'Money',
      label: 'Invoices',
      order: 10,
      access: 'owner',
      icon: ReceiptText,
      keywords: 'documents credit notes receipts late fees account statement csv unpaid overdue paid money',
    },
  },
  {
    path: '/dashboard/documents/statement',
    load: () => import('./pages/AccountStatementPage.tsx'),
  },
  {
    path: '/dashboard/tax',
    load: () => import('./pages/TaxReportPage.tsx'),
    nav: {
      menu: 'Money',
      label: 'Tax',
      order: 22,
      access: 'owner',
      icon: Percent,
      keywords: 'tax report vat return net reverse charge month quarter year cash basis accountant csv',
    },
  },
  {
    path: '/dashboard/document-design',
    load: () => import('./pages/DocumentDesignPage.tsx'),
    nav: {
      menu: 'Money',
      label: 'Document design',
      order: 31,
      access: 'owner',
      icon: Palette,
      keywords: 'logo accent color layout invoice template brand letterhead pdf',
    },
  },
  {
    path: '/dashboard/document-emails',
    load: () => import('./pages/DocumentEmailsPage.tsx'),
    nav: {
      menu: 'Money',
      label: 'Email texts',
      order: 32,
      access: 'owner',
      icon: MailOpen,
      keywords: 'invoice receipt credit note reminder email template placeholder subject wording translation',
    },
  },
  {
    path: '/dashboard/billing',
    load: () => import('./pages/BillingSettingsPage.tsx'),
    nav: {
      menu: 'Money',
      label: 'Billing settings',
      order: 30,
      access: 'owner',
      icon: Landmark,
      keywords:
        'tax vat rate country small business paper size bank transfer bkash nagad instructions manual payments invoices exchange rates',
    },
  },
];
