// The public API of this feature on the server.
export {
  type EmailAttachment,
  type EmailServices,
  enqueueEmail,
  getEmailSite,
  getOwnerReplyTo,
  type NewEmail,
} from './actions.ts';
export { deleteEmails, deleteEmailsByTemplate, deleteQueuedEmails } from './queries.ts';
export { emails } from './tables.ts';
