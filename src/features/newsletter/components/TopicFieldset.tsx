import type { Topic } from '../contract/limits.ts';
import { topicLabels } from '../rules/labels.ts';

interface TopicChoiceProps {
  topics: readonly Topic[];
  selected: readonly Topic[];
  error: string | undefined;
}

export function TopicFieldset({ topics, selected, error }: TopicChoiceProps) {
  return (
    <fieldset aria-describedby={error ? 'topics-error' : undefined}>
      <legend className="mb-2 font-display text-small font-semibold">What you get</legend>
      {topics.map(topic => {
        const [label, about] = topicLabels[topic];
        return (
          <label key={topic} className="flex min-h-11 cursor-pointer gap-3 py-2">
            <input
              type="checkbox"
              name="topic"
              value={topic}
              defaultChecked={selected.includes(topic)}
              className="mt-1 size-4.5 shrink-0"
            />
            <span>
              {label}
              <span className="meta block">{about}</span>
            </span>
          </label>
        );
      })}
      {error && (
        <p id="topics-error" className="mt-1.5 text-small text-danger">
          {error}
        </p>
      )}
    </fieldset>
  );
}
