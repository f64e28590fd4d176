/** Addresses that only the dashboard leads to; apart from `paths` so that they stay out of what readers load. */
export const dashboardPaths = {
  myProfile: '/dashboard/my-profile',
  updateProfile: '/dashboard/update-profile',
  socialLogin: '/dashboard/identities',
  myBlogs: '/dashboard/my-blogs',
  addBlog: '/dashboard/add-blog',
  updateBlog: (id: number) => `/dashboard/update-blog/${id}`,
  /** A post as its readers will see it, for its writers. */
  previewBlog: (id: number) => `/dashboard/preview-blog/${id}`,
  blogRevisions: (id: number) => `/dashboard/update-blog/${id}/revisions`,
  media: '/dashboard/media',
  mediaPicture: (id: string) => `/dashboard/media/${encodeURIComponent(id)}`,
  mediaFiles: '/dashboard/media/documents',
  myProjects: '/dashboard/my-projects',
  addProject: '/dashboard/add-project',
  updateProject: (id: string) => `/dashboard/update-project/${encodeURIComponent(id)}`,
  /** A project as its readers will see it, for its writers. */
  previewProject: (id: string) => `/dashboard/preview-project/${encodeURIComponent(id)}`,
  projectRevisions: (id: string) => `/dashboard/update-project/${encodeURIComponent(id)}/revisions`,
  projectSortOrder: '/dashboard/projects-order',
  comments: '/dashboard/comments',
  pricing: '/dashboard/pricing',
  addPricing: '/dashboard/add-pricing',
  updatePricing: (key: string) => `/dashboard/update-pricing/${encodeURIComponent(key)}`,
  /** The payment terms and their figures. */
  pricingTerms: '/dashboard/update-pricing/terms',
  /** What clients say of their orders. */
  testimonials: '/dashboard/testimonials',
  /** What is visited. */
  insights: '/dashboard/insights',
  insightsExport: '/api/v1/insights.csv',
  orders: '/dashboard/orders',
  order: (id: number) => `/dashboard/orders/${id}`,
  bookings: '/dashboard/bookings',
  booking: (id: number) => `/dashboard/bookings/${id}`,
  /** How documents are issued. */
  billing: '/dashboard/billing',
  /** Invoices and all other documents. */
  billingDocuments: '/dashboard/documents',
  documentsExport: '/api/v1/documents.csv',
  statement: '/dashboard/documents/statement',
  statementFile: '/api/v1/statement.pdf',
  /** When consultations are, and when they can be. */
  calendar: '/dashboard/calendar',
  newBooking: '/dashboard/calendar/new',
  availability: '/dashboard/calendar/availability',
  externalCalendars: '/dashboard/calendar/other-calendars',
  /** The owner's bookings as a calendar to subscribe to. */
  calendarFeed: (token: string) => `/calendar/${token}.ics`,
  payments: '/dashboard/payments',
  payment: (id: number) => `/dashboard/payments/${id}`,
  paymentsExport: '/api/v1/payments.csv',
  /** What people wrote by the form of `/contact`. */
  inbox: '/dashboard/inbox',
  inboxMessage: (id: number) => `/dashboard/inbox/${id}`,
  /** The file that came with a message. */
  inboxFile: (id: number) => `/dashboard/inbox/${id}/file`,
  newsletter: '/dashboard/newsletter',
  newsletterIssue: (id: number) => `/dashboard/newsletter/${id}`,
  /** An issue as its mail looks, for a frame. */
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
  /** The whole content of the site as an archive. */
  contentExport: '/dashboard/transfer/export.zip',
  importUpload: (id: string) => `/api/v1/imports/${encodeURIComponent(id)}`,
  securityLog: '/dashboard/security-log',
  outbox: '/dashboard/outbox',
  outboxEmail: (id: string) => `/dashboard/outbox/${encodeURIComponent(id)}`,
  /** The mail alone, as mail programs show it. */
  outboxEmailContent: (id: string) => `/dashboard/outbox/${encodeURIComponent(id)}/content`,
  /** Takes a form that signs out, for when there is no script. */
  logOut: '/dashboard/log-out',
  profileExport: '/api/v1/profile/export',
  avatarUpload: '/api/v1/profile/avatar',
  pictureUpload: '/api/v1/media/pictures',
  fileUpload: '/api/v1/media/documents',
  site: '/dashboard/site',
  siteSection: (slug: string) => `/dashboard/site/${encodeURIComponent(slug)}`,
  appearance: '/dashboard/appearance',
  /** Takes a document's form, and shows a page as it would be with it. */
  sitePreview: '/dashboard/preview',
} as const;

/** Returns the page of the order or consultation that a document is about, given the reference printed on it. */
export function subjectPath(reference: string): string {
  const consultation = /^Consultation (\d+)$/.exec(reference);
  return consultation ? dashboardPaths.booking(Number(consultation[1])) : dashboardPaths.order(Number(reference));
}

/** A file that goes with a mail, given the path of the mail's page and which of its files it is. */
export function buildAttachmentPath(mailPath: string, place: number): string {
  return `${mailPath}/attachments/${place}`;
}
