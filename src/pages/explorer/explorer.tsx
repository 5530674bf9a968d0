import { EditorState } from '@codemirror/state';
import { graphql } from 'cm6-graphql';
import { type DocumentNode, type FragmentDefinitionNode, Kind, OperationTypeNode, parse, print, visit } from 'graphql';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { Button } from '../design/button.js';
import { CopyButton } from '../design/copy.js';
import { Tabs } from '../design/tabs.js';
import { type Connection, execute, type Operation } from './connection.js';
import { Documentation, type Place } from './documentation.js';
import { addToHistory, clearHistory, type Draft, emptyDraft, keepDrafts, readDrafts, readHistory } from './drafts.js';
import { Editor, jsonLanguage } from './editor.js';
import { exampleVariables } from './example-variables.js';
import { completeVariables } from './variables.js';

interface ExplorerProps {
  connection: Connection;
  examples: readonly { title: string; query: string }[];
  onSignOut: () => void;
}

/** The panels at the side of the page. */
type Side = 'documentation' | 'history' | undefined;

/** Edits operations in tabs, executes them, and shows the schema. */
export function Explorer({ connection, examples, onSignOut }: ExplorerProps) {
  const [drafts, setDrafts] = useState(readDrafts);
  const [current, setCurrent] = useState(0);
  const [results, setResults] = useState<Readonly<Record<number, string>>>({});
  const [input, setInput] = useState<'variables' | 'headers'>('variables');
  const [side, setSide] = useState<Side>();
  const [places, setPlaces] = useState<Place[]>([]);
  const [running, setRunning] = useState<AbortController>();
  const [revision, setRevision] = useState(0);
  const cursor = useRef(0);
  const draft = drafts[current] ?? emptyDraft;
  // The editors and the keyboard call what they were given when they appeared.
  const latest = useRef(draft);
  latest.current = draft;
  useEffect(() => keepDrafts(drafts), [drafts]);

  const change = (changed: Partial<Draft>) => {
    latest.current = { ...latest.current, ...changed };
    const next = latest.current;
    setDrafts((all) => all.map((one, index) => (index === current ? next : one)));
  };
  /** Puts texts into the editors, which keep their own otherwise. */
  const replace = (replaced: Partial<Draft>) => {
    change(replaced);
    setRevision((count) => count + 1);
  };
  const open = (opened: Draft) => {
    setDrafts((all) => [...all, opened]);
    setCurrent(drafts.length);
  };
  const close = () => {
    running?.abort();
    setDrafts((all) => (all.length === 1 ? [emptyDraft] : all.filter((_, index) => index !== current)));
    setCurrent(Math.max(0, current - 1));
    setResults({});
  };
  const showDocumentation = (place: Place) => {
    setPlaces((all) => [...all, place]);
    setSide('documentation');
  };

  const run = async () => {
    running?.abort();
    const controller = new AbortController();
    setRunning(controller);
    const show = (result: unknown) => setResults((all) => ({ ...all, [current]: JSON.stringify(result, null, 2) }));
    try {
      const operation = operationOf(latest.current, cursor.current);
      addToHistory(latest.current);
      await execute(connection, operation, controller.signal, show);
    } catch (error) {
      if (!controller.signal.aborted) show({ errors: [problemOf(error)] });
    } finally {
      setRunning((other) => (other === controller ? undefined : other));
    }
  };

  const rewrite = (rewritten: (document: DocumentNode) => DocumentNode) => {
    replace({ query: `${print(rewritten(parse(draft.query)))}\n` });
  };
  const language = useMemo(() => {
    const { schema } = connection;
    const onShowInDocs = (field?: string, type?: string, parent?: string) => {
      const shown = parent ?? type;
      if (shown) showDocumentation({ type: shown.replace(/[[\]!]/g, ''), member: field });
    };
    // The editor recognises a source of completions by its identity.
    const autocomplete = completeVariables(schema, () => latest.current.query);
    return {
      query: graphql(schema, { onShowInDocs }),
      variables: [jsonLanguage, EditorState.languageData.of(() => [{ autocomplete }])],
    };
  }, [connection]);

  const pressed = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    event.stopPropagation();
    void run();
  };
  const choose = (index: string) => {
    const example = examples[Number(index)];
    if (!example) return;
    cursor.current = 0;
    const variables = JSON.stringify(exampleVariables(example.query, new Date(), connection.zone), null, 2);
    replace({ query: example.query, variables });
  };
  const toggle = (shown: Side) => setSide((other) => (other === shown ? undefined : shown));

  return (
    <>
      <header class="bar">
        <h1>GraphQL explorer</h1>
        <select aria-label="Examples" value="" onChange={({ currentTarget }) => choose(currentTarget.value)}>
          <option value="" disabled>
            Examples
          </option>
          {examples.map(({ title }, index) => (
            <option key={title} value={index}>
              {title}
            </option>
          ))}
        </select>
        <nav class="actions">
          <a href="./docs">REST</a>
          {connection.isSession ? (
            <a href="./dashboard">Dashboard</a>
          ) : (
            <Button kind="plain" onClick={onSignOut}>
              Sign out
            </Button>
          )}
        </nav>
      </header>
      <main class={side ? 'with-side' : ''} onKeyDownCapture={pressed}>
        <div class="drafts">
          <Tabs
            label="Operations"
            tabs={drafts.map(({ query }, index) => ({
              name: String(index),
              title: nameOf(query) ?? `Tab ${index + 1}`,
            }))}
            current={String(current)}
            onSelect={(name) => setCurrent(Number(name))}
          >
            <div class="actions">
              <Button kind="plain" onClick={() => open(emptyDraft)}>
                New tab
              </Button>
              <Button kind="plain" onClick={close}>
                Close tab
              </Button>
              <Button kind="plain" onClick={() => rewrite((document) => document)}>
                Prettify
              </Button>
              <Button kind="plain" onClick={() => rewrite(withoutFragments)}>
                Merge fragments
              </Button>
              <CopyButton kind="plain" text={draft.query} what="the operation" />
              <Button kind="plain" onClick={() => toggle('documentation')}>
                Documentation
              </Button>
              <Button kind="plain" onClick={() => toggle('history')}>
                History
              </Button>
            </div>
          </Tabs>
        </div>
        <section class="operation" aria-label="Operation">
          <div class="actions">
            {running ? (
              <Button key="stop" onClick={() => running.abort()}>
                Stop
              </Button>
            ) : (
              <Button key="run" kind="primary" onClick={() => void run()} label="Run (Ctrl and Enter)">
                Run
              </Button>
            )}
          </div>
          <Editor
            key={current}
            label="Operation"
            value={draft.query}
            revision={revision}
            language={language.query}
            onChange={(query, position) => {
              cursor.current = position;
              if (query !== latest.current.query) change({ query });
            }}
          />
        </section>
        <section class="input" aria-label="Input">
          <Tabs
            label="Input"
            tabs={[
              { name: 'variables', title: 'Variables' },
              { name: 'headers', title: 'Headers' },
            ]}
            current={input}
            onSelect={(name) => setInput(name === 'headers' ? 'headers' : 'variables')}
          >
            <Editor
              key={`${current} ${input}`}
              label={input === 'headers' ? 'Headers' : 'Variables'}
              value={draft[input]}
              revision={revision}
              language={input === 'headers' ? jsonLanguage : language.variables}
              onChange={(text) => text !== latest.current[input] && change({ [input]: text })}
            />
          </Tabs>
        </section>
        <section class="result" aria-label="Result" aria-busy={running !== undefined}>
          <Editor label="Result" value={results[current] ?? ''} revision={results[current]} language={jsonLanguage} />
        </section>
        {side && (
          <aside class="side" aria-label={side === 'documentation' ? 'Documentation' : 'History'}>
            <div class="actions">
              <h2>{side === 'documentation' ? 'Documentation' : 'History'}</h2>
              <Button kind="plain" onClick={() => setSide(undefined)}>
                Close
              </Button>
            </div>
            {side === 'documentation' ? (
              <Documentation
                schema={connection.schema}
                place={places.at(-1)}
                onGo={showDocumentation}
                onBack={() => setPlaces((all) => all.slice(0, -1))}
              />
            ) : (
              <History onOpen={open} />
            )}
          </aside>
        )}
      </main>
    </>
  );
}

