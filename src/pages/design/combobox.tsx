import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { useTexts } from './component-texts.js';
import { describedBy, Frame, type Labelled } from './field.js';

interface Option {
  value: string;
  text: string;
  /** Shown smaller behind the text, such as an address. */
  detail?: string;
}

interface ComboboxProps extends Labelled {
  name: string;
  value: string;
  /** All options, of which those are shown whose text contains what is typed; with `onSearch` those that were found. */
  options: readonly Option[];
  onChange: (value: string) => void;
  /** Called with what is typed, where another finds the options. */
  onSearch?: (text: string) => void;
  /** Whether the options for what is typed are not found yet. Enter chooses none of the others. */
  isSearching?: boolean;
  /** The text of the field while nothing is typed, where the options may lack the chosen one. */
  text?: string;
  /** The name with which a form sends what the field shows. */
  textName?: string;
  maxLength?: number;
  placeholder?: string;
  required?: boolean;
}

/** More options are hard to read: the user types more. */
const maxShown = 50;

/** A text field that chooses one of many options: a list box by the pattern of WAI-ARIA. */
export function Combobox({ label, error, hint, name, value, options, onChange, ...props }: ComboboxProps) {
  const { onSearch, isSearching = false, text: shown, textName, ...input } = props;
  const texts = useTexts();
  const id = useId();
  const sent = useAnnounced(value);
  const list = useRef<HTMLDivElement>(null);
  const [typed, setTyped] = useState<string>();
  const [active, setActive] = useState(0);
  const chosen = shown ?? options.find((option) => option.value === value)?.text ?? '';
  const isOpen = typed !== undefined;
  const wanted = (typed ?? '').trim().toLowerCase();
  const found = options
    .filter(({ text, detail }) => onSearch || `${text} ${detail ?? ''}`.toLowerCase().includes(wanted))
    .slice(0, maxShown);
  const open = (text: string) => {
    setTyped(text);
    setActive(0);
  };
  const choose = (option: Option) => {
    setTyped(undefined);
    onChange(option.value);
  };
  const goTo = (index: number) => {
    setActive(index);
    list.current?.children[index]?.scrollIntoView({ block: 'nearest' });
  };
  const press = (event: KeyboardEvent) => {
    const option = found[active];
    if (event.key === 'Escape' && isOpen) {
      // It closes the list, and not the dialog that has the field.
      event.stopPropagation();
      event.preventDefault();
      setTyped(undefined);
    } else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      if (!isOpen) open('');
      else if (found.length > 0) goTo((active + (event.key === 'ArrowDown' ? 1 : found.length - 1)) % found.length);
    } else if (event.key === 'Enter' && isOpen) {
      event.preventDefault();
      if (option && !isSearching) choose(option);
    }
  };
  return (
    <Frame {...{ id, label, error, hint }}>
      <div class="combobox">
        <input
          id={id}
          type="text"
          name={textName}
          role="combobox"
          autocomplete="off"
          aria-expanded={isOpen}
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-activedescendant={isOpen && found.length > 0 ? `${id}-${active}` : undefined}
          value={typed ?? chosen}
          onInput={({ currentTarget }) => {
            open(currentTarget.value);
            onSearch?.(currentTarget.value);
            if (currentTarget.value === '') onChange('');
          }}
          onClick={() => !isOpen && open('')}
          onBlur={() => setTyped(undefined)}
          onKeyDown={press}
          {...input}
          {...describedBy(id, error, hint)}
        />
        <input ref={sent} type="hidden" name={name} value={value} />
        <div class="list" hidden={!isOpen || (found.length === 0 && isSearching)}>
          <div id={`${id}-list`} ref={list} role="listbox" aria-label={label}>
            {found.map((option, index) => (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the text field
              <div
                key={option.value}
                id={`${id}-${index}`}
                role="option"
                tabIndex={-1}
                aria-selected={index === active}
                // The text field keeps the focus.
                onPointerDown={(event) => event.preventDefault()}
                onClick={() => choose(option)}
              >
                {option.text}
                {option.detail && <span class="hint"> {option.detail}</span>}
              </div>
            ))}
          </div>
          {found.length === 0 && <p class="hint">{texts.nothing}</p>}
        </div>
      </div>
    </Frame>
  );
}

/** Announces a new value to the form: a browser sends no event when a script changes it, and drafts are stored at that event. */
function useAnnounced(value: string) {
  const input = useRef<HTMLInputElement>(null);
  const announced = useRef(value);
  useEffect(() => {
    if (announced.current !== value) input.current?.dispatchEvent(new Event('input', { bubbles: true }));
    announced.current = value;
  }, [value]);
  return input;
}
