import type { ChangeEvent } from 'react';
import { useParams, useSearchParams, useSubmit } from 'react-router';
import { useLazyApi } from '#platform/pages/api-hooks.ts';
import { formatMoney, type MinorUnits } from '#shared/money.ts';
import { toast } from '#ui/toast.ts';
import type { Order } from '../../lifecycle/contract/order.ts';
import { formatLineDetails } from '../../lifecycle/rules/line-items.ts';
import { readOptions } from '../rules/quote-lines.ts';

type Options = NonNullable<Order['quote']>['options'];

interface QuoteOptionsProps {
  options: Options;
  currency: string;
}

const FRAME = 'border-t border-rule py-3';
const TITLE = 'hint mb-1';

/** Lists options that aren't chosen. */
export function OtherOptions({ options, currency }: QuoteOptionsProps) {
  const others = options.filter(({ isChosen }) => !isChosen);
  if (others.length === 0) return null;
  return (
    <div className={FRAME}>
      <p className={TITLE}>Optional, not included in the total</p>
      <ul>
        {others.map((option, index) => (
          <li key={index} className="flex items-baseline justify-between gap-4 py-1">
            <OptionText option={option} currency={currency} />
          </li>
        ))}
      </ul>
    </div>
  );
}

interface OptionPickerProps extends QuoteOptionsProps {
  title: string;
  /** With the chosen options. */
  total: MinorUnits;
}

/**
 * Lets a party choose options in the surrounding form. The page shows the new total after each choice; without
 * JavaScript, after a button.
 */
export function OptionPicker({ title, options, currency, total }: OptionPickerProps) {
  const submit = useSubmit();
  const api = useLazyApi();
  const { order = '' } = useParams();
  const [search] = useSearchParams();
  const update = async ({ currentTarget: input }: ChangeEvent<HTMLInputElement>) => {
    const readChosen = () => (input.form ? readOptions(Object.fromEntries(new FormData(input.form))).join(',') : '');
    const chosen = readChosen();
    try {
      // Loaded before the navigation, which would replace the page and its input with an error.
      await api().orders.getOrder({ order, ...(chosen ? { options: chosen } : {}) });
    } catch (error) {
      input.checked = !input.checked;
      toast.error(error instanceof Error ? error.message : 'The options couldn’t be changed. Try again.');
      return;
    }
    // Another option may have been changed by now.
    if (readChosen() !== chosen) return;
    const query = new URLSearchParams(search);
    query.delete('options');
    if (chosen) query.set('options', chosen);
    void submit(query, { method: 'get', replace: true, preventScrollReset: true });
  };
  return (
    <fieldset className={FRAME}>
      <legend className="sr-only">{title}</legend>
      <p aria-hidden="true" className={TITLE}>
        {title}
      </p>
      {options.map((option, index) => (
        <label key={index} className="flex min-h-11 items-start gap-3 py-2.5">
          <input
            type="checkbox"
            name={`option-${index}`}
            className="size-5 shrink-0"
            defaultChecked={option.isChosen}
            onChange={event => void update(event)}
          />
          <span className="flex min-w-0 grow items-baseline justify-between gap-4">
            <OptionText option={option} currency={currency} />
          </span>
        </label>
      ))}
      <output className="sr-only">Total {formatMoney({ minor: total, currency }, { exact: true })}</output>
      <noscript>
        <button type="submit" name="intent" value="choose" className="button mt-2">
          Update total
        </button>
      </noscript>
    </fieldset>
  );
}

function OptionText({ option, currency }: { option: Options[number]; currency: string }) {
  const details = formatLineDetails(option, currency);
  return (
    <>
      <span className="min-w-0 text-ink-soft [overflow-wrap:anywhere]">
        {option.description}
        {details !== undefined && <span className="meta block">{details}</span>}
      </span>
      <span className="shrink-0 font-mono tabular-nums">
        {formatMoney({ minor: option.amount, currency }, { exact: true })}
      </span>
    </>
  );
}
