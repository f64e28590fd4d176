import { ArrowLeft } from 'lucide-react';
import { use } from 'react';
import { Link, useLoaderData } from 'react-router';
import { pageLoader } from '#platform/pages/loader.ts';
import { paths } from '#shared/paths.ts';
import { siteMetaContext } from '#ui/PageMeta.tsx';
import { MailAttachments } from '../components/EmailAttachments.tsx';
import { MailCalendar } from '../components/EmailCalendarInvite.tsx';
import { MailFacts } from '../components/EmailDetails.tsx';

export const loader = pageLoader(async ({ api, params }) => {
  const { html, ...mail } = await api.mail.developerById({ id: params.id ?? '' });
  return { ...mail, links: linksIn(html ?? '') };
});

/** The addresses that a mail links to, each once, in their order. */
function linksIn(html: string): string[] {
  const addresses = [...html.matchAll(/ href="(https?:[^"]+)"/g)].map(([, address = '']) =>
    address.replaceAll('&amp;', '&'),
  );
  return [...new Set(addresses)];
}

/** On a local site: one mail as its reader has it, with its links to click. */
export function Component() {
  const mail = useLoaderData<typeof loader>();
  const site = use(siteMetaContext);
  return (
    <div className="frame max-w-[52rem] pt-12 sm:pt-20">
      <title>{`${mail.subject} · ${site.name}`}</title>
      <meta name="robots" content="noindex" />
      <meta name="referrer" content="no-referrer" />
      <Link
        className="meta inline-flex min-h-11 items-center gap-1.5 no-underline hover:text-accent"
        to={paths.developerMails}
      >
        <ArrowLeft className="size-4" aria-hidden="true" /> All mail on this machine
      </Link>
      <h1 className="mt-1 text-h2">{mail.subject}</h1>
      <MailFacts mail={mail} />
      {mail.erased ? (
        <p className="mt-9 border-l-2 border-rule-strong pl-4">
          It held a code or link, so its text was erased when it was delivered, or after a day.
        </p>
      ) : (
        <>
          <MailAttachments path={paths.developerMail(mail.id)} attachments={mail.attachments} />
          {mail.calendar && <MailCalendar calendar={mail.calendar} />}
          <section className="mt-10" aria-labelledby="links">
            <h2 id="links" className="text-h4">
              Links in it
            </h2>
            <ul className="mt-3 grid">
              {mail.links.map(link => (
                <li key={link} className="border-t border-rule">
                  {/* The mail was written by this site; its links lead where a reader's click would. */}
                  <a className="block py-3 text-small underline [overflow-wrap:anywhere]" href={link}>
                    {link}
                  </a>
                </li>
              ))}
            </ul>
          </section>
          <section className="mt-10" aria-labelledby="seen">
            <h2 id="seen" className="text-h4">
              As it is seen
            </h2>
            <iframe
              className="mt-3 h-[42rem] w-full border border-rule"
              title="The mail as it is seen"
              src={paths.developerMailContent(mail.id)}
              sandbox="allow-popups allow-popups-to-escape-sandbox"
            />
          </section>
          <section className="mt-10" aria-labelledby="text">
            <h2 id="text" className="text-h4">
              As plain text
            </h2>
            <pre className="mt-3 overflow-x-auto border-y border-rule py-5 font-mono text-small whitespace-pre-wrap">
              {mail.text}
            </pre>
          </section>
        </>
      )}
    </div>
  );
}
