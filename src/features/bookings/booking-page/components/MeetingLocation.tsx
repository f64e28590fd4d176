/** Renders the location, as a link if it consists only of a URL. */
export function MeetingLocation({ location }: { location: string }) {
  if (!/^https:\/\/\S+$/.test(location) || !URL.canParse(location)) return location;
  return (
    <a className="link inline-flex min-h-11 items-center" href={location} rel="noreferrer">
      {location}
    </a>
  );
}
