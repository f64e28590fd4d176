import type { SiteContent } from '../contract.ts';

/** The technologies, sign and name. */
export function TechStrip({ techs }: { techs: SiteContent['techs'] }) {
  return (
    <ul className="grid grid-cols-2 gap-x-6 gap-y-3 sm:grid-cols-4 lg:grid-cols-8">
      {techs.map(tech => (
        <li key={tech.name} className="flex items-center gap-2.5 lg:flex-col lg:items-start">
          <img
            src={`/media/icons/${tech.image.replace(/^techs\//, '')}`}
            alt=""
            width="24"
            height="24"
            className="size-6"
          />
          <span className="meta">{tech.name}</span>
        </li>
      ))}
    </ul>
  );
}
