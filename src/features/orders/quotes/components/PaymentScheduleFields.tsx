import Plus from 'lucide-react/icons/plus';
import X from 'lucide-react/icons/x';
import {
  type InputHTMLAttributes,
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import { formatAmountInput } from '#shared/parse-amount.ts';
import { formatMoney, type MinorUnits } from '#shared/money.ts';
import { ZERO } from '#shared/money-arithmetic.ts';
import { getAriaProps, FormField } from '#ui/FormField.tsx';
import { useRowFocus } from '#ui/use-row-focus.ts';
import { MAX_MILESTONES } from '../../lifecycle/contract/limits.ts';
import {
  calculateMilestones,
  type EnteredMilestone,
  isDate,
  listMilestoneDates,
  MILESTONE_COUNT,
  type MilestoneInterval,
  milestoneIntervals,
  readMilestoneFields,
  readMilestoneAmounts,
  type SplitPrice,
  splitEqually,
} from '../rules/payment-schedule.ts';

const ROW =
  'grid grid-cols-[minmax(0,1fr)_minmax(0,1fr)_2.75rem] gap-2 sm:grid-cols-[minmax(0,1fr)_9rem_10rem_2.75rem] items-start';

interface PaymentScheduleProps {
  /** Initial form values. */
  first: Readonly<Record<string, string>>;
  /** Errors of the last submission, by field. */
  errors: Readonly<Record<string, string>> | undefined;
  /** The price as entered so far. */
  price: SplitPrice;
  /** Last day to accept the quote, as entered so far. */
  expiresOn: string;
  /** Whether another way to pay is chosen; the form keeps its values. */
  hidden: boolean;
}

/** Keeps years at four digits. */
const MAX_DATE = '9999-12-31';

type Row = EnteredMilestone & { readonly key: number };

/** Renders the milestones of a quote, to add, remove and fill in. The last one is the rest. */
export function PaymentScheduleFields({ first, errors, price, expiresOn, hidden }: PaymentScheduleProps) {
  const [rows, setRows] = useState<readonly Row[]>(() =>
    readMilestoneFields(first).map((row, key) => ({ ...row, key })),
  );
  const [status, setStatus] = useState('');
  // Errors keep their row if another one is removed.
  const [submitted, setSubmitted] = useState({ errors, keys: rows.map(({ key }) => key) });
  if (submitted.errors !== errors) setSubmitted({ errors, keys: rows.map(({ key }) => key) });
  const list = useRowFocus<HTMLFieldSetElement>(rows.length);
  const reported = useRef(rows);
  useEffect(() => {
    if (reported.current === rows) return;
    reported.current = rows;
    // Buttons change the form's values without an input event.
    list.current?.dispatchEvent(new Event('input', { bubbles: true }));
  }, [rows, list]);
  const update = (key: number, change: Partial<EnteredMilestone>) =>
    setRows(all => all.map(row => (row.key === key ? { ...row, ...change } : row)));
  const add = () =>
    setRows(all => [
      ...all,
      { key: Math.max(...all.map(({ key }) => key)) + 1, description: '', amount: '', dueOn: '' },
    ]);
  const fill = (filled: readonly EnteredMilestone[]) => {
    setRows(all => {
      const next = Math.max(...all.map(({ key }) => key)) + 1;
      return filled.map((row, index) => {
        const typed = all[index]?.description.trim() ?? '';
        return { ...row, description: isGenerated(typed) ? row.description : typed, key: next + index };
      });
    });
    setStatus(filled.length === 1 ? '1 milestone filled in.' : `${filled.length} milestones filled in.`);
  };
  const errorOf = (key: number, part: keyof EnteredMilestone) =>
    submitted.errors?.[`milestones.${submitted.keys.indexOf(key)}.${part}`];
  const entered = readMilestoneAmounts(rows, price);
  const amounts = calculateMilestones(rows, price);
  const format = (minor: MinorUnits) => formatMoney({ minor, currency: price.currency }, { exact: true });
  return (
    <fieldset ref={list} className="grid gap-4" hidden={hidden}>
      <legend className="mb-3 font-display text-small font-semibold">
        Milestones ({price.currency}, including tax)
      </legend>
      <input type="hidden" name={MILESTONE_COUNT} value={rows.length} readOnly />
      <FillIn price={price} expiresOn={expiresOn} onFill={fill} />
      <div aria-hidden="true" className={`${ROW} meta -mb-2 max-sm:hidden`}>
        <span>Description</span>
        <span>Amount or %</span>
        <span>Due date</span>
      </div>
      {rows.map(({ key, description, amount, dueOn }, index) => {
        const calculated = amounts[index] ?? ZERO;
        const isLast = index === rows.length - 1;
        const isShown = calculated > 0 && (amount.includes('%') || calculated !== entered[index]);
        return (
          <fieldset key={key} aria-label={`Milestone ${index + 1}`} className={ROW}>
            <Cell
              className="max-sm:col-span-2"
              label="Description"
              number={index + 1}
              name={`milestones.${index}.description`}
              maxLength={120}
              value={description}
              onChange={({ target }) => update(key, { description: target.value })}
              error={errorOf(key, 'description')}
            />
            {isLast ? (
              <div className="max-sm:order-2">
                <span className="meta sm:hidden">Rest</span>
                <p
                  className={`flex min-h-11 flex-wrap items-baseline gap-x-2 pt-2.5 font-mono text-small tabular-nums ${calculated > 0 ? '' : 'text-danger'}`}
                >
                  {format(calculated)} <span className="meta max-sm:hidden">the rest</span>
                </p>
              </div>
            ) : (
              <Cell
                className="max-sm:order-2"
                label="Amount"
                number={index + 1}
                name={`milestones.${index}.amount`}
                inputMode="text"
                maxLength={30}
                value={amount}
                onChange={({ target }) => update(key, { amount: target.value })}
                error={errorOf(key, 'amount')}
                hint={isShown ? `= ${format(calculated)}` : undefined}
              />
            )}
            <Cell
              className="max-sm:order-2 max-sm:col-span-2"
              label="Due date"
              number={index + 1}
              name={`milestones.${index}.dueOn`}
              type="date"
              max={MAX_DATE}
              min={rows[index - 1]?.dueOn || expiresOn}
              value={dueOn}
              onChange={({ target }) => update(key, { dueOn: target.value })}
              error={errorOf(key, 'dueOn')}
            />
            <button
              type="button"
              aria-label={`Remove milestone ${index + 1}`}
              className="inline-flex size-11 items-center justify-center self-start text-ink-soft hover:text-danger disabled:text-ink-faint max-sm:order-1 max-sm:mt-5"
              disabled={rows.length === 1}
              onClick={() => setRows(all => all.filter(row => row.key !== key))}
            >
              <X className="size-4" aria-hidden="true" />
            </button>
          </fieldset>
        );
      })}
      <div data-add-row="" className="flex flex-wrap items-center gap-x-6 gap-y-2">
        <button type="button" className="button" disabled={rows.length === MAX_MILESTONES} onClick={add}>
          <Plus className="size-4" aria-hidden="true" /> Add milestone
        </button>
        <p className="meta">The last milestone is the rest. Percentages are of the total.</p>
      </div>
      <output className="sr-only">{status}</output>
    </fieldset>
  );
}

const isGenerated = (description: string) => description === '' || /^Payment \d+ of \d+$/.test(description);

const intervalLabels: Readonly<Record<MilestoneInterval, string>> = {
  weekly: 'Weekly',
  biweekly: 'Every two weeks',
  monthly: 'Monthly',
  quarterly: 'Quarterly',
};

interface FillInProps extends Pick<PaymentScheduleProps, 'price' | 'expiresOn'> {
  onFill: (rows: readonly EnteredMilestone[]) => void;
}

/** Fills in equal parts of the balance at an interval. */
function FillIn({ price, expiresOn, onFill }: FillInProps) {
  const [parts, setParts] = useState('3');
  const [interval, setInterval] = useState<MilestoneInterval>('monthly');
  const [start, setStart] = useState('');
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const ids = { parts: useId(), interval: useId(), start: useId() };
  const fill = () => {
    const count = Number(parts);
    const found = {
      ...(/^\d+$/.test(parts.trim()) && count >= 1 && count <= MAX_MILESTONES
        ? {}
        : { parts: `Enter a whole number from 1 to ${MAX_MILESTONES}.` }),
      ...(isDate(start) ? {} : { start: 'Choose a date.' }),
      ...(price.total > 0 ? {} : { total: 'Enter the line items first.' }),
    };
    setErrors(found);
    if (Object.keys(found).length > 0) return;
    const amounts = splitEqually(price, count);
    const dates = listMilestoneDates(start, count, interval);
    onFill(
      dates.map((dueOn, index) => ({
        description: `Payment ${index + 1} of ${count}`,
        amount:
          index === count - 1 ? '' : formatAmountInput({ minor: amounts[index] ?? ZERO, currency: price.currency }),
        dueOn,
      })),
    );
  };
  const fillOnEnter = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key !== 'Enter') return;
    // Not the form's own button.
    event.preventDefault();
    fill();
  };
  return (
    <fieldset aria-label="Fill in equal parts" className="border-l-2 border-rule pl-4">
      <p className="hint">Optional: fill in equal parts of the balance. You can edit them below.</p>
      <div className="mt-3 grid grid-cols-[4.5rem_1fr] items-start gap-3 sm:grid-cols-[5rem_1fr_10rem_auto]">
        <FormField id={ids.parts} label="Parts" error={errors.parts}>
          <input
            id={ids.parts}
            className="field"
            inputMode="numeric"
            maxLength={2}
            value={parts}
            onChange={({ target }) => setParts(target.value)}
            onKeyDown={fillOnEnter}
            {...getAriaProps({ id: ids.parts, error: errors.parts })}
          />
        </FormField>
        <FormField id={ids.interval} label="Interval">
          <select
            id={ids.interval}
            className="field"
            value={interval}
            onChange={({ target }) => setInterval(target.value as MilestoneInterval)}
          >
            {milestoneIntervals.map(name => (
              <option key={name} value={name}>
                {intervalLabels[name]}
              </option>
            ))}
          </select>
        </FormField>
        <div className="max-sm:col-span-2">
          <FormField id={ids.start} label="First due date" error={errors.start}>
            <input
              id={ids.start}
              className="field"
              type="date"
              max={MAX_DATE}
              min={expiresOn}
              value={start}
              onChange={({ target }) => setStart(target.value)}
              onKeyDown={fillOnEnter}
              {...getAriaProps({ id: ids.start, error: errors.start })}
            />
          </FormField>
        </div>
        <button type="button" className="button max-sm:col-span-2 sm:mt-7" onClick={fill}>
          Fill in
        </button>
      </div>
      {errors.total && (
        <p role="alert" className="mt-2 text-small text-danger">
          {errors.total}
        </p>
      )}
    </fieldset>
  );
}

interface CellProps extends InputHTMLAttributes<HTMLInputElement> {
  label: string;
  number: number;
  error: string | undefined;
  hint?: ReactNode;
}

/** Renders a table field; its column heading is its visible label, on narrow screens it has its own. */
function Cell({ label, number, error, hint, className = '', ...input }: CellProps) {
  const id = useId();
  return (
    <div className={`min-w-0 ${className}`}>
      <span aria-hidden="true" className="meta sm:hidden">
        {label}
      </span>
      <input
        {...input}
        id={id}
        aria-label={`${label}, milestone ${number}`}
        className="field"
        {...getAriaProps({ id, error, ...(hint ? { hint: 'shown' } : {}) })}
      />
      {hint && (
        <p id={`${id}-hint`} className="meta mt-1">
          {hint}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} className="mt-1.5 text-small text-danger">
          {error}
        </p>
      )}
    </div>
  );
}
