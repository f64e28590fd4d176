import { use } from 'react';
import { Link, useLoaderData } from 'react-router';
import { pageLoader } from '#platform/pages/loader.ts';
import { paths } from '#shared/paths.ts';
import { siteMetaContext } from '#ui/PageMeta.tsx';
import { MailFacts } from '../components/EmailDetails.tsx';

export const loader = pageLoader(({ api }) => api.mail.developerList({}));

/** On a local site: the latest mails, whether or not they were delivered. */
export function Component() {
  const { items } = useLoaderData<typeof loader>();
  const site = use(siteMetaContext);
  return (
    <div className="frame max-w-[52rem] pt-12 sm:pt-20">
      <title>{`Mail · ${site.name}`}</title>
      <meta name="robots" content="noindex" />
      <p className="meta">On this machine only</p>
      <h1 className="mt-4 text-h1">Mail</h1>
      <p className="mt-5 max-w-[58ch] text-ink-soft">
        {items.length === 0
          ? 'The site has not written a mail yet.'
          : 'What the site wrote to people, the latest first. Codes and links in delivered mails are erased.'}
      </p>
      <ol className="mt-10 border-b border-rule">
        {items.map(mail => (
          <li key={mail.id} className="group relative border-t border-rule py-5">
            <h2 className="text-h4">
              <Link className="stretched no-underline group-hover:text-accent" to={paths.developerMail(mail.id)}>
                {mail.subject}
              </Link>
            </h2>
            <MailFacts mail={mail} />
          </li>
        ))}
      </ol>
    </div>
  );
}
