import { autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap } from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands';
import { json } from '@codemirror/lang-json';
import {
  bracketMatching,
  codeFolding,
  foldGutter,
  foldKeymap,
  HighlightStyle,
  indentOnInput,
  syntaxHighlighting,
} from '@codemirror/language';
import { EditorState, type Extension } from '@codemirror/state';
import { drawSelection, EditorView, keymap, lineNumbers } from '@codemirror/view';
import { tags } from '@lezer/highlight';
import { useEffect, useRef } from 'preact/hooks';

interface EditorProps {
  /** Read out by screen readers. */
  label: string;
  value: string;
  /** Changes when the page replaces the text. Meanwhile the text of the editor may be newer than `value`. */
  revision: unknown;
  /** Without it, the text cannot be edited. */
  onChange?: (value: string, cursor: number) => void;
  /** The language with its completion. Read when the editor appears. */
  language: Extension;
}

export const jsonLanguage: Extension = json();

const colours = HighlightStyle.define([
  { tag: tags.keyword, color: 'var(--plot-3)' },
  { tag: [tags.propertyName, tags.attributeName], color: 'var(--plot-1)' },
  { tag: [tags.string, tags.literal], color: 'var(--good)' },
  { tag: [tags.number, tags.bool, tags.null, tags.atom], color: 'var(--warning)' },
  { tag: [tags.typeName, tags.name], color: 'var(--plot-4)' },
  { tag: tags.variableName, color: 'var(--plot-7)' },
  { tag: tags.comment, color: 'var(--muted)' },
]);

const common: Extension = [
  lineNumbers(),
  codeFolding(),
  foldGutter(),
  drawSelection(),
  bracketMatching(),
  syntaxHighlighting(colours),
  EditorView.lineWrapping,
  keymap.of([...defaultKeymap, ...foldKeymap]),
];

const editing: Extension = [
  history(),
  indentOnInput(),
  closeBrackets(),
  autocompletion(),
  // Escape leaves the editor to the Tab key: CodeMirror then moves the focus.
  keymap.of([...closeBracketsKeymap, ...historyKeymap, ...completionKeymap, indentWithTab]),
];

/** An editor of CodeMirror. */
export function Editor({ label, value, revision, onChange, language }: EditorProps) {
  const parent = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(undefined);
  const change = useRef(onChange);
  change.current = onChange;
  useEffect(() => {
    if (!parent.current) return;
    const changes = EditorView.updateListener.of(({ docChanged, selectionSet, state }) => {
      if (docChanged || selectionSet) change.current?.(state.doc.toString(), state.selection.main.head);
    });
    const role = onChange ? [editing, changes] : [EditorState.readOnly.of(true)];
    view.current = new EditorView({
      parent: parent.current,
      doc: value,
      extensions: [language, role, common, EditorView.contentAttributes.of({ 'aria-label': label })],
    });
    return () => view.current?.destroy();
  }, []);
  useEffect(() => {
    const doc = view.current?.state.doc;
    if (doc && doc.toString() !== value) {
      view.current?.dispatch({ changes: { from: 0, to: doc.length, insert: value }, selection: { anchor: 0 } });
    }
  }, [revision]);
  return <div class="editor" ref={parent} />;
}
