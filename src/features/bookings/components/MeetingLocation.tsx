/** Where it takes place: a link where that is an address and nothing else. */
export function MeetingLocation({ place }: { place: string }) {
  if (!/^https:\/\/\S+$/.test(place) || !URL.canParse(place)) return place;
  return (
    <a className="link inline-flex min-h-11 items-center" href={place} rel="noreferrer">
      {place}
    </a>
  );
}
