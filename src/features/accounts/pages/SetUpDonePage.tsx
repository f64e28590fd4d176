import { Link } from 'react-router';
import { paths } from '#shared/paths.ts';

/** Where setting up ends. */
export function Component() {
  return (
    <div className="frame max-w-[34rem] pt-12 sm:pt-20">
      <title>The site is yours</title>
      <meta name="robots" content="noindex" />
      <h1 className="text-h1">The site is yours</h1>
      <p className="mt-5 text-ink-soft">
        Your name, e-mail and password are kept, and the set-up link no longer works.
      </p>
      <p className="mt-8">
        <Link className="button button-primary" to={paths.home}>
          Go to the home page
        </Link>
      </p>
    </div>
  );
}
