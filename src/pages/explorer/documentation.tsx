import {
  type GraphQLArgument,
  type GraphQLEnumValue,
  type GraphQLField,
  type GraphQLInputField,
  type GraphQLNamedType,
  type GraphQLSchema,
  type GraphQLType,
  getNamedType,
  isAbstractType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isIntrospectionType,
  isObjectType,
} from 'graphql';
import { useState } from 'preact/hooks';
import { Button } from '../design/button.js';
import { Field } from '../design/field.js';

/** A type, or a member of it. Undefined is the list of the root types. */
export type Place = { type: string; member?: string | undefined } | undefined;

interface DocumentationProps {
  schema: GraphQLSchema;
  place: Place;
  onGo: (place: Place) => void;
  onBack: () => void;
}

type Member = GraphQLField<unknown, unknown> | GraphQLInputField | GraphQLEnumValue;

/** More results are hard to read: the user types more. */
const maxFound = 50;

/** The types and fields of the schema with their descriptions, and a search. */
export function Documentation({ schema, place, onGo, onBack }: DocumentationProps) {
  const [text, setText] = useState('');
  const go = (to: Place) => {
    setText('');
    onGo(to);
  };
  const type = place && schema.getType(place.type);
  const member = type && place?.member ? membersOf(type).find(({ name }) => name === place.member) : undefined;
  return (
    <>
      <Field
        label="Search"
        type="search"
        value={text}
        placeholder="A type or a field"
        onInput={({ currentTarget }) => setText(currentTarget.value)}
      />
      {text.trim() !== '' ? (
        <Found found={search(schema, text.trim().toLowerCase())} onGo={go} />
      ) : (
        <>
          {place && <Button onClick={onBack}>Back</Button>}
          {!type && <Roots schema={schema} onGo={go} />}
          {type && member && <MemberText type={type} member={member} onGo={go} />}
          {type && !member && <TypeText schema={schema} type={type} onGo={go} />}
        </>
      )}
    </>
  );
}

interface Going {
  onGo: (place: Place) => void;
}

function Found({ found, onGo }: Going & { found: { type: string; member?: string }[] }) {
  if (found.length === 0) return <p>Nothing has this name.</p>;
  return (
    <ul>
      {found.slice(0, maxFound).map(({ type, member }) => (
        <li key={`${type}.${member}`}>
          <Link onClick={() => onGo({ type, member })}>{member ? `${type}.${member}` : type}</Link>
        </li>
      ))}
    </ul>
  );
}

function search(schema: GraphQLSchema, text: string): { type: string; member?: string }[] {
  const types = Object.values(schema.getTypeMap()).filter((type) => !isIntrospectionType(type));
  const has = ({ name }: { name: string }) => name.toLowerCase().includes(text);
  const members = types.flatMap((type) =>
    membersOf(type)
      .filter(has)
      .map(({ name }) => ({ type: type.name, member: name })),
  );
  return [...types.filter(has).map(({ name }) => ({ type: name })), ...members];
}

function Roots({ schema, onGo }: Going & { schema: GraphQLSchema }) {
  const roots = [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()];
  return (
    <ul>
      {roots.map((type) => type && <Item key={type.name} name={type.name} type={type} onGo={onGo} member={type} />)}
    </ul>
  );
}

function TypeText({ schema, type, onGo }: Going & { schema: GraphQLSchema; type: GraphQLNamedType }) {
  const interfaces = isObjectType(type) || isInterfaceType(type) ? type.getInterfaces() : [];
  const possible = isAbstractType(type) ? schema.getPossibleTypes(type) : [];
  return (
    <>
      <h3>{type.name}</h3>
      <Description text={type.description} />
      <Types title="Implements" types={interfaces} onGo={onGo} />
      <Types title="Is one of" types={possible} onGo={onGo} />
      <ul>
        {membersOf(type).map((member) => (
          <Item
            key={member.name}
            name={member.name}
            type={typeOf(member)}
            member={member}
            onGo={onGo}
            onName={() => onGo({ type: type.name, member: member.name })}
          />
        ))}
      </ul>
    </>
  );
}

function MemberText({ type, member, onGo }: Going & { type: GraphQLNamedType; member: Member }) {
  const of = typeOf(member);
  return (
    <>
      <h3>
        <Link onClick={() => onGo({ type: type.name })}>{type.name}</Link>.{member.name}
      </h3>
      <Description text={member.description} />
      <Deprecation reason={member.deprecationReason} />
      {of && (
        <p>
          Type: <TypeLink type={of} onGo={onGo} />
        </p>
      )}
      {argumentsOf(member).length > 0 && <h4>Arguments</h4>}
      <ul>
        {argumentsOf(member).map((argument) => (
          <Item key={argument.name} name={argument.name} type={argument.type} member={argument} onGo={onGo} />
        ))}
      </ul>
    </>
  );
}

interface ItemProps extends Going {
  name: string;
  type: GraphQLType | undefined;
  member: Member | GraphQLArgument | GraphQLNamedType;
  onName?: () => void;
}

function Item({ name, type, member, onGo, onName }: ItemProps) {
  return (
    <li>
      {onName ? <Link onClick={onName}>{name}</Link> : <code>{name}</code>}
      {type && (
        <>
          {': '}
          <TypeLink type={type} onGo={onGo} />
        </>
      )}
      {'defaultValue' in member && member.defaultValue !== undefined && (
        <code> = {JSON.stringify(member.defaultValue)}</code>
      )}
      <Description text={member.description} />
      {'deprecationReason' in member && <Deprecation reason={member.deprecationReason} />}
    </li>
  );
}

function Types({ title, types, onGo }: Going & { title: string; types: readonly GraphQLNamedType[] }) {
  if (types.length === 0) return null;
  return (
    <p>
      {title}:{' '}
      {types.map((type) => (
        <span key={type.name}>
          <TypeLink type={type} onGo={onGo} />{' '}
        </span>
      ))}
    </p>
  );
}

function TypeLink({ type, onGo }: Going & { type: GraphQLType }) {
  return <Link onClick={() => onGo({ type: getNamedType(type).name })}>{String(type)}</Link>;
}

function Link({ children, onClick }: { children: string; onClick: () => void }) {
  return (
    <button type="button" class="name" onClick={onClick}>
      {children}
    </button>
  );
}

/** Descriptions are Markdown, of which the schema uses code. */
function Description({ text }: { text: string | null | undefined }) {
  if (!text) return null;
  return <p>{text.split('`').map((part, index) => (index % 2 === 1 ? <code>{part}</code> : part))}</p>;
}

function Deprecation({ reason }: { reason: string | null | undefined }) {
  return reason ? <p>Deprecated: {reason}</p> : null;
}

function membersOf(type: GraphQLNamedType): Member[] {
  if (isEnumType(type)) return [...type.getValues()];
  if (isObjectType(type) || isInterfaceType(type) || isInputObjectType(type)) return Object.values(type.getFields());
  return [];
}

const typeOf = (member: Member): GraphQLType | undefined => ('type' in member ? member.type : undefined);

const argumentsOf = (member: Member): readonly GraphQLArgument[] => ('args' in member ? member.args : []);
