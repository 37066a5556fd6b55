import { FormTokenField } from '@wordpress/components';
import { usePanel } from './use-panel.js';

/** Field for a list of short texts that can be typed, chosen and removed. */
export function TokensField({
  words,
  values,
  suggestions = [],
  choose,
  hint,
  fault,
}: {
  /** Key prefix of its texts. */
  words: 'aliases' | 'tags';
  values: readonly string[];
  suggestions?: readonly string[];
  choose: (values: string[]) => void;
  hint?: string;
  fault: string | undefined;
}) {
  const { text } = usePanel();
  return (
    <div className="me-field me-tokens">
      <FormTokenField
        label={text(`${words}-label`)}
        value={[...values]}
        suggestions={[...suggestions]}
        maxSuggestions={12}
        onChange={(tokens) => choose(tokens.map((token) => (typeof token === 'string' ? token : token.value)))}
        messages={{
          added: text(`${words}-added`),
          removed: text(`${words}-removed`),
          remove: text(`${words}-remove`),
          __experimentalInvalid: text(`${words}-invalid`),
        }}
        help=""
        __next40pxDefaultSize
      />
      {hint !== undefined && <p className="me-hint">{hint}</p>}
      {fault !== undefined && <p className="me-fault">{fault}</p>}
    </div>
  );
}
