import type { ReactNode } from 'react';
import type { EmailTemplateRenderers } from '#shared/emails.ts';
import { composeEmail } from '#ui/email/compose-email.tsx';
import { EmailNote } from '#ui/email/EmailComponents.tsx';

/** Common to both emails. `name` is the recipient's; `url` opens the order for them. */
interface AboutOrder {
  name: string;
  number: number;
  title: string;
  url: string;
}

interface TestimonialsMails {
  /** To the owner: a testimonial awaits review; `wasPublished` if it replaces a published one. */
  testimonial_submitted: AboutOrder & { clientName: string; body: string; wasPublished: boolean };
  /** To the client; `publishedUrl` is absolute, or null if it isn't shown, with an optional note. */
  testimonial_decided: AboutOrder & { publishedUrl: string | null; note: string | null };
}

declare module '#shared/emails.ts' {
  interface EmailTemplates extends TestimonialsMails {}
}

export const testimonialEmails: EmailTemplateRenderers<keyof TestimonialsMails, ReactNode> = {
  testimonial_submitted: ({ number, title, clientName, body, wasPublished, ...to }, site) =>
    composeEmail(to, {
      subject: `A testimonial waits for you: order ${number} at ${site.name}’s site`,
      preheader: body.replaceAll(/\s+/g, ' ').slice(0, 120),
      heading: `${clientName} wrote a testimonial`,
      text: [
        `this is what they say of “${title}”, which is paid and delivered:`,
        ...body.split(/\n{2,}/),
        `Nobody sees it before you approve it.${wasPublished ? ' What they said before is taken off your site.' : ''}`,
      ],
      button: 'Read and decide',
    }),

  testimonial_decided: ({ number, title, publishedUrl, note, ...to }, site) =>
    composeEmail(to, {
      subject: publishedUrl
        ? `Your words stand on ${site.name}’s site`
        : `Your testimonial for ${site.name}: order ${number}`,
      preheader: publishedUrl ? 'Thank you. Here is where they are read.' : 'It will not be shown.',
      heading: publishedUrl ? 'Your testimonial is shown' : 'Your testimonial is not shown',
      text: [
        publishedUrl
          ? `thank you for what you say of “${title}”. It now stands on ${site.name}’s site, marked “Paid client”, since the order behind it is paid and delivered.`
          : `thank you for what you say of “${title}”. ${site.name} decided not to show it on the site.`,
        note && `${site.name} writes: “${note}”`,
      ],
      button: publishedUrl ? 'See it on the site' : 'See the order',
      buttonUrl: publishedUrl ?? to.url,
      note: publishedUrl && (
        <EmailNote>
          You can change it or take it back at any time on the page of <a href={to.url}>order {number}</a>.
        </EmailNote>
      ),
    }),
};
