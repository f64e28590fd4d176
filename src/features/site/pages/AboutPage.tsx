import type { LucideIcon } from 'lucide-react';
import BookOpen from 'lucide-react/icons/book-open';
import CodeXml from 'lucide-react/icons/code-xml';
import Dumbbell from 'lucide-react/icons/dumbbell';
import Fish from 'lucide-react/icons/fish';
import GraduationCap from 'lucide-react/icons/graduation-cap';
import MicVocal from 'lucide-react/icons/mic-vocal';
import Plane from 'lucide-react/icons/plane';
import Star from 'lucide-react/icons/star';
import Trophy from 'lucide-react/icons/trophy';
import { Fragment, type ReactNode, use } from 'react';
import { Link, useLoaderData } from 'react-router';
import { pageLoader } from '#platform/pages/loader.ts';
import { paths } from '#shared/paths.ts';
import { formatPlainDate } from '#shared/time.ts';
import { toBreadcrumbJsonLd, PageMeta, siteMetaContext } from '#ui/PageMeta.tsx';
import { Picture } from '#ui/Picture.tsx';
import { Section } from '#ui/Section.tsx';
import { TechnologyList } from '../components/TechnologyList.tsx';
import { Testimonials } from '../components/Testimonials.tsx';
import type { SiteSections } from '../contract/content.ts';

/** Number of projects shown for a skill, newest first. */
const USES_SHOWN = 3;

export const loader = pageLoader(async ({ api }) => {
  const [{ profile }, about, clients] = await Promise.all([
    api.site.getLayout(),
    api.site.getAbout(),
    api.testimonials.listPublicTestimonials(),
  ]);
  const uses = await Promise.all(
    about.skills.map(({ skill }) => api.projects.list({ search: skill, sort: 'newest', pageSize: USES_SHOWN })),
  );
  // A search whose spelling was corrected found another word.
  const projectsBySkill = uses.map(({ items, correctedSearch }) =>
    correctedSearch === null ? items.map(({ id, title, publishedAt }) => ({ id, title, publishedAt })) : [],
  );
  return { profile, ...about, projectsBySkill, testimonials: [...clients.items, ...about.testimonials] };
});

const toLink = (href: string, text: string) => (
  <a className="link" href={href}>
    {text}
  </a>
);

