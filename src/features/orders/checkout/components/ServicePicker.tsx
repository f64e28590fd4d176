import Minus from 'lucide-react/icons/minus';
import Plus from 'lucide-react/icons/plus';
import { useId, useRef } from 'react';
import { getAriaProps } from '#ui/FormField.tsx';
import { MAX_SERVICE_QUANTITY } from '../../lifecycle/contract/limits.ts';
import type { CustomPlanOptions } from '../contract.ts';
import { getQuantityFieldName } from '../../lifecycle/rules/requested-services.ts';

interface ServicePickerProps {
  services: CustomPlanOptions['services'];
  /** Initial and current values. */
  first: Readonly<Record<string, string>>;
  values: Readonly<Record<string, string>>;
  /** Errors by service ID. */
  errors: Readonly<Record<string, string>>;
}

/** Renders the services of a custom plan with their quantities; plain number fields without JavaScript. */
export function ServicePicker({ services, ...fields }: ServicePickerProps) {
  return (
    <ul className="border-b border-rule">
      {services.map((service, index) => (
        <Service key={service.id} service={service} index={index} {...fields} />
      ))}
    </ul>
  );
}

interface ServiceProps extends Omit<ServicePickerProps, 'services'> {
  service: CustomPlanOptions['services'][number];
  index: number;
}

function Service({ service: { id, title, description }, index, first, values, errors }: ServiceProps) {
  const name = getQuantityFieldName(id);
  const error = errors[id];
  const field = useId();
  const input = useRef<HTMLInputElement>(null);
  const step = (change: 1 | -1) => {
    if (!input.current) return;
    if (change > 0) input.current.stepUp();
    else input.current.stepDown();
    input.current.dispatchEvent(new Event('input', { bubbles: true }));
  };
  return (
    <li
      className={`grid grid-cols-[1fr_auto] items-center gap-x-3 border-t py-4 sm:grid-cols-[2.25rem_1fr_auto] sm:items-start sm:gap-x-4 ${Number(values[name] ?? 0) > 0 ? '-ml-2 border-accent bg-accent-wash pl-2' : 'border-rule'}`}
    >
      <span className="meta hidden pt-1 sm:block">{String(index + 1).padStart(2, '0')}</span>
      <div className="contents min-w-0 sm:block">
        <label htmlFor={field} className="block font-display text-h4 font-semibold [overflow-wrap:anywhere]">
          {title}
          <span className="sr-only">, quantity</span>
        </label>
        <p id={`${field}-hint`} className="order-1 col-span-2 mt-1 pr-2 text-small text-ink-soft sm:mt-0.5 sm:pr-0">
          {description}
        </p>
        {error && (
          <p id={`${field}-error`} className="order-1 col-span-2 mt-1.5 text-small text-danger">
            {error}
          </p>
        )}
      </div>
      <div className="flex items-center pr-1">
        <StepButton label={`Decrease quantity: ${title}`} onClick={() => step(-1)}>
          <Minus className="size-4" aria-hidden="true" />
        </StepButton>
        <input
          ref={input}
          id={field}
          type="number"
          name={name}
          // With JavaScript the buttons next to it replace the native arrows.
          className="field w-14 px-1 text-center font-mono tabular-nums in-[:is(.dark,.light)]:[appearance:textfield] in-[:is(.dark,.light)]:[&::-webkit-inner-spin-button]:appearance-none"
          min={0}
          max={MAX_SERVICE_QUANTITY}
          step={1}
          inputMode="numeric"
          defaultValue={first[name] ?? '0'}
          {...getAriaProps({ id: field, hint: description, error })}
        />
        <StepButton label={`Increase quantity: ${title}`} onClick={() => step(1)}>
          <Plus className="size-4" aria-hidden="true" />
        </StepButton>
      </div>
    </li>
  );
}

function StepButton({ label, onClick, children }: { label: string; onClick: () => void; children: React.ReactNode }) {
  return (
    <button
      type="button"
      aria-label={label}
      className="with-script inline-flex size-11 items-center justify-center text-ink-soft hover:text-accent"
      onClick={onClick}
    >
      {children}
    </button>
  );
}
