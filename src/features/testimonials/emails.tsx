import type { ReactNode } from 'react';
import type { EmailTemplateRenderers } from '#shared/emails.ts';
import { composeEmail } from '#ui/email/compose-email.tsx';
import { toPreheader } from '#ui/email/preheader.ts';
import { EmailMessage, EmailNote } from '#ui/email/EmailComponents.tsx';

/** Common to both emails. `name` is the recipient's; `url` opens the order for them. */
interface AboutOrder {
  name: string;
  number: number;
  title: string;
  url: string;
}

interface TestimonialsMails {
  /** To the owner: a testimonial is waiting for review; `wasPublished` if it replaces a published one. */
  testimonial_submitted: AboutOrder & { clientName: string; body: string; wasPublished: boolean };
  /** To the client; `publishedUrl` is absolute, or null if it isn't shown, with an optional note. */
  testimonial_decided: AboutOrder & { publishedUrl: string | null; note: string | null };
}

declare module '#shared/emails.ts' {
  interface EmailTemplates extends TestimonialsMails {}
}

export const testimonialEmails: EmailTemplateRenderers<keyof TestimonialsMails, ReactNode> = {
  testimonial_submitted: ({ number, title, clientName, body, wasPublished, ...to }) =>
    composeEmail(to, {
      subject: `New testimonial for order ${number}`,
      preheader: toPreheader(body),
      heading: `${clientName} wrote a testimonial`,
      text: [
        `Here’s the testimonial for “${title}”, which is paid and delivered:`,
        <EmailMessage key="testimonial" text={body} />,
        `It appears on your site once you approve it.${wasPublished ? ' The previous version has been removed from your site.' : ''}`,
      ],
      button: 'Review testimonial',
    }),

  testimonial_decided: ({ number, title, publishedUrl, note, ...to }, site) =>
    composeEmail(to, {
      subject: publishedUrl
        ? `Your testimonial is on ${site.name}’s site`
        : `Your testimonial for ${site.name} wasn’t published`,
      preheader: publishedUrl ? 'Thank you! See it on the site.' : `About order ${number}.`,
      heading: publishedUrl ? 'Your testimonial is published' : 'Your testimonial wasn’t published',
      text: [
        publishedUrl
          ? `Thank you for your testimonial about “${title}”. It’s now on ${site.name}’s site, marked “Paid client” because your order is paid and delivered.`
          : `Thank you for your testimonial about “${title}”. ${site.name} decided not to publish it as it is. You can change it and send it again on the order page, or delete it there.`,
        note && `${site.name} wrote: “${note}”`,
      ],
      button: publishedUrl ? 'View testimonial' : 'View order',
      buttonUrl: publishedUrl ?? to.url,
      note: publishedUrl && (
        <EmailNote>
          You can edit or delete it at any time on the page for <a href={to.url}>order {number}</a>.
        </EmailNote>
      ),
    }),
};
