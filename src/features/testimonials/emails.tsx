import type { ReactNode } from 'react';
import type { EmailTemplateRenderers } from '#shared/emails.ts';
import { EmailButton, EmailHeading, EmailNote, EmailText } from '#ui/email/EmailComponents.tsx';

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
  testimonial_submitted: ({ name, number, title, clientName, body, wasPublished, url }, site) => ({
    subject: `A testimonial waits for you: order ${number} at ${site.name}’s site`,
    preheader: body.replaceAll(/\s+/g, ' ').slice(0, 120),
    body: (
      <>
        <EmailHeading>{clientName} wrote a testimonial</EmailHeading>
        <EmailText>Hello {name},</EmailText>
        <EmailText>this is what they say of “{title}”, which is paid and delivered:</EmailText>
        {body.split(/\n{2,}/).map((part, place) => (
          <EmailText key={place}>{part}</EmailText>
        ))}
        <EmailText>
          Nobody sees it before you approve it.
          {wasPublished && ' What they said before is taken off your site.'}
        </EmailText>
        <EmailButton href={url} label="Read and decide" />
      </>
    ),
  }),

  testimonial_decided: ({ name, number, title, publishedUrl, note, url }, site) => ({
    subject: publishedUrl
      ? `Your words stand on ${site.name}’s site`
      : `Your testimonial for ${site.name}: order ${number}`,
    preheader: publishedUrl ? 'Thank you. Here is where they are read.' : 'It will not be shown.',
    body: (
      <>
        <EmailHeading>{publishedUrl ? 'Your testimonial is shown' : 'Your testimonial is not shown'}</EmailHeading>
        <EmailText>Hello {name},</EmailText>
        {publishedUrl ? (
          <EmailText>
            thank you for what you say of “{title}”. It now stands on {site.name}’s site, marked “Paid client”, since
            the order behind it is paid and delivered.
          </EmailText>
        ) : (
          <EmailText>
            thank you for what you say of “{title}”. {site.name} decided not to show it on the site.
          </EmailText>
        )}
        {note && (
          <EmailText>
            {site.name} writes: “{note}”
          </EmailText>
        )}
        <EmailButton href={publishedUrl ?? url} label={publishedUrl ? 'See it on the site' : 'See the order'} />
        {publishedUrl && (
          <EmailNote>
            You can change it or take it back at any time on the page of <a href={url}>order {number}</a>.
          </EmailNote>
        )}
      </>
    ),
  }),
};
