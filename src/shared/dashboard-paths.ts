/** Paths that are used only in the dashboard. Separate from `paths` to keep them out of readers' bundles. */
export const dashboardPaths = {
  myProfile: '/dashboard/my-profile',
  updateProfile: '/dashboard/update-profile',
  socialLogin: '/dashboard/identities',
  myBlogs: '/dashboard/my-blogs',
  addBlog: '/dashboard/add-blog',
  updateBlog: (id: number) => `/dashboard/update-blog/${id}`,
  /** A post as readers will see it, for its authors. */
  previewBlog: (id: number) => `/dashboard/preview-blog/${id}`,
  blogRevisions: (id: number) => `/dashboard/update-blog/${id}/revisions`,
  media: '/dashboard/media',
  mediaPicture: (id: string) => `/dashboard/media/${encodeURIComponent(id)}`,
  mediaFiles: '/dashboard/media/documents',
  myProjects: '/dashboard/my-projects',
  addProject: '/dashboard/add-project',
  updateProject: (id: string) => `/dashboard/update-project/${encodeURIComponent(id)}`,
  /** A project as readers will see it, for its authors. */
  previewProject: (id: string) => `/dashboard/preview-project/${encodeURIComponent(id)}`,
  projectRevisions: (id: string) => `/dashboard/update-project/${encodeURIComponent(id)}/revisions`,
  projectSortOrder: '/dashboard/projects-order',
  comments: '/dashboard/comments',
  pricing: '/dashboard/pricing',
  addPricing: '/dashboard/add-pricing',
  updatePricing: (key: string) => `/dashboard/update-pricing/${encodeURIComponent(key)}`,
  /** The payment terms and their amounts. */
  pricingTerms: '/dashboard/update-pricing/terms',
  /** Clients' reviews of their orders. */
  testimonials: '/dashboard/testimonials',
  insights: '/dashboard/insights',
  insightsExport: '/api/v1/insights.csv',
  orders: '/dashboard/orders',
  /** A form for an order that the owner writes: a quote, or with `as=order` one that is agreed already. */
  newOrder: '/dashboard/orders/new',
  order: (id: number) => `/dashboard/orders/${id}`,
  clients: '/dashboard/clients',
  client: (id: number) => `/dashboard/clients/${id}`,
  editClient: (id: number) => `/dashboard/clients/${id}/edit`,
  mergeClient: (id: number) => `/dashboard/clients/${id}/merge`,
  /** A client's schedule of invoice reminders. */
  clientReminders: (id: number) => `/dashboard/clients/${id}/reminders`,
  /** Leads to the client with an email address. */
  clientOf: (email: string) => `/dashboard/clients/of/${encodeURIComponent(email)}`,
  newClient: '/dashboard/clients/new',
  duplicateClients: '/dashboard/clients/duplicates',
  importClients: '/dashboard/clients/import',
  clientsExport: '/api/v1/clients.csv',
  /** A client's own address and tax number. */
  billingDetails: '/dashboard/billing-details',
  bookings: '/dashboard/bookings',
  booking: (id: number) => `/dashboard/bookings/${id}`,
  /** Received, invoiced and unpaid money. */
  money: '/dashboard/money',
  /** Billing settings. */
  billing: '/dashboard/billing',
  documentDesign: '/dashboard/document-design',
  designPreview: '/dashboard/document-design/preview.svg',
  /** Invoices and all other billing documents. */
  billingDocuments: '/dashboard/documents',
  /** Forms for a new invoice, for a client to choose, and a new credit note. */
  newInvoice: '/dashboard/documents/new',
  newCreditNote: '/dashboard/documents/new-credit-note',
  invoiceDraft: (id: number) => `/dashboard/documents/drafts/${id}`,
  /** A draft as the client will see it. */
  changeDraftClient: (id: number) => `/dashboard/documents/drafts/${id}/client`,
  reviewDraft: (id: number) => `/dashboard/documents/drafts/${id}/review`,
  documentsExport: '/api/v1/billing-documents.csv',
  statement: '/dashboard/documents/statement',
  taxReport: '/dashboard/tax',
  taxReportExport: '/api/v1/tax-report.csv',
  datevExport: '/api/v1/tax-report.datev.csv',
  readEInvoice: '/dashboard/read-e-invoice',
  readEInvoiceUpload: '/api/v1/e-invoices/read',
  statementFile: '/api/v1/account-statement.pdf',
  /** Consultations and availability. */
  calendar: '/dashboard/calendar',
  newBooking: '/dashboard/calendar/new',
  availability: '/dashboard/calendar/availability',
  externalCalendars: '/dashboard/calendar/other-calendars',
  /** The owner's bookings as a calendar feed. */
  calendarFeed: (token: string) => `/calendar/${token}.ics`,
  payments: '/dashboard/payments',
  payment: (id: number) => `/dashboard/payments/${id}`,
  /** An invoice's balance, where the owner records payments. */
  invoicePayments: (number: string) => `/dashboard/payments/invoice/${number}`,
  reminders: '/dashboard/reminders',
  /** An example of a payment reminder, for a frame. */
  reminderPreview: (name: string) => `/dashboard/reminders/preview/${name}`,
  paymentsExport: '/api/v1/payments.csv',
  /** Messages from the form at `/contact`. */
  inbox: '/dashboard/inbox',
  inboxMessage: (id: number) => `/dashboard/inbox/${id}`,
  /** A message's attachment. */
  inboxFile: (id: number) => `/dashboard/inbox/${id}/file`,
  newsletter: '/dashboard/newsletter',
  newsletterIssue: (id: number) => `/dashboard/newsletter/${id}`,
  /** An issue's email, for a frame. */
  newsletterPreview: (id: number) => `/dashboard/newsletter/${id}/look`,
  newsletterSettings: '/dashboard/newsletter/settings',
  subscribers: '/dashboard/subscribers',
  importSubscribers: '/dashboard/subscribers/import',
  subscribersExport: '/api/v1/newsletter/subscribers.csv',
  allUsers: '/dashboard/all-users',
  settings: '/dashboard/settings',
  importExport: '/dashboard/transfer',
  importDetails: (id: string) => `/dashboard/transfer/${encodeURIComponent(id)}`,
  redirects: '/dashboard/redirects',
  redirect: (id: number) => `/dashboard/redirects/${id}`,
  /** All content of the site as an archive. */
  contentExport: '/dashboard/transfer/export.zip',
  importUpload: (id: string) => `/api/v1/imports/${encodeURIComponent(id)}`,
  backups: '/dashboard/backups',
  /** A backup's file, or the secret key. */
  backupDownload: (name: string) => `/dashboard/backups/${name}/download`,
  /** Results of the health checks. */
  status: '/dashboard/status',
  securityLog: '/dashboard/security-log',
  outbox: '/dashboard/outbox',
  outboxEmail: (id: string) => `/dashboard/outbox/${encodeURIComponent(id)}`,
  /** The email alone, as email programs show it. */
  outboxEmailContent: (id: string) => `/dashboard/outbox/${encodeURIComponent(id)}/content`,
  profileExport: '/api/v1/profile/export',
  avatarUpload: '/api/v1/profile/avatar',
  pictureUpload: '/api/v1/media/pictures',
  fileUpload: '/api/v1/media/files',
  site: '/dashboard/site',
  siteSection: (slug: string) => `/dashboard/site/${encodeURIComponent(slug)}`,
  appearance: '/dashboard/appearance',
  /** Takes the form of a site section and shows a page with its changes. */
  sitePreview: '/dashboard/preview',
} as const;

/** Returns the page of the order or consultation that a billing document is about, by its printed reference. */
export function subjectPath(reference: string): string {
  const consultation = /^Consultation (\d+)$/.exec(reference);
  return consultation ? dashboardPaths.booking(Number(consultation[1])) : dashboardPaths.order(Number(reference));
}

/** Returns the path of an email's attachment, by the path of the email's page and the attachment's index. */
export function buildAttachmentPath(mailPath: string, index: number): string {
  return `${mailPath}/attachments/${index}`;
}
