/** Says what to set where people visit a site that takes itself for local. */
export function AddressWarning() {
  return (
    <section aria-labelledby="address-warning" className="max-w-[42rem] border-l-2 border-danger pl-4 text-small">
      <h2 id="address-warning" className="font-display font-semibold">
        Set this site’s address
      </h2>
      <p className="mt-1 text-ink-soft">
        People reach this site at an address it doesn’t know, so links in emails and feeds lead nowhere. Start it with{' '}
        <code>SITE_URL</code> set to the address people use, for example <code>SITE_URL=https://example.org</code>.
      </p>
    </section>
  );
}
