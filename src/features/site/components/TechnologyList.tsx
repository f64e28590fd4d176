import type { SiteSections } from '../contract/content.ts';

export function TechnologyList({ techs }: { techs: SiteSections['techs'] }) {
  return (
    <ul className="grid grid-cols-2 gap-x-6 gap-y-3 sm:grid-cols-4 lg:grid-cols-8">
      {techs.map(tech => (
        <li key={tech.name} className="flex items-center gap-2.5 lg:flex-col lg:items-start">
          <svg viewBox="0 0 24 24" className="size-6 shrink-0 text-ink-faint" fill="currentColor" aria-hidden="true">
            <path d={tech.icon} />
          </svg>
          <span className="meta">{tech.name}</span>
        </li>
      ))}
    </ul>
  );
}
