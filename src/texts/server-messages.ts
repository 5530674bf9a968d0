import type { ServerMessage } from './messages.js';

/** The messages of the server in one language, by their English text with `#` for each value. */
type Messages = Readonly<Record<string, ServerMessage>>;

interface Pattern {
  expression: RegExp;
  text: ServerMessage;
  /** Whether it begins with a value, which may be a message that goes on to the end: these patterns decide first. */
  isAround: boolean;
  /** Of the message without its values: the longest one is the most exact. */
  length: number;
}

/** Longer texts are none of ours. */
const maxLength = 1_000;

/** The name of an attribute, as REST writes it. */
const attributeForm = /^[a-z]+(_[a-z]+)+$/;

/**
 * Returns a function that translates a message of the server. A message that has no translation stays as it is. A value may be a
 * message itself, such as the cause of a failure, and a message may stand behind a name, such as that of a calendar, and a colon.
 *
 * @param nameOf returns the name of an attribute, such as `booked_from`, within a sentence
 */
export function translator(
  messages: Messages,
  nameOf: (attribute: string) => string = (attribute) => attribute,
): (message: string) => string {
  const patterns = Object.entries(messages)
    .filter(([english]) => english.includes('#'))
    .map(([english, text]) => patternOf(english, text))
    .toSorted((a, b) => Number(b.isAround) - Number(a.isAround) || b.length - a.length);
  const translate = (message: string): string => {
    if (message.length > maxLength) return message;
    const exact = Object.hasOwn(messages, message) ? messages[message] : undefined;
    if (typeof exact === 'string') return exact;
    for (const { expression, text } of patterns) {
      const values = expression.exec(message)?.slice(1);
      if (!values) continue;
      return typeof text === 'string' ? text : text(Object.fromEntries(values.map(translateValue).entries()));
    }
    const [, name, rest] = /^(.+?: )(.+)$/.exec(message) ?? [];
    return name === undefined || rest === undefined ? message : name + translate(rest);
  };
  const translateValue = (value: string): string => (attributeForm.test(value) ? nameOf(value) : translate(value));
  return translate;
}

function patternOf(english: string, text: ServerMessage): Pattern {
  const parts = english.split('#');
  const escaped = parts.map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return {
    expression: new RegExp(`^${escaped.join('(.+?)')}$`),
    text,
    isAround: parts[0] === '',
    length: parts.join('').length,
  };
}
