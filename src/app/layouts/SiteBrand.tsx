import { Link } from 'react-router';
import { paths, pictureFile } from '#shared/paths.ts';
import type { ApiContracts } from '#shared/api.ts';
import type { InferContractRouterOutputs } from '@orpc/contract';
import { LogoMark } from './LogoMark.tsx';

export type SiteLayoutData = InferContractRouterOutputs<ApiContracts['site']>['getLayout'];

interface BrandProps {
  name: string;
  logo: SiteLayoutData['appearance']['logo'];
  className: string;
}

/** The owner's logo, or the built-in one with the site's name; links to the home page. */
export function SiteBrand({ name, logo, className }: BrandProps) {
  return (
    <Link
      to={paths.home}
      className={`flex items-center gap-2 sm:gap-3 font-display font-bold tracking-tight no-underline ${logo ? 'min-w-0' : ''} ${className}`}
    >
      {logo ? (
        <img
          className="h-8 w-auto max-w-48 min-w-0 object-contain"
          src={pictureFile(logo.picture.id, 480, 'webp')}
          alt={logo.alt}
          width={logo.picture.width}
          height={logo.picture.height}
        />
      ) : (
        <>
          <LogoMark className="size-7 text-accent" />
          {name}
        </>
      )}
    </Link>
  );
}
