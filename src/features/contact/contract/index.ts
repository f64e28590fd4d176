import { inboxContract } from './inbox.ts';
import { contactFormContract } from './contact-form.ts';

/** What people write to the owner by the form, and the owner's inbox. */
export const contactContract = { ...contactFormContract, ...inboxContract };

declare module '#shared/api.ts' {
  interface ApiContracts {
    contact: typeof contactContract;
  }
}
