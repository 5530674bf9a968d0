export const questionTypes = ['text', 'textarea', 'number', 'date', 'checkbox', 'select'] as const;
export type QuestionType = (typeof questionTypes)[number];

/** The booking page shows no more. */
export const maxQuestions = 30;
/** The booking page offers no more of one question. */
const maxOptions = 100;

const maxNameLength = 50;

/** A question of the booking form. */
export interface Question {
  /** The name of the answer in the custom data of the booking. It stays once it is saved, so that answers keep their meaning. */
  name: string;
  label: string;
  type: QuestionType;
  required: boolean;
  /** Of a question with the type `select`. */
  options: readonly string[];
  /** Attributes that only other front ends read. They are kept. */
  others: Readonly<Record<string, unknown>>;
}

/** Reads a booking form. Returns undefined for a text that is no list of questions, which another front end may read. */
export function parseQuestions(form: string | null): Question[] | undefined {
  if (form === null || form.trim() === '') return [];
  const items = parse(form);
  return Array.isArray(items) ? items.flatMap((item) => toQuestion(item) ?? []) : undefined;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function toQuestion(item: unknown): Question | undefined {
  if (typeof item !== 'object' || item === null) return undefined;
  const { name, label, type, required, options, ...others }: Record<string, unknown> = { ...item };
  if (typeof name !== 'string' || !/^\w{1,50}$/.test(name)) return undefined;
  return {
    name,
    label: typeof label === 'string' && label !== '' ? label : name,
    type: questionTypes.find((known) => known === type) ?? 'text',
    required: required === true,
    options: Array.isArray(options) ? options.filter((option) => typeof option === 'string') : [],
    others,
  };
}

/** Writes questions as the booking page reads them; null without any. */
export function formatQuestions(questions: readonly Question[]): string | null {
  const items = questions.map(({ name, label, type, required, options, others }) => {
    const chosen = options.map((option) => option.trim()).filter((option) => option !== '');
    const choices = type === 'select' && { options: chosen.slice(0, maxOptions) };
    return { ...others, name, label: label.trim() || name, type, required, ...choices };
  });
  return items.length === 0 ? null : JSON.stringify(items);
}

/** Returns a new question, with a name that no other has. */
export function newQuestion(questions: readonly Question[]): Question {
  const taken = new Set(questions.map(({ name }) => name));
  const names = Array.from({ length: maxQuestions + 1 }, (_, index) => `question_${index + 1}`);
  const name = names.find((one) => !taken.has(one)) ?? 'question';
  return { name, label: '', type: 'text', required: false, options: [], others: {} };
}

/** Returns what is typed as a name that the booking page reads. */
export function toName(typed: string): string {
  return typed.replaceAll(/\W/g, '_').slice(0, maxNameLength);
}

/** Returns a name that several questions have, of which the booking page would ask only the first. */
export function repeatedName(questions: readonly Question[]): string | undefined {
  const names = questions.map(({ name }) => name);
  return names.find((name, index) => names.indexOf(name) !== index);
}

/** Returns the list with one item moved, which stays where it is at the ends. */
export function moved<Item>(items: readonly Item[], from: number, to: number): Item[] {
  const item = items[from];
  if (item === undefined || to < 0 || to >= items.length) return [...items];
  return items.toSpliced(from, 1).toSpliced(to, 0, item);
}
