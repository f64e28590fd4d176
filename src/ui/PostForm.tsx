import { Form, type FormProps, useNavigation } from 'react-router';
import { useSubmitOnce } from './use-submit-once.ts';

/** A form of the page with its own fields and buttons, which is sent once until it is answered. */
export function PostForm(props: Omit<FormProps, 'method' | 'onSubmit'>) {
  const handleSubmit = useSubmitOnce(useNavigation().formData !== undefined);
  return <Form method="post" {...props} onSubmit={handleSubmit} />;
}
