import Plus from 'lucide-react/icons/plus';
import X from 'lucide-react/icons/x';
import { type ChangeEvent, useState } from 'react';
import { TaxSelect } from '#features/billing/browser.ts';
import { lineUnits } from '#features/billing/contract/units.ts';
import { SelectField } from '#ui/SelectField.tsx';
import { TextArea } from '#ui/TextArea.tsx';
import { TextField } from '#ui/TextField.tsx';
import { useRowFocus } from '#ui/use-row-focus.ts';
import {
  type DraftLine,
  EMPTY_LINE,
  MAX_DESCRIPTION_LENGTH,
  MAX_DETAIL_LENGTH,
  MAX_LINES,
} from '../contract/constants.ts';
import type { Draft } from '../contract/index.ts';
import { type PriceListItem, PriceListSelect } from '#features/pricing/browser.ts';

interface DraftLinesProps {
  lines: readonly DraftLine[];
  currency: string;
  taxes: Draft['taxes'];
  prices: readonly PriceListItem[];
  problemOf: (field: string, value: string) => string | undefined;
  onChange: (lines: DraftLine[]) => void;
}

const units = {
  '': 'None',
  ...Object.fromEntries(lineUnits.map(unit => [unit, `${unit[0]?.toUpperCase()}${unit.slice(1)}`])),
};

/** Renders the lines of a draft, to add, change and remove. */
export function DraftLines({ lines, currency, taxes, prices, problemOf, onChange }: DraftLinesProps) {
  const list = useRowFocus<HTMLDivElement>(lines.length);
  const change = (index: number, patch: Partial<DraftLine>) =>
    onChange(lines.map((line, at) => (at === index ? { ...line, ...patch } : line)));
  const add = (line: DraftLine) => onChange([...lines, line]);
  return (
    <div ref={list}>
      {lines.map((line, index) => (
        <Line
          // Lines have no ID; all fields are controlled.
          key={index}
          line={line}
          number={index + 1}
          taxes={taxes}
          problemOf={(field, value) => problemOf(`lines.${index}.${field}`, value)}
          onChange={patch => change(index, patch)}
          onRemove={lines.length > 1 ? () => onChange(lines.filter((_line, at) => at !== index)) : undefined}
        />
      ))}
      {lines.length < MAX_LINES && (
        <div data-add-row="" className="flex flex-wrap items-end gap-3 pt-4">
          <button type="button" className="button" onClick={() => add(EMPTY_LINE)}>
            <Plus className="size-4" aria-hidden="true" /> Add line
          </button>
          <PriceListSelect prices={prices} currency={currency} onSelect={line => add({ ...EMPTY_LINE, ...line })} />
        </div>
      )}
    </div>
  );
}

interface LineProps {
  line: DraftLine;
  number: number;
  taxes: Draft['taxes'];
  problemOf: (field: keyof DraftLine, value: string) => string | undefined;
  onChange: (patch: Partial<DraftLine>) => void;
  onRemove: (() => void) | undefined;
}

function Line({ line, number, taxes, problemOf, onChange, onRemove }: LineProps) {
  const field = <Name extends keyof DraftLine>(name: Name) => ({
    name: `${name}-${number}`,
    value: line[name],
    error: problemOf(name, line[name]),
    autoComplete: 'off',
    onChange: (event: ChangeEvent<HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement>) =>
      onChange({ [name]: event.target.value }),
  });
  const [hasDetail, setHasDetail] = useState(false);
  return (
    <fieldset className="grid gap-4 border-b border-rule py-5">
      <legend className="sr-only">Line {number}</legend>
      <div className="flex items-start gap-2">
        <div className="min-w-0 grow">
          <TextField label="Description" maxLength={MAX_DESCRIPTION_LENGTH} {...field('description')} />
        </div>
        {onRemove && (
          <button
            type="button"
            aria-label={`Remove line ${number}`}
            className="mt-7 inline-flex size-11 shrink-0 items-center justify-center text-ink-soft hover:text-danger"
            onClick={onRemove}
          >
            <X className="size-4" aria-hidden="true" />
          </button>
        )}
      </div>
      <div className="grid grid-cols-2 items-start gap-4 sm:grid-cols-[5.5rem_6.5rem_1fr_1fr_minmax(0,1.5fr)]">
        <TextField label="Quantity" inputMode="decimal" maxLength={20} {...field('quantity')} />
        <SelectField label="Unit" options={units} {...field('unit')} />
        <TextField label="Unit price" inputMode="decimal" maxLength={30} {...field('unitPrice')} />
        <TextField label="Discount" placeholder="10% or 50" maxLength={30} {...field('discount')} />
        <div className="max-sm:col-span-2">
          <TaxSelect
            taxes={taxes}
            chosen={line.tax}
            {...field('tax')}
            // The default tax can be invalid, too.
            error={problemOf('tax', 'chosen')}
          />
        </div>
      </div>
      {hasDetail || line.detail !== '' ? (
        <TextArea
          label="Details (optional)"
          rows={2}
          maxLength={MAX_DETAIL_LENGTH}
          {...field('detail')}
          onFocus={() => setHasDetail(true)}
        />
      ) : (
        <button
          type="button"
          className="link min-h-11 w-fit text-small text-ink-soft"
          aria-label={`Add details to line ${number}`}
          onClick={() => setHasDetail(true)}
        >
          Add details
        </button>
      )}
    </fieldset>
  );
}
