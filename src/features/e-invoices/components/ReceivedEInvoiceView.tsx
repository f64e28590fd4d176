import type { ReceivedEInvoice } from '../contract/index.ts';

type Facts = ReceivedEInvoice['facts'];

/** Renders a received e-invoice. */
export function ReceivedEInvoiceView({ invoice }: { invoice: ReceivedEInvoice }) {
  const { isCreditNote, number, format, facts, notes, seller, buyer, lines, adjustments, taxes, totals, payment } =
    invoice;
  return (
    <article
      aria-labelledby="received-title"
      className="mt-10 border border-rule bg-raised px-5 py-8 sm:px-10 sm:py-12"
    >
      <header className="border-b border-ink pb-6">
        <h2 id="received-title" className="text-h2">
          {isCreditNote ? 'Credit note' : 'Invoice'} <span className="[overflow-wrap:anywhere]">{number}</span>
        </h2>
        <p className="meta mt-1.5">{format}</p>
      </header>
      <div className="grid gap-8 py-8 sm:grid-cols-3">
        <PartyBlock label="From" party={seller} />
        <PartyBlock label="Bill to" party={buyer} />
        <FactList facts={facts} />
      </div>
      {notes.map((note, index) => (
        <p key={index} className="mb-6 max-w-[40em] text-small whitespace-pre-line [overflow-wrap:anywhere]">
          {note}
        </p>
      ))}
      <LinesTable lines={lines} />
      <dl className="mt-4 ml-auto grid sm:max-w-[26rem]">
        {adjustments.map(({ label, value }, index) => (
          <Row key={index} label={label} value={value} />
        ))}
        {taxes.length > 1 &&
          taxes.map(({ label, taxableAmount, taxAmount }, index) => (
            <Row key={index} label={`${label} of ${taxableAmount}`} value={taxAmount} />
          ))}
        {totals.map(({ label, value }) => (
          <Row key={label} label={label} value={value} isStrong={label === 'Amount due'} />
        ))}
      </dl>
      {taxes.map(
        ({ label, reason }, index) =>
          reason && (
            <p key={index} className="mt-4 text-small text-ink-soft [overflow-wrap:anywhere]">
              {label}: {reason}
            </p>
          ),
      )}
      {payment.length > 0 && (
        <section aria-labelledby="received-payment" className="mt-10">
          <h3 id="received-payment" className="mb-3 text-h4">
            Payment
          </h3>
          <FactList facts={payment} />
        </section>
      )}
    </article>
  );
}

function PartyBlock({
  label,
  party: { name, addressLines, facts },
}: {
  label: string;
  party: ReceivedEInvoice['seller'];
}) {
  return (
    <div className="min-w-0 text-small text-ink-soft [overflow-wrap:anywhere]">
      <h3 className="meta mb-1 font-normal">{label}</h3>
      <p className="font-semibold text-ink">{name}</p>
      {addressLines.map((line, index) => (
        <p key={index}>{line}</p>
      ))}
      {facts.map((fact, index) => (
        <p key={index}>
          {fact.label} {fact.value}
        </p>
      ))}
    </div>
  );
}

function FactList({ facts }: { facts: Facts }) {
  return (
    <dl className="grid content-start gap-2 text-small">
      {facts.map(({ label, value }) => (
        <div key={label}>
          <dt className="meta">{label}</dt>
          <dd className="whitespace-pre-line [overflow-wrap:anywhere]">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function LinesTable({ lines }: Pick<ReceivedEInvoice, 'lines'>) {
  const figure = 'py-3 pl-4 text-right align-top font-mono text-meta whitespace-nowrap tabular-nums';
  const wide = `${figure} hidden sm:table-cell`;
  return (
    <table className="w-full border-y border-ink text-small">
      <caption className="sr-only">Line items</caption>
      <thead>
        <tr className="meta border-b border-ink text-left">
          <th scope="col" className="py-2 font-normal">
            Description
          </th>
          {['Quantity', 'Unit price', 'Tax'].map(label => (
            <th key={label} scope="col" className="hidden py-2 pl-4 text-right font-normal sm:table-cell">
              {label}
            </th>
          ))}
          <th scope="col" className="py-2 pl-4 text-right font-normal">
            Amount
          </th>
        </tr>
      </thead>
      <tbody>
        {lines.map(({ name, detail, quantity, price, tax, amount }, index) => (
          <tr key={index} className="border-b border-rule last:border-0">
            <td className="py-3 align-top [overflow-wrap:anywhere]">
              {name}
              {detail && <span className="block text-meta whitespace-pre-line text-ink-soft">{detail}</span>}
              <span className="meta block sm:hidden">
                {quantity} × {price}, {tax}
              </span>
            </td>
            <td className={wide}>{quantity}</td>
            <td className={wide}>{price}</td>
            <td className={wide}>{tax}</td>
            <td className={figure}>{amount}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Row({ label, value, isStrong = false }: { label: string; value: string; isStrong?: boolean }) {
  return (
    <div
      className={
        isStrong
          ? 'mt-2 flex items-baseline justify-between gap-6 border-t border-ink pt-3 font-display text-h4 font-semibold'
          : 'flex items-baseline justify-between gap-6 py-1 text-small'
      }
    >
      <dt className="min-w-0 [overflow-wrap:anywhere]">{label}</dt>
      <dd className="font-mono whitespace-nowrap tabular-nums">{value}</dd>
    </div>
  );
}
