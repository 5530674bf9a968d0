import { useEffect, useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { Dialog } from '../../design/dialog.js';
import { formats } from '../format.js';
import { execute } from '../graphql/client.js';
import { sentencesOfError } from '../graphql/server-error.js';
import { navigate } from '../navigation.js';
import { t } from '../texts.js';
import { searchEverything } from './search.operations.js';
import { type Found, idOf, isSearchable, type SearchedCatalog, toFound } from './search.rules.js';

/** In milliseconds after the last key. */
const pause = 200;

interface Results {
  text: string;
  found: readonly Found[];
}

/** Finds people, bookings by their id, services and resources: a combobox by the pattern of WAI-ARIA. */
export function SearchDialog({ onClose }: { onClose: () => void }) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const [text, setText] = useState('');
  const [active, setActive] = useState(0);
  const { results, problem } = useResults(text);
  const found = isSearchable(text) ? (results?.found ?? []) : [];
  useLayoutEffect(() => input.current?.focus(), []);
  useEffect(() => setActive(0), [results]);
  const open = ({ path, search }: Found) => {
    onClose();
    navigate(path, search);
  };
  const goTo = (index: number) => {
    setActive(index);
    list.current?.children[index]?.scrollIntoView({ block: 'nearest' });
  };
  const press = (event: KeyboardEvent) => {
    const count = found.length;
    const target = found[active];
    if (event.key === 'ArrowDown' && count > 0) goTo((active + 1) % count);
    else if (event.key === 'ArrowUp' && count > 0) goTo((active + count - 1) % count);
    else if (event.key === 'Enter' && target && results?.text === text) open(target);
    else return;
    event.preventDefault();
  };
  return (
    <Dialog title={t.search.title} onClose={onClose}>
      <div class="search-all">
        <input
          ref={input}
          type="text"
          role="combobox"
          aria-label={t.search.label}
          aria-expanded={found.length > 0}
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-activedescendant={found.length > 0 ? `${id}-${active}` : undefined}
          placeholder={t.search.hint}
          autocomplete="off"
          spellcheck={false}
          maxLength={100}
          value={text}
          onInput={({ currentTarget }) => setText(currentTarget.value)}
          onKeyDown={press}
        />
        {problem && <p role="alert">{problem}</p>}
        <div id={`${id}-list`} ref={list} role="listbox" aria-label={t.search.found}>
          {found.map((item, index) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the input has the focus and the keys
            <div
              key={`${item.kind}-${item.id}`}
              id={`${id}-${index}`}
              role="option"
              tabIndex={-1}
              aria-selected={index === active}
              onClick={() => open(item)}
            >
              <strong>{item.title}</strong>
              <span class="muted">{item.detail || t.search.kinds[item.kind]}</span>
            </div>
          ))}
        </div>
        <p role="status" class={found.length > 0 ? 'hidden' : 'muted'}>
          {statusOf(text, results)}
        </p>
      </div>
    </Dialog>
  );
}

function statusOf(text: string, results: Results | undefined): string {
  if (!isSearchable(text)) return t.search.start;
  if (results?.text !== text) return t.search.searching;
  return results.found.length === 0 ? t.search.nothing : t.search.count({ count: results.found.length });
}

/** Searches after a pause in typing, and drops answers that are overtaken. Services and resources are read once. */
function useResults(text: string): { results: Results | undefined; problem: string | undefined } {
  const [results, setResults] = useState<Results>();
  const [problem, setProblem] = useState<string>();
  const catalog = useRef<SearchedCatalog | undefined>(undefined);
  useEffect(() => {
    let isOvertaken = false;
    setProblem(undefined);
    if (!isSearchable(text)) return;
    const search = async () => {
      const number = idOf(text);
      const variables = { text: text.trim(), number: number ?? 0, isNumber: number !== undefined };
      try {
        const answer = await execute(searchEverything, { ...variables, withCatalog: catalog.current === undefined });
        catalog.current ??= answer;
        const wording = {
          booking: (id: number) => t.search.booking({ id }),
          at: (time: string) => formats().dateTime(time),
        };
        if (!isOvertaken) setResults({ text, found: toFound(text, answer, catalog.current, wording) });
      } catch (error) {
        if (!isOvertaken) setProblem(sentencesOfError(error).join(' '));
      }
    };
    const timer = setTimeout(search, pause);
    return () => {
      isOvertaken = true;
      clearTimeout(timer);
    };
  }, [text]);
  return { results, problem };
}
