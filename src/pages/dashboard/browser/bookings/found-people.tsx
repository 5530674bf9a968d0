import { useEffect, useState } from 'preact/hooks';
import { execute } from '../graphql/client.js';
import { showError } from '../ui/toast.js';
import { type FindPeopleQuery, findPeople } from './bookings.operations.js';

export type FoundPerson = FindPeopleQuery['people']['nodes'][number];

/** In milliseconds, so that not every letter is a request. */
const delay = 200;

interface FoundPeopleProps {
  /** A part of a name, an email or a phone number, from two letters. */
  search: string;
  onChoose: (person: FoundPerson) => void;
}

/** Lists the people who are found, without those who are blocked. */
export function FoundPeople({ search, onChoose }: FoundPeopleProps) {
  const [found, setFound] = useState<FoundPerson[]>([]);
  useEffect(() => {
    const text = search.trim();
    if (text.length < 2) {
      setFound([]);
      return;
    }
    let isOutdated = false;
    const timer = setTimeout(() => {
      execute(findPeople, { search: text }).then(
        ({ people }) => !isOutdated && setFound(people.nodes.filter(({ blocked }) => !blocked)),
        showError,
      );
    }, delay);
    return () => {
      isOutdated = true;
      clearTimeout(timer);
    };
  }, [search]);
  return (
    <ul class="found" aria-label="People found" aria-live="polite">
      {found.map((person) => (
        <li key={person.id}>
          <button type="button" class="button" onClick={() => onChoose(person)}>
            {[person.name, person.email, person.phoneNumber].filter(Boolean).join(' · ')}
          </button>
        </li>
      ))}
    </ul>
  );
}

/** The name of a person, or what else is known. */
export function labelOf({ id, name, email, phoneNumber }: Omit<FoundPerson, 'blocked'>): string {
  return name || email || phoneNumber || `Person ${id}`;
}
