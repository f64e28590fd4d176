import { MAX_SEARCH_LENGTH } from '#shared/lists.ts';
import Search from 'lucide-react/icons/search';
import type { ReactNode } from 'react';
import { Form } from 'react-router';

interface SearchFormProps {
  label: string;
  placeholder: string;
  /** The current search, from the query parameter `search`. */
  search: string;
  /** Hidden fields to keep. */
  children?: ReactNode;
}

/** Searches a list from which one item is chosen. */
export function SearchForm({ label, placeholder, search, children }: SearchFormProps) {
  return (
    <search>
      <Form method="get" className="flex items-end gap-2">
        {children}
        <label className="min-w-0 grow">
          <span className="mb-1.5 block font-display text-small font-semibold">{label}</span>
          <input
            className="field"
            type="search"
            name="search"
            defaultValue={search}
            placeholder={placeholder}
            maxLength={MAX_SEARCH_LENGTH}
            enterKeyHint="search"
            autoComplete="off"
          />
        </label>
        <button type="submit" className="button" aria-label="Search">
          <Search className="size-4" aria-hidden="true" />
        </button>
      </Form>
    </search>
  );
}
