import { inboxContract } from './inbox.ts';
import { contactFormContract } from './contact-form.ts';

/** The contact form and the owner's inbox. */
export const contactContract = { ...contactFormContract, ...inboxContract };

declare module '#shared/api.ts' {
  interface ApiContracts {
    contact: typeof contactContract;
  }
}
