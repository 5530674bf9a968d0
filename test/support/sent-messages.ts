interface Node {
  type?: unknown;
  [property: string]: unknown;
}

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null;
const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
const inside = (value: unknown, name: string): unknown => (isNode(value) ? value[name] : undefined);

/** Errors of a program, which no client is sent. */
const programErrors = new Set(['Error', 'RangeError', 'TypeError', 'AggregateError']);

/** Functions whose texts are sent to a client. */
const refusing = new Set(['requestError', 'refuse']);

/** Functions and properties whose texts the log, the schema or the guides have. */
const describing = new Set('debug info warn error description deprecationReason covers'.split(' '));

/** The first words of a message that goes on after the name of an attribute, an object or a server. */
const predicate =
  /^(?:is|are|has|have|was|were|must|can't|cannot|can|could|does|do|did|needs?|may|only|or|it|its|the|there|an?|in item|dates|reason|to must|use|answered|calls|publishes|makes|takes|names|waits|would|unexpected|# deliveries|# entries) /;

/** A sentence without a full stop at its end, as all messages are. Descriptions have one. */
const sentence = /^(?=.* [a-z])[A-Z]['\w]*(?: \S+){2,}(?<!\.|\. #)$/;

/** SQL and headers, which have words of messages, too. */
const code = /[<>|\n]|="| = | is (?:not )?null\b|::|\$\d/;

const isMessage = (text: string): boolean => (predicate.test(text) || sentence.test(text)) && !code.test(text);

/** Returns a text of the source, with `#` for each value. */
function textOf(node: Node): string | undefined {
  if (node.type === 'StringLiteral') return String(node['value']);
  if (node.type !== 'TemplateLiteral') return undefined;
  return listOf(node['quasis'])
    .map((part) => inside(part, 'cooked'))
    .join('#');
}

const nameOf = (callee: unknown): string =>
  String(inside(callee, 'value') ?? inside(inside(callee, 'property'), 'value') ?? '');

/**
 * Returns the messages in a file: all texts of errors for clients, and all texts that read like one, because many are returned
 * or kept in constants before they become part of an error.
 */
export function messagesIn(node: unknown, isError = false): string[] {
  if (Array.isArray(node)) return node.flatMap((item) => messagesIn(item, isError));
  if (!isNode(node)) return [];
  const text = textOf(node);
  if (text !== undefined) return (isError && text.includes(' ')) || isMessage(text) ? [text] : [];
  const within = (part: unknown, isOfError = isError): string[] => messagesIn(part, isOfError);
  switch (node.type) {
    case 'ImportDeclaration':
    case 'TsLiteralType':
    case 'Decorator':
    case 'TaggedTemplateExpression':
      return [];
    case 'NewExpression': {
      const name = nameOf(node['callee']);
      if (programErrors.has(name)) return [];
      return within(node['arguments'], /Error$/.test(name));
    }
    case 'CallExpression': {
      const name = nameOf(node['callee']);
      if (describing.has(name)) return [];
      return [...within(node['callee'], false), ...within(node['arguments'], refusing.has(name))];
    }
    case 'KeyValueProperty':
      return describing.has(nameOf(node['key'])) ? [] : within(node['value']);
    case 'ConditionalExpression':
      return [...within(node['test'], false), ...within(node['consequent']), ...within(node['alternate'])];
    case 'ArrowFunctionExpression':
    case 'FunctionExpression':
    case 'ObjectExpression':
      return Object.values(node).flatMap((part) => within(part, false));
    default:
      return Object.values(node).flatMap((part) => within(part));
  }
}