export function Component() {
  const { profile, skills, projectsBySkill, techs, certificates, careerGoals, hobbies, testimonials } =
    useLoaderData<typeof loader>();
  const site = use(siteMetaContext);
  const facts: readonly (readonly [name: string, value: ReactNode])[] = [
    ['Born', profile.dateOfBirth && formatPlainDate(profile.dateOfBirth)],
    ['Location', profile.address.split(', ').slice(1).join(', ')],
    ['Country', profile.country],
    ['Personality', profile.personality],
    ['Email', toLink(`mailto:${profile.email}`, profile.email)],
    ['Phone', profile.phone && toLink(`tel:${profile.phone.replace(/[^+\d]/g, '')}`, profile.phone)],
  ];
  return (
    <>
      <PageMeta
        title="About Me"
        description={`${profile.name}, ${profile.role}: skills, certificates, goals and testimonials.`}
        path={paths.about}
        socialImage={paths.socialCard('page', 'about')}
        type="profile"
        jsonLd={[
          toBreadcrumbJsonLd(site.url, [
            ['Home', paths.home],
            ['About Me', paths.about],
          ]),
        ]}
      />
      <div className="frame grid grid-cols-1 gap-x-12 gap-y-10 pt-12 sm:pt-20 lg:grid-cols-12">
        <div className="lg:col-span-7">
          <p className="meta">{profile.role}</p>
          <h1 className="mt-4 text-h1">About Me</h1>
          <div className="prose mt-8">
            {profile.description.split('\n\n').map(paragraph => (
              <p key={paragraph}>{paragraph}</p>
            ))}
          </div>
          <dl className="mt-10 grid gap-x-8 sm:grid-cols-2">
            {facts.map(
              ([name, value]) =>
                value && (
                  <div key={name} className="border-t border-rule py-3.5">
                    <dt className="meta">{name}</dt>
                    <dd className="mt-0.5">{value}</dd>
                  </div>
                ),
            )}
          </dl>
        </div>
        {profile.portrait && (
          <figure className="max-lg:order-first lg:col-span-5">
            <Picture
              picture={profile.portrait}
              alt={profile.portraitAlt}
              sizes="(min-width: 64rem) 31rem, 86vw"
              aspectRatio="aspect-[4/5]"
              isPriority
            />
            {profile.portraitCaption && <figcaption className="meta mt-2.5">{profile.portraitCaption}</figcaption>}
          </figure>
        )}
      </div>

      {skills.length + techs.length > 0 && (
        <Section title="Skills">
          <Skills skills={skills.map((skill, index) => ({ ...skill, projects: projectsBySkill[index] ?? [] }))} />
          {techs.length > 0 && (
            <div className={skills.length > 0 ? 'mt-14 border-t border-rule pt-6' : ''}>
              <h3 className="sr-only">Technologies</h3>
              <TechnologyList techs={techs} />
            </div>
          )}
        </Section>
      )}

      {certificates.length > 0 && (
        <Section title="Certificates">
          <ul className="grid gap-x-12 md:grid-cols-2">
            {certificates.map(certificate => (
              <li
                key={certificate.title}
                className="border-t border-rule py-6 first:border-0 first:pt-0 md:nth-2:border-0 md:nth-2:pt-0"
              >
                <p className="meta">{certificate.publishedDate}</p>
                <h3 className="mt-2 text-h4">{certificate.title}</h3>
                <p className="mt-2 text-small text-ink-soft">{certificate.description}</p>
              </li>
            ))}
          </ul>
        </Section>
      )}

      {careerGoals.length > 0 && (
        <Section title="What’s next">
          <ol className="grid gap-x-10 gap-y-10 sm:grid-cols-2 xl:grid-cols-4">
            {careerGoals.map(goal => (
              <li key={goal.title} className="border-l border-rule-strong pl-5">
                <h3 className="text-h4 text-accent">{goal.title}</h3>
                <ul className="mt-3 grid gap-3 text-small text-ink-soft">
                  {goal.myGoals.map(text => (
                    <li key={text}>{text}</li>
                  ))}
                </ul>
              </li>
            ))}
          </ol>
        </Section>
      )}

      {hobbies.length > 0 && (
        <Section title="Outside of work">
          <ul className="flex max-w-[46em] flex-wrap gap-x-9 gap-y-4">
            {hobbies.map(hobby => (
              <li key={hobby.name} className="flex items-center gap-3 text-lead">
                <HobbyIcon icon={hobby.icon} />
                {hobby.name}
              </li>
            ))}
          </ul>
        </Section>
      )}

      {testimonials.length > 0 && (
        <Section title="What clients say">
          <Testimonials testimonials={testimonials} />
        </Section>
      )}
    </>
  );
}

interface SkillsProps {
  skills: readonly (SiteSections['skills'][number] & {
    readonly projects: readonly { readonly id: string; readonly title: string; readonly publishedAt: string }[];
  })[];
}

/** Shows skills by area, each with its level and the newest projects that use it. */
function Skills({ skills }: SkillsProps) {
  const areas = [...new Set(skills.map(skill => skill.area))];
  return (
    <div className="grid gap-x-12 gap-y-10 md:grid-cols-2">
      {areas.map(area => (
        <div key={area}>
          <h3 className="meta uppercase tracking-widest">{area}</h3>
          <ul className="mt-3">
            {skills
              .filter(skill => skill.area === area)
              .map(({ skill, level, projects }) => (
                <li key={skill} className="border-t border-rule py-3">
                  <span className="flex items-baseline justify-between gap-4">
                    <span className="font-display font-medium">{skill}</span>
                    <span className="meta roll text-ink-soft">{level}</span>
                  </span>
                  {projects.length > 0 && (
                    <p className="mt-1 text-small text-ink-soft">
                      Used in{' '}
                      {projects.map(({ id, title, publishedAt }, index) => (
                        <Fragment key={id}>
                          {index > 0 && ', '}
                          <Link className="link" to={paths.project(id)}>
                            {title}
                          </Link>{' '}
                          ({publishedAt.slice(0, 4)})
                        </Fragment>
                      ))}
                    </p>
                  )}
                </li>
              ))}
          </ul>
        </div>
      ))}
    </div>
  );
}

const hobbyIcons: Readonly<Record<string, LucideIcon>> = {
  'book-open': BookOpen,
  'code-xml': CodeXml,
  dumbbell: Dumbbell,
  fish: Fish,
  'graduation-cap': GraduationCap,
  'mic-vocal': MicVocal,
  plane: Plane,
  trophy: Trophy,
};

/** Renders a hobby's icon; a star for unknown names. */
function HobbyIcon({ icon }: { icon: string }) {
  const Icon = hobbyIcons[icon] ?? Star;
  return <Icon className="size-5 shrink-0 text-accent" aria-hidden="true" />;
}