function History({ onOpen }: { onOpen: (draft: Draft) => void }) {
  const [drafts, setDrafts] = useState(readHistory);
  const clear = () => {
    clearHistory();
    setDrafts([]);
  };
  if (drafts.length === 0) return <p>Nothing was run in this browser yet.</p>;
  return (
    <>
      <Button onClick={clear}>Clear</Button>
      <ul>
        {drafts.map((draft) => (
          <li key={draft.query + draft.variables}>
            <button type="button" class="name" onClick={() => onOpen(draft)}>
              {nameOf(draft.query) ?? draft.query.slice(0, 60)}
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}

/** Returns the operation at the cursor, else the first, with its input. @throws Error if the query or its input cannot be read */
function operationOf({ query, variables, headers }: Draft, cursor: number): Operation {
  const operations = parse(query).definitions.filter((one) => one.kind === Kind.OPERATION_DEFINITION);
  const atCursor = operations.find(({ loc }) => loc && loc.start <= cursor && cursor <= loc.end);
  const chosen = atCursor ?? operations[0];
  const given = Object.entries(readObject('headers', headers)).map(([name, value]) => [name, String(value)]);
  return {
    query,
    variables: readObject('variables', variables),
    headers: Object.fromEntries(given),
    operationName: chosen?.name?.value,
    isSubscription: chosen?.operation === OperationTypeNode.SUBSCRIPTION,
  };
}

function readObject(name: string, text: string): Record<string, unknown> {
  if (text.trim() === '') return {};
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ...value };
  } catch (error) {
    throw new Error(`The ${name} are no JSON: ${error instanceof Error ? error.message : error}`);
  }
  throw new Error(`The ${name} must be a JSON object such as {"id": "1"}`);
}

/** Returns what is shown of an error: a request that was refused on the socket throws the list of its errors. */
function problemOf(error: unknown): unknown {
  return error instanceof Error ? { message: error.message } : error;
}

const nameOf = (query: string): string | undefined => /\b(?:query|mutation|subscription)\s+(\w+)/.exec(query)?.[1];

/** Puts the fields of each fragment where it is used. */
function withoutFragments(document: DocumentNode): DocumentNode {
  const isFragment = (node: { kind: Kind }): node is FragmentDefinitionNode => node.kind === Kind.FRAGMENT_DEFINITION;
  const fragments = new Map(document.definitions.filter(isFragment).map((one) => [one.name.value, one]));
  const definitions = document.definitions.filter((one) => !isFragment(one));
  return visit(
    { ...document, definitions },
    {
      FragmentSpread: ({ name, directives }) => {
        const fragment = fragments.get(name.value);
        if (!fragment) return undefined;
        const { typeCondition, selectionSet } = fragment;
        return { kind: Kind.INLINE_FRAGMENT, typeCondition, selectionSet, ...(directives && { directives }) };
      },
    },
  );
}
